/** File, line and column of a value, for a detail of a check. */
import { type Path, toPointer } from "../../text/path.js";
import { startAt } from "../../toolkit/judge/analysis/place.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { Detail, Situation } from "./check.js";

/** The location of a value. `within`: a part of its text. */
export function locationAt(
  { snapshot }: Situation,
  { document }: Layer,
  path: Path,
  within?: { readonly start: number; readonly end: number },
): Omit<Detail, "text"> {
  const { line, column } = startAt(document, { path, part: "value", ...(within && { within }) });
  return { path: toPointer(snapshot.redactor.path(path)), file: document.source.file, line, column };
}

/** The location of a value in effect; empty for a default. */
export function locationInEffect(situation: Situation, path: Path): Omit<Detail, "text"> {
  const source = settingAt(situation.counting.complete, path)?.source;
  return source === undefined || typeof source === "string" ? {} : locationAt(situation, source, path);
}
