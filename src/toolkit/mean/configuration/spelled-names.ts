/** How keys and values spell names of entries: alone, before an effort, inside the name of a tool, or before a model of a provider. */
import type { Path } from "../../../text/path.js";
import { literalOf, rawOffset } from "../../../text/scan.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Catalog } from "../../read/layers/catalog.js";
import type { Place } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import { isCustomKind, mayHaveEffort, parseModelReference } from "./models.js";

/** The sections with entries that other places name (`x-ref`, `x-ref-within`). */
export const NAMED_SECTIONS = ["providers", "models", "facets", "mcp_servers"] as const;

export type NamedSection = (typeof NAMED_SECTIONS)[number];

export interface Spelled {
  readonly section: NamedSection;
  readonly name: string;
  /** The part of the key or value that spells the name. */
  readonly within: Span;
}

/** The facts about all layers that distinguish names in a text. */
export interface Known {
  readonly models: ReadonlySet<string>;
  /** The longest configured server at the beginning of a text, before another text. */
  readonly serverIn: (text: string, after: string) => string | undefined;
  /** The custom provider at the beginning of a model's name, if no other setting gives the model's provider (S16). */
  readonly providerOf: (model: string) => string | undefined;
}

export function knownIn(trees: readonly Place[], catalog: Catalog | undefined): Known {
  const listed = new Set(Object.keys(catalog?.models ?? {}));
  const models = trees.flatMap((tree) => entriesIn(tree, "models"));
  const placed = models.flatMap(([name, entry]) => (hasProvider(entry) ? [name] : []));
  const custom = trees.flatMap((tree) => entriesIn(tree, "providers")).filter(([, entry]) => isCustom(entry));
  const owned = new Set([...listed, ...placed]);
  const providerIn = beginnings(custom.map(([name]) => name));
  const servers = trees.flatMap((tree) => entriesIn(tree, "mcp_servers")).map(([name]) => name);
  return {
    models: new Set([...listed, ...models.map(([name]) => name)]),
    serverIn: beginnings(servers),
    providerOf: (model) => (owned.has(model) ? undefined : providerIn(model, "/")),
  };
}

/** Finds the longest of some names at the beginning of a text, before another text. Each length is tried once: a text may be long. */
function beginnings(names: readonly string[]): (text: string, after: string) => string | undefined {
  const [all, lengths] = [new Set(names), new Set(names.map(({ length }) => length))];
  const longest = [...lengths].toSorted((a, b) => b - a);
  return (text, after) => {
    const length = longest.find((one) => text.startsWith(after, one) && all.has(text.slice(0, one)));
    return length === undefined ? undefined : text.slice(0, length);
  };
}

/** The names that the key of an entry spells. */
export function namesInKey(section: NamedSection, key: string, known: Known): readonly Spelled[] {
  const own = { section, name: key, within: { start: 0, end: key.length } };
  return section === "models" ? [own, ...providerIn(key, known)] : [own];
}

/** The names that a value spells; empty if the value is known only after loading. */
export function namesInText(text: string, { schema }: Shape, path: Path, known: Known): readonly Spelled[] {
  const { "x-ref": reference, "x-ref-within": inside } = schema;
  const section = NAMED_SECTIONS.find((one) => one === (reference ?? inside?.section));
  const literal = section === undefined ? undefined : literalOf(text);
  if (section === undefined || literal === undefined) return [];
  const spelled = ({ name, within: { start, end }, ...rest }: Spelled): Spelled => ({
    ...{ ...rest, name },
    within: { start: rawOffset(text, start), end: rawOffset(text, end) },
  });
  if (inside !== undefined) {
    const name = nameInside(literal, inside, path[0] === section ? String(path[1]) : "", known);
    const { length: start } = inside.before;
    return name === undefined ? [] : [spelled({ section, name, within: { start, end: start + name.length } })];
  }
  const name = section === "models" && mayHaveEffort(path) ? modelIn(literal, known) : literal;
  const own = { section, name, within: { start: 0, end: name.length } };
  return [own, ...(section === "models" ? providerIn(name, known) : [])].map(spelled);
}

function modelIn(literal: string, { models }: Known): string {
  return parseModelReference(literal, (name) => models.has(name)).model;
}

function providerIn(model: string, { providerOf }: Known): readonly Spelled[] {
  const name = providerOf(model);
  return name === undefined ? [] : [{ section: "providers", name, within: { start: 0, end: name.length } }];
}

/** Names may contain underscores: the server around the list comes first, then the longest configured one, then the shortest name. */
function nameInside(
  text: string,
  { before, after }: { readonly before: string; readonly after: string },
  around: string,
  { serverIn }: Known,
): string | undefined {
  const rest = text.startsWith(before) ? text.slice(before.length) : "";
  if (around !== "" && rest.startsWith(around + after)) return around;
  const end = rest.indexOf(after, 1);
  const shortest = end === -1 || end + after.length >= rest.length ? undefined : rest.slice(0, end);
  return serverIn(rest, after) ?? shortest;
}

function hasProvider(entry: Place): boolean {
  return ["provider", "inherits"].some((key) => textAt(entry, key) !== undefined);
}

function isCustom(entry: Place): boolean {
  const kind = entry.kind === "object" ? entry.entries.get("kind") : undefined;
  return isCustomKind(kind && textAt(kind, "type"));
}

function textAt(place: Place, key: string): string | undefined {
  const child = place.kind === "object" ? place.entries.get(key) : undefined;
  return child?.kind === "scalar" && typeof child.value === "string" ? child.value : undefined;
}

function entriesIn(tree: Place, section: NamedSection): readonly (readonly [string, Place])[] {
  const entries = tree.kind === "object" ? tree.entries.get(section) : undefined;
  return entries?.kind === "object" ? [...entries.entries] : [];
}
