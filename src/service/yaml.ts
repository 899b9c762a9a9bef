/** Values as YAML, for people. */
import { Document } from "yaml";
import { printableLines } from "../text/escape.js";
import type { Json } from "../toolkit/read/document/data.js";

/** A document to print, and to write comments into. */
export function yamlDocument(value: Json): Document {
  return new Document(value, { aliasDuplicateObjects: false });
}

export function yamlText(document: Document): string {
  const text = document.toString({ lineWidth: 0 });
  // The library writes an empty collection with a comment on three lines; one is enough.
  return printableLines(text.replace(/:\n\s+(\{\}|\[\])\n\s+(#.*)/g, ": $1 $2"));
}
