/** Which texts are names of facets, subagents and skills. Names become parts of messages, of the catalog and of paths. */
import { limits } from "../../../generated/protocol/tables.js";

/** Letters, digits, `.`, `_`, `-` and single spaces; a letter or digit first, no dot and no space last. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]| (?! ))*(?<![ .])$/u;

/** The name that a text stands for; undefined for one that is none. Some systems take the accents of a file's name apart. */
export function promptName(text: string): string | undefined {
  if (text.length > limits.promptNameCharacters) return undefined;
  const name = text.normalize("NFC");
  return NAME.test(name) ? name : undefined;
}
