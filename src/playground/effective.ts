/** The values in effect as rows, each with its origin and the values that it hides. */
import { printable } from "../text/escape.js";
import { formatPath, type Path } from "../text/path.js";
import { withoutMistakes } from "../toolkit/judge/analysis/left-out.js";
import { rangeAt } from "../toolkit/judge/analysis/place.js";
import type { Run } from "../toolkit/judge/analysis/run.js";
import type { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { withoutDefaults } from "../toolkit/mean/configuration/effective.js";
import { childrenOf, definitionOf, type Setting } from "../toolkit/mean/configuration/setting.js";
import { valueAt } from "../toolkit/read/diagnostic/anchor.js";
import type { Range, Scope } from "../toolkit/read/diagnostic/diagnostic.js";

export interface Row {
  readonly path: string;
  readonly value: string;
  readonly layer: Scope | "default" | "catalog";
  /** Where the value stands; undefined for a default. */
  readonly place?: { readonly file: string; readonly range: Range };
}

/** The rows of a run, in the order of the configuration. */
export function rowsOf({ snapshots }: Run, { defaults }: { readonly defaults: boolean }): readonly Row[] {
  return snapshots.flatMap((snapshot) => {
    const counting = withoutMistakes(snapshot);
    const { effective } = counting;
    return rowsIn(defaults ? effective : withoutDefaults(effective), [], counting);
  });
}

function rowsIn(setting: Setting, path: Path, snapshot: Snapshot): readonly Row[] {
  const children = Array.from(childrenOf(setting));
  if (children.length > 0) return children.flatMap(([key, child]) => rowsIn(child, [...path, key], snapshot));
  if (path.length === 0) return [];
  const { redactor } = snapshot;
  const definition = definitionOf(setting, path);
  const shown = {
    path: printable(formatPath(redactor.path(path))),
    value: printable(JSON.stringify(redactor.json(setting, path))),
  };
  if (definition === undefined)
    return [{ ...shown, layer: typeof setting.source === "string" ? setting.source : "default" }];
  const { document, scope } = definition.layer;
  const range = rangeAt(document, valueAt(...definition.path));
  return [{ ...shown, layer: scope, place: { file: document.source.file, range } }];
}
