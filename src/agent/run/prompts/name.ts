/** Which texts are names of facets, subagents and skills. Names become parts of messages, of the catalog and of paths. */
import { limits } from "../../../generated/protocol/tables.js";

/** Letters, digits, `.`, `_`, `-` and single spaces; a letter or digit first and last. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]| (?! ))*$/u;

export function isPromptName(text: string): boolean {
  return text.length <= limits.promptNameCharacters && NAME.test(text) && !/[ .]$/.test(text);
}
