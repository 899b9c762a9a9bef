/** Reads YAML with the quick reader, or with the general parser if the quick reader declines. Both give the same tree. */
import type { ParseResult } from "../builder.js";
import { readGeneral } from "./package.js";
import { readQuick } from "./quick/reader.js";

export function readYaml(text: string): ParseResult {
  let around: readonly [number, number] | undefined;
  const quick = readQuick(text, (...keys) => {
    around = keys;
  });
  return quick ?? readGeneral(text, around);
}
