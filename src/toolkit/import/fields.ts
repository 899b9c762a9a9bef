/** Reads the fields of an entry by a dictionary of the tool's keys. */
import { didYouMean, quote } from "../../text/quote.js";
import { isSlip, suggest } from "../../text/suggest.js";
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

/** The fields of an entry by their meaning; keys without a counterpart go to the log. */
export function fieldsOf<Meaning extends string>(
  entry: TreePlace,
  keys: Dictionary<Meaning>,
  log: Log,
): Fields<Meaning> {
  const fields = new Map<Meaning, TreePlace>();
  const visit = (place: TreePlace, prefix: string): void => {
    for (const child of childrenOf(place)) {
      const name = String(child.path.at(-1));
      const dotted = `${prefix}${name}`;
      const meaning = Object.hasOwn(keys, dotted) ? keys[dotted] : undefined;
      const isAround = child.node.kind === "mapping" && Object.keys(keys).some((key) => key.startsWith(`${dotted}.`));
      // An empty mapping has a meaning by its key alone.
      if (isAround && !(meaning !== undefined && isNothing(child.node))) visit(child, `${dotted}.`);
      else if (meaning === undefined)
        withoutCounterpart(
          child,
          log,
          `has no counterpart${didYouMean(Object.hasOwn(ADVICE, name) ? [] : meantBy(dotted, keys, fields))}`,
        );
      else if (fields.has(meaning)) log.remark(child.keySpan, child.path, "repeats another key");
      else fields.set(meaning, child);
    }
  };
  visit(entry, "");
  return fields;
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
