/** Whole new entries for the maps that people fill first, from the snippets of the schema for editors. */
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import { SNIPPETS } from "../../toolkit/read/schema/editor/snippets.js";
import type { About } from "./about.js";
import type { Completion } from "./completion.js";

export function snippetItems({ spot, typed: { format } }: About): readonly Completion[] {
  const [section, ...deeper] = spot.path;
  const snippets =
    deeper.length === 0 && section !== undefined && Object.hasOwn(SNIPPETS, section) ? SNIPPETS[section] : undefined;
  if (snippets === undefined || spot.hasColon) return [];
  return snippets.map(({ label, description, name, body }) => ({
    kind: "snippet",
    label,
    insert:
      format === "yaml" && !spot.isInFlow
        ? yamlLines({ [name]: body }, "").join("\n")
        : `${format === "yaml" ? name : `"${name}"`}: ${inline(body)}${spot.after}`,
    isSnippet: true,
    span: spot.span,
    documentation: description,
  }));
}

function yamlLines(body: Json, indent: string): readonly string[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([key, value]) =>
    isObject(value) ? [`${indent}${key}:`, ...yamlLines(value, `${indent}  `)] : [`${indent}${key}: ${inline(value)}`],
  );
}

/** The value on one line, as YAML and JSON read it. A text that begins with `^` is written without quotes. */
function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, child]) => `"${key}": ${inline(child)}`);
    return `{ ${entries.join(", ")} }`;
  }
  if (typeof value !== "string") return String(value);
  return value.startsWith("^") ? value.slice(1) : `"${value}"`;
}
