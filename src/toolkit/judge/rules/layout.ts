/** Help texts about the layout of each format. A new format is an entry here. */
import { lacksSpace } from "../../../text/colon.js";
import type { Format } from "../../read/document/formats.js";
import { NEEDS_SPACE } from "./phrases.js";

interface Layout {
  /** Advice for a text that is not a mapping. */
  readonly begin: (text: string) => string;
  /** How to move a key out of its mapping, added to the words for its new place; empty if the layout does not matter. */
  readonly outwards: string;
  /** The same for keys that move into another mapping: one of them, or several. */
  readonly inwards: (isOne: boolean) => string;
}

const YAML: Layout = {
  begin: (text) => (lacksSpace(text) ? NEEDS_SPACE : "start with a key, such as `version: 3`"),
  outwards: ": indent it less",
  inwards: (isOne) => `: indent ${isOne ? "it" : "them"} further`,
};

const JSON_TEXT: Layout = {
  begin: () => 'start with an object, such as `{ "version": 3 }`',
  outwards: "",
  inwards: () => "",
};

export const LAYOUTS: Readonly<Record<Format, Layout>> = { yaml: YAML, json: JSON_TEXT, jsonc: JSON_TEXT };
