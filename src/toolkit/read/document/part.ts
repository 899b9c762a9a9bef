/** Reads a part of a text that somebody is typing, with as much effort as is asked for. */
import { FORMATS, type Format } from "./formats.js";
import { readTolerant } from "./json/package.js";
import type { Node } from "./node.js";
import { readQuick } from "./yaml/quick/reader.js";

/** `quick`: only with the fast reader of YAML. `whole`: with the reader of the format. `tolerant`: mistakes in JSON are guessed away. */
export type Effort = "quick" | "whole" | "tolerant";

/** No mistake is reported. */
export function readPart(text: string, format: Format, effort: Effort): Node | undefined {
  if (format === "yaml") return effort === "quick" ? readQuick(text)?.root : FORMATS.yaml.read(text).root;
  return effort === "tolerant" ? readTolerant(text) : FORMATS.jsonc.read(text).root;
}
