/** Reads the fields of an entry by a dictionary of the tool's keys. */
import { didYouMean, quote } from "../../text/quote.js";
import { isSlip, plainName, suggest } from "../../text/suggest.js";
import type { Node } from "../read/document/node.js";
import { childrenOf, placesAt, type TreePlace } from "../read/other-tools/places.js";
import type { Pattern } from "../read/other-tools/tool.js";
import { aliasOf } from "../read/schema/alias.js";
import { configShape } from "../read/schema/shape.js";
import type { Dictionary } from "./dialects/dialect.js";
import { ADVICE } from "./dialects/server-keys.js";
import type { Log, RemarkKind } from "./log.js";

/** The first place with each meaning. */
export type Fields<Meaning> = ReadonlyMap<Meaning, TreePlace>;

/** The keys of an entry that the tool reads, and the words of other tools that are understood as well. */
export interface Keys<Meaning extends string> {
  readonly own: Dictionary<Meaning>;
  readonly borrowed: Dictionary<Meaning>;
}

/** The fields of an entry by their meaning; keys without a counterpart go to the log, and so do those that are words of other tools. */
export function fieldsOf<Meaning extends string>(
  entry: TreePlace,
  { own, borrowed }: Keys<Meaning>,
  log: Log,
): Fields<Meaning> {
  const fields = new Map<Meaning, TreePlace>();
  const words = wordsOf(borrowed);
  const isGroup = (name: string): boolean =>
    Object.keys(own).some((key) => key.startsWith(`${name}.`)) || words.groups.has(plainName(name));
  const foreign: (readonly [Meaning, TreePlace])[] = [];
  const visit = (place: TreePlace, prefix: string): void => {
    for (const child of childrenOf(place)) {
      const dotted = `${prefix}${String(child.path.at(-1))}`;
      const meaning = Object.hasOwn(own, dotted) ? own[dotted] : undefined;
      const word = words.meanings.get(plainName(dotted));
      // An empty mapping has a meaning by its key alone.
      const isAlone = meaning !== undefined && isNothing(child.node);
      if (child.node.kind === "mapping" && isGroup(dotted) && !isAlone) visit(child, `${dotted}.`);
      else if (meaning !== undefined) take(fields, meaning, child, log);
      else if (word !== undefined) foreign.push([word, child]);
      else lose(child, dotted, own, fields, log);
    }
  };
  visit(entry, "");
  for (const [meaning, child] of foreign) {
    if (!fields.has(meaning) && !isNothing(child.node))
      log.remark(child.keySpan, child.path, `is a word of other tools, ${takenAs(meaning, own)}`, "note");
    take(fields, meaning, child, log);
  }
  return fields;
}

function take<Meaning>(fields: Map<Meaning, TreePlace>, meaning: Meaning, place: TreePlace, log: Log): void {
  if (fields.has(meaning)) log.remark(place.keySpan, place.path, "repeats another key");
  else fields.set(meaning, place);
}

function lose<Meaning extends string>(
  place: TreePlace,
  dotted: string,
  own: Dictionary<Meaning>,
  fields: Fields<Meaning>,
  log: Log,
): void {
  const meant = Object.hasOwn(ADVICE, String(place.path.at(-1))) ? [] : meantBy(dotted, own, fields);
  withoutCounterpart(place, log, `has no counterpart${didYouMean(meant)}`);
}

function takenAs<Meaning extends string>(meaning: Meaning, own: Dictionary<Meaning>): string {
  const key = Object.keys(own).find((name) => own[name] === meaning);
  return key === undefined ? "and is taken over" : `taken for ${quote(key)}`;
}

interface Words<Meaning> {
  /** By the word without its case and separators. */
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** The words for mappings of other words. */
  readonly groups: ReadonlySet<string>;
}

/** Tools differ in case and separators alone: `serverURL`, `disabled-tools`. */
function wordsOf<Meaning extends string>(dictionary: Dictionary<Meaning>): Words<Meaning> {
  const entries = Object.entries<Meaning>(dictionary);
  const groups = entries.flatMap(([word]) => /^(.+)\./.exec(word)?.[1] ?? []);
  return {
    meanings: new Map(entries.map(([word, meaning]) => [plainName(word), meaning])),
    groups: new Set(groups.map(plainName)),
  };
}

/** The tool's key that an unknown one most likely means: by its letters, or because this agent knows it as another name for that key. */
function meantBy<Meaning extends string>(
  written: string,
  keys: Dictionary<Meaning>,
  known: ReadonlyMap<Meaning, unknown>,
): readonly string[] {
  const free = Object.keys(keys).filter((key) => keys[key] !== undefined && !known.has(keys[key]));
  const close = suggest(written, free).filter((key) => isSlip(written, key));
  if (close.length > 0) return close.slice(0, 1).map(quote);
  const ours = SERVERS.flatMap((variant) => aliasOf(written, variant)?.key ?? []);
  return free
    .filter((key) => ours.includes(keys[key] ?? ""))
    .slice(0, 1)
    .map(quote);
}

/** The keys that this agent accepts for a server, over either transport. */
const SERVERS = [...(configShape.properties.get("mcp_servers")?.rest?.tag?.variants.values() ?? [])];

/** Logs that a key has no counterpart, or why, unless it has no effect anyway. */
export function withoutCounterpart(
  { keySpan, path, node }: TreePlace,
  log: Log,
  why = "has no counterpart",
  kind: RemarkKind = "lost",
): void {
  if (isNothing(node)) return;
  const name = String(path.at(-1));
  log.remark(keySpan, path, Object.hasOwn(ADVICE, name) ? `${why}; ${ADVICE[name]}` : why, kind);
}

function isNothing(node: Node): boolean {
  if (node.kind === "scalar") return node.value === null || node.value === "";
  return (node.kind === "sequence" ? node.items.length : node.entries.size) === 0;
}

/** The entries at some places; skips all values except mappings. */
export function mappingsAt(root: Node, at: readonly Pattern[], log: Log): readonly TreePlace[] {
  return placesAt(root, at).filter((place) => {
    const isMapping = place.node.kind === "mapping";
    if (!isMapping) log.remark(place.keySpan, place.path, "is no mapping, and is left out", "type");
    return isMapping;
  });
}

/** The text of a scalar; undefined for any other value. */
export function textOf(node: Node | undefined): string | undefined {
  return node?.kind === "scalar" && node.value !== null ? (node.digits ?? String(node.value)) : undefined;
}

export function numberOf(node: Node | undefined): number | undefined {
  return node?.kind === "scalar" && typeof node.value === "number" ? node.value : undefined;
}

export function booleanOf(node: Node | undefined): boolean | undefined {
  return node?.kind === "scalar" && typeof node.value === "boolean" ? node.value : undefined;
}
