/** Reads a part of a text that somebody is typing, with a chosen effort. */
import { FORMATS, type Format } from "./formats.js";
import { readTolerant } from "./json/package.js";
import type { Node } from "./node.js";
import { readQuick } from "./yaml/quick/reader.js";

/** `quick`: only the fast reader of YAML. `whole`: the reader of the format. `tolerant`: also guesses a tree for broken JSON. */
export type Effort = "quick" | "whole" | "tolerant";

/** Reports no mistakes. */
export function readPart(text: string, format: Format, effort: Effort): Node | undefined {
  if (format === "yaml") return effort === "quick" ? readQuick(text)?.root : FORMATS.yaml.read(text).root;
  return effort === "tolerant" ? readTolerant(text) : FORMATS.jsonc.read(text).root;
}
