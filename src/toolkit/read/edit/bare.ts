/** Whether YAML reads a key or value without quotes as itself. It asks the reader, which knows every exception. */
import { toData } from "../document/node.js";
import { parse } from "../document/parse.js";

/** Texts that people take for something else, although the reader does not. */
const ODD = /^[!-,:-@[-^`{-~-]|^\.\.\.|:$/;

/** A key and its value, of which one is asked about; `isInFlow`: between braces. */
export function isBareYaml(key: string, value: string, isInFlow: boolean): boolean {
  if (ODD.test(key) || ODD.test(value)) return false;
  const entry = isInFlow ? `{ ${key}: ${value} }` : `${key}: ${value}`;
  const { root, problems } = parse({ file: "", text: `a:\n  ${entry}\n` }, "yaml");
  const meant = JSON.stringify({ a: { [key]: value } });
  return root !== undefined && problems.length === 0 && JSON.stringify(toData(root)) === meant;
}
