/** Writes XML of elements and attributes with any text in them. */
import { printable } from "../../../text/escape.js";

const NAMES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that XML cannot escape and that `printable` keeps. */
const IMPOSSIBLE = /[\ufffe\uffff]/g;

/** A text of several lines; the line breaks are ours. */
export function xmlText(lines: readonly string[]): string {
  return lines.map(escaped).join("\n");
}

/** An element, on lines of its own below another one. `content`: whole lines, or a text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): readonly string[] {
  const start = `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join("")}`;
  if (typeof content === "string") return [`${start}>${content}</${name}>`];
  return content.length === 0 ? [`${start}/>`] : [`${start}>`, ...content.map((line) => `  ${line}`), `</${name}>`];
}

/** A document with one element. */
export function xmlDocument(lines: readonly string[]): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...lines, ""].join("\n");
}

function escaped(text: string): string {
  return printable(text)
    .replace(IMPOSSIBLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`)
    .replace(/[&<>"]/g, (character) => NAMES[character] ?? "");
}
