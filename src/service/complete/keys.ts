/** Keys and names for a mapping: the missing keys of its shape, the required ones first, and names from other places. */
import { describeType } from "../../toolkit/judge/report/describe.js";
import type { JsonObject } from "../../toolkit/read/document/data.js";
import { SNIPPETS } from "../../toolkit/read/schema/editor/snippets.js";
import type { Place } from "../../toolkit/read/schema/place.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import type { Completion } from "./completion.js";
import { FORMATS } from "./formats.js";
import { type About, describedIn, isForbidden } from "./place.js";

export function keyItems(about: About): readonly Completion[] {
  const { spot, place, typed } = about;
  const required = requiredIn(about);
  const below = keysOf(place.below);
  const isFree = (key: string, shape: Shape): boolean => !spot.taken.has(key) && !isForbidden(shape, typed.scope);
  const keys = offeredKeys(about).flatMap(({ key, shape, condition }): readonly Completion[] => {
    if (!isFree(key, shape)) return [];
    const description = (place.around && describedIn(place.described, place.around, key))?.schema.description;
    return [
      {
        ...{ kind: "key", label: key, ...FORMATS[typed.format].key(key, shape, spot), span: spot.span },
        detail: `${describeType(shape)}${condition}`,
        ...(description === undefined ? {} : { documentation: description }),
        isRequired: required.has(key) && !below.includes(key),
      },
    ];
  });
  const { rest } = place.shape;
  const names = rest === undefined ? [] : elsewhere(about).filter((name) => isFree(name, rest));
  const named = names.map(
    (name): Completion => ({
      ...{ kind: "name", label: name, ...FORMATS[typed.format].key(name, rest ?? place.shape, spot), span: spot.span },
      detail: below.includes(name) ? "in the global config" : "known by name",
    }),
  );
  const isFirst = ({ isRequired }: Completion): boolean => isRequired === true;
  return [...keys.filter(isFirst), ...keys.filter((key) => !isFirst(key)), ...named, ...snippetItems(about)];
}

interface Offered {
  readonly key: string;
  readonly shape: Shape;
  /** The variants that have the key, unless all do. */
  readonly condition: string;
}

/** The keys of a shape: of the chosen variant, or of all variants without a tag. */
function offeredKeys({ place: { shape, around } }: About): readonly Offered[] {
  const { tag, properties } = shape;
  const chosen = around?.variant ?? shape;
  const offered = new Map<string, Offered>();
  for (const [key, own] of [...properties, ...chosen.properties])
    if (!offered.has(key)) offered.set(key, { key, shape: own, condition: "" });
  if (tag === undefined || around?.variant !== undefined) return [...offered.values()];
  for (const variant of tag.variants.values())
    for (const [key, own] of variant.properties) {
      const owners = [...tag.variants].flatMap(([value, other]) => (other.properties.has(key) ? [value] : []));
      const condition = owners.length < tag.variants.size ? `, with ${tag.key}: ${owners.join(" or ")}` : "";
      if (!offered.has(key)) offered.set(key, { key, shape: own, condition });
    }
  return [...offered.values()];
}

function requiredIn({ place: { shape, around } }: About): ReadonlySet<string> {
  const tag = shape.tag === undefined ? [] : [shape.tag.key];
  return new Set([...tag, ...(shape.schema.required ?? []), ...(around?.variant?.schema.required ?? [])]);
}

/** Names of the layer below, of the catalog, and built-in ones. */
function elsewhere({ place, spot, names }: About): readonly string[] {
  const [section = "", ...deeper] = spot.path.map(String);
  const listed = deeper.length === 0 ? names.listed(section) : [];
  return [...new Set([...keysOf(place.below), ...listed])].filter((name) => names.isHarmless(name));
}

function keysOf(place: Place | undefined): readonly string[] {
  return place?.kind === "object" ? [...place.entries.keys()] : [];
}

/** Names that need no escape, neither in a snippet nor in quotes. */
const PLAIN = /^[\w./@-]+$/;

/** Whole new entries for the maps that people fill first, from the snippets of the schema for editors. */
function snippetItems({ spot, typed, names }: About): readonly Completion[] {
  const [section = "", ...deeper] = spot.path.map(String);
  if (deeper.length > 0 || spot.hasColon || !Object.hasOwn(SNIPPETS, section)) return [];
  // A new model gets an existing provider.
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
