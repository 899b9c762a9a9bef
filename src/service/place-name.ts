/** The place of a value, for people: file, line and column. */
import { printable } from "../text/escape.js";
import { rangeAt } from "../toolkit/judge/analysis/place.js";
import type { Definition } from "../toolkit/mean/configuration/setting.js";
import { valueAt } from "../toolkit/read/diagnostic/anchor.js";
import type { Position } from "../toolkit/read/diagnostic/diagnostic.js";

export function definitionPosition({ layer, path }: Definition): Position {
  return rangeAt(layer.document, valueAt(...path)).start;
}

/** `.agent/config.yaml:4:7`. */
export function placeName(definition: Definition): string {
  const { line, column } = definitionPosition(definition);
  return `${printable(definition.layer.document.source.file)}:${line}:${column}`;
}
