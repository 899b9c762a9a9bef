/** Whole new entries for the maps that people fill first, from the snippets of the schema for editors. */
import type { JsonObject } from "../../toolkit/read/document/data.js";
import { SNIPPETS } from "../../toolkit/read/schema/editor/snippets.js";
import type { About } from "./about.js";
import type { Completion } from "./completion.js";
import { FORMATS } from "./formats.js";

/** Names that need no escape, neither in a snippet nor in quotes. */
const PLAIN = /^[\w./@-]+$/;

export function snippetItems({ spot, typed, names }: About): readonly Completion[] {
  const [section = "", ...deeper] = spot.path.map(String);
  if (deeper.length > 0 || spot.hasColon || !Object.hasOwn(SNIPPETS, section)) return [];
  // The provider of a new model is one that there is.
  const provider = names.in("providers").find((one) => PLAIN.test(one));
  const withProvider = (body: JsonObject): JsonObject =>
    provider === undefined || !Object.hasOwn(body, "provider") ? body : { ...body, provider: `\${2:${provider}}` };
  return (SNIPPETS[section] ?? []).map(({ label, description, name, body }) => ({
    kind: "snippet",
    label,
    insert: FORMATS[typed.format].entry(name, withProvider(body), spot),
    isSnippet: true,
    span: spot.span,
    documentation: description,
  }));
}
