/** Keys and names for a mapping: those of its shape that are not there yet, the required ones first, and names from elsewhere. */
import { describeType } from "../../toolkit/judge/report/describe.js";
import { SPELLINGS } from "../../toolkit/read/edit/spelling.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import type { About } from "./about.js";
import type { Completion } from "./completion.js";
import { isForbidden } from "./place.js";
import { escaped } from "./snippet-text.js";
import { snippetItems } from "./snippets.js";

export function keyItems(about: About): readonly Completion[] {
  const { spot, place, names, typed } = about;
  const { shape, around } = place;
  const choices = around?.variant === undefined && shape.tag !== undefined ? [...shape.tag.variants] : [];
  const chosen = around?.variant ?? shape;
  const offered = new Map<string, { readonly shape: Shape; readonly only: readonly string[] }>();
  for (const [key, own] of [...shape.properties, ...chosen.properties])
    if (!offered.has(key)) offered.set(key, { shape: own, only: [] });
  for (const [value, variant] of choices)
    for (const [key, own] of variant.properties) {
      const known = offered.get(key);
      if (known === undefined) offered.set(key, { shape: own, only: [value] });
      else if (known.only.length > 0) offered.set(key, { shape: known.shape, only: [...known.only, value] });
    }
  const required = new Set([...(shape.schema.required ?? []), ...(chosen.schema.required ?? [])]);
  if (shape.tag !== undefined) required.add(shape.tag.key);
  const fits = (key: string, own: Shape): boolean => !spot.taken.has(key) && !isForbidden(own, typed.scope);
  const keys = [...offered].flatMap(([key, { shape: own, only }]): readonly Completion[] => {
    if (!fits(key, own)) return [];
    const isOfSome = only.length > 0 && only.length < choices.length;
    const condition = isOfSome ? `, with ${shape.tag?.key}: ${only.join(" or ")}` : "";
    return [
      {
        kind: "key",
        label: key,
        ...written(about, key, own),
        span: spot.span,
        detail: `${describeType(own)}${condition}`,
        ...(own.schema.description === undefined ? {} : { documentation: own.schema.description }),
        isRequired: required.has(key),
      },
    ];
  });
  const { rest } = shape;
  const known = rest === undefined ? [] : elsewhere(about).filter((name) => fits(name, rest) && names.isHarmless(name));
  const named = known.map(
    (name): Completion => ({
      kind: "name",
      label: name,
      ...written(about, name, rest ?? shape),
      span: spot.span,
      detail: "a name of the configuration",
    }),
  );
  return [
    ...keys.filter(({ isRequired }) => isRequired === true),
    ...keys.filter(({ isRequired }) => isRequired !== true),
    ...named,
    ...snippetItems(about),
  ];
}

/** Names of the layer below, of the catalog, and those that are built in. */
function elsewhere({ place, spot, names }: About): readonly string[] {
  const below = place.below?.kind === "object" ? [...place.below.entries.keys()] : [];
  const [section, ...deeper] = spot.path;
  const listed = deeper.length === 0 && ["models", "facets"].includes(String(section)) ? names.in(String(section)) : [];
  return [...new Set([...below, ...listed])];
}

/** A key with its colon and the beginning of its value. In JSON a key without a value is not readable, so it is a snippet there. */
function written(
  { typed: { format }, spot }: About,
  key: string,
  shape: Shape,
): Pick<Completion, "insert" | "isSnippet"> {
  const name = SPELLINGS[format].key(key);
  if (spot.hasColon) return { insert: name, isSnippet: false };
  if (format !== "yaml") return { insert: `${escaped(name)}: ${jsonValue(shape)}${spot.after}`, isSnippet: true };
  return { insert: `${spot.before}${name}:${spot.isInFlow ? " " : yamlBeginning(shape)}`, isSnippet: false };
}

function yamlBeginning({ types }: Shape): string {
  if (types?.has("object")) return "\n  ";
  return types?.has("array") ? "\n  - " : " ";
}

function jsonValue({ types, values }: Shape): string {
  if (types?.has("object")) return "{$1}";
  if (types?.has("array")) return "[$1]";
  if (types?.has("boolean")) return "$" + "{1|true,false|}";
  return types?.has("string") === true || values !== undefined ? '"$1"' : "$" + "{1:null}";
}
