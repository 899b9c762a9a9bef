/** Reads YAML: quickly where it is written as people write it, else with the general parser. Both make the same of it. */
import type { ParseResult } from "../builder.js";
import { readGeneral } from "./package.js";
import { readQuick } from "./quick/reader.js";

export function readYaml(text: string): ParseResult {
  return readQuick(text) ?? readGeneral(text);
}
