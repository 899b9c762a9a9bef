/** Whole new entries for the maps that people fill first, from the snippets of the schema for editors. */
import { SNIPPETS } from "../../toolkit/read/schema/editor/snippets.js";
import type { About } from "./about.js";
import type { Completion } from "./completion.js";
import { FORMATS } from "./formats.js";

export function snippetItems({ spot, typed }: About): readonly Completion[] {
  const [section = "", ...deeper] = spot.path.map(String);
  if (deeper.length > 0 || spot.hasColon || !Object.hasOwn(SNIPPETS, section)) return [];
  return (SNIPPETS[section] ?? []).map(({ label, description, name, body }) => ({
    kind: "snippet",
    label,
    insert: FORMATS[typed.format].entry(name, body, spot),
    isSnippet: true,
    span: spot.span,
    documentation: description,
  }));
}
