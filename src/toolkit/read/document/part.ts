/** Reads a text that somebody is typing: a part of it, with as much effort as is asked for, or only what has changed. */
import { FORMATS, type Format } from "./formats.js";
import { readTolerant } from "./json/package.js";
import type { Node } from "./node.js";
import type { Document, Read } from "./parse.js";
import { readQuick } from "./yaml/quick/reader.js";
import { spliced } from "./yaml/spliced.js";

/** `quick`: only with the fast reader of YAML. `whole`: with the reader of the format. `tolerant`: mistakes in JSON are guessed away. */
export type Effort = "quick" | "whole" | "tolerant";

/** No mistake is reported. */
export function readPart(text: string, format: Format, effort: Effort): Node | undefined {
  if (format === "yaml") return effort === "quick" ? readQuick(text)?.root : FORMATS.yaml.read(text).root;
  return effort === "tolerant" ? readTolerant(text) : FORMATS.jsonc.read(text).root;
}

/** The reader for a later text of a document. It gives what reading the whole gives, and reads no more than the entry that was changed if it can. */
export function readerAfter({ source, format, root, problems, leftOut }: Document): Read {
  const { read } = FORMATS[format];
  if (format !== "yaml" || root === undefined || problems.length + leftOut.length > 0) return read;
  return (text) => spliced({ text: source.text, root }, text) ?? read(text);
}
