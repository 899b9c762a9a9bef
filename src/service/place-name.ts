/** The place of a value, for people: file, line and column. */
import { printable } from "../text/escape.js";
import { startAt } from "../toolkit/judge/analysis/place.js";
import type { Definition } from "../toolkit/mean/configuration/setting.js";
import { valueAt } from "../toolkit/read/diagnostic/anchor.js";
import type { Position } from "../toolkit/read/diagnostic/diagnostic.js";

export function definitionPosition({ layer, path }: Definition): Position {
  return startAt(layer.document, valueAt(...path));
}

/** `.agent/config.yaml:4:7`. */
export function placeName(definition: Definition): string {
  const { line, column } = definitionPosition(definition);
  return `${printable(definition.layer.document.source.file)}:${line}:${column}`;
}
