/** The snippet syntax of editors: `$1`, `${1:text}`, and `\` before `$`, `}` and `\`. */
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import type { Beginning } from "./completion.js";

export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** The value of a snippet of the schema on one line, valid in YAML and JSON. A text after `^` gets no quotes. */
export function inlineSnippet(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inlineSnippet).join(", ")}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, child]) => `"${key}": ${inlineSnippet(child)}`);
    return `{ ${entries.join(", ")} }`;
  }
  if (typeof value !== "string") return String(value);
  return value.startsWith("^") ? value.slice(1) : `"${value}"`;
}

const PIECE = /\\([\\$}])|\$\d+|\$\{\d+(?::([^}$]*)|\|([^,|$]*)(?:,[^|$]*)?\|)?\}/g;

/** A snippet in its initial state, for editors that do not know snippets. */
export function plainText({ insert, isSnippet }: Beginning): string {
  if (!isSnippet) return insert;
  return insert.replace(PIECE, (_, mark?: string, text?: string, choice?: string) => mark ?? text ?? choice ?? "");
}
