/** Where a value is written, for people: file, line and column. */
import { rangeAt } from "../../analysis/place.js";
import type { Definition } from "../../configuration/setting.js";
import { valueAt } from "../../diagnostic/anchor.js";
import type { Position } from "../../diagnostic/diagnostic.js";
import { printable } from "../../text/escape.js";

export function definitionPosition({ layer, path }: Definition): Position {
  return rangeAt(layer.document, valueAt(...path)).start;
}

/** `.agent/config.yaml:4:7`. */
export function placeName(definition: Definition): string {
  const { line, column } = definitionPosition(definition);
  return `${printable(definition.layer.document.source.file)}:${line}:${column}`;
}
