/** Whether a format reads a key or value without quotes as itself. It asks the reader, which knows every exception. */

import type { Format } from "../../toolkit/read/document/formats.js";
import { toData } from "../../toolkit/read/document/node.js";
import { parse } from "../../toolkit/read/document/parse.js";

/** A key and its value, of which one is asked about; `isInFlow`: between braces. */
type Asks = (key: string, value: string, isInFlow: boolean) => boolean;

export const IS_BARE: Readonly<Record<Format, Asks>> = { yaml: isBareYaml, json: () => false, jsonc: () => false };

/** Texts that people take for something else, although the reader does not. */
const ODD = /^[!-,:-@[-^`{-~-]|^\.\.\.|:$/;

function isBareYaml(key: string, value: string, isInFlow: boolean): boolean {
  if (ODD.test(key) || ODD.test(value)) return false;
  const entry = isInFlow ? `{ ${key}: ${value} }` : `${key}: ${value}`;
  const { root, problems } = parse({ file: "", text: `a:\n  ${entry}\n` }, "yaml");
  const meant = JSON.stringify({ a: { [key]: value } });
  return root !== undefined && problems.length === 0 && JSON.stringify(toData(root)) === meant;
}
