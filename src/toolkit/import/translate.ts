/** Translates a whole file of another tool to entries of a configuration. */
import { printable } from "../../text/escape.js";
import { enumerate, quote } from "../../text/quote.js";
import { isObject } from "../read/document/data.js";
import type { Mapping, Node } from "../read/document/node.js";
import { childrenOf, placesAt, type TreePlace } from "../read/other-tools/places.js";
import { ownKeys } from "../read/other-tools/recognise.js";
import type { ToolId } from "../read/other-tools/table.js";
import type { Pattern, Tool } from "../read/other-tools/tool.js";
import type { Dialect, Dictionary } from "./dialects/dialect.js";
import { DIALECTS } from "./dialects/table.js";
import { BORROWED, SERVER_SECTIONS, type Vocabulary } from "./dialects/words.js";
import { Entries, type Imported } from "./entries.js";
import { fieldsOf, mappingsAt, textOf } from "./fields.js";
import { Log, type Remark, shownName, type Wanted } from "./log.js";
import { takeProviders } from "./providers.js";
import { translate as translateText } from "./reference.js";
import { takeRootModels } from "./root-models.js";
import { serverOf } from "./server.js";
import type { Scene } from "./values.js";

export interface Translation {
  readonly entries: readonly Imported[];
  /** In the order of the text. */
  readonly remarks: readonly Remark[];
  readonly wanted: readonly Wanted[];
}

/** The parts of a file that have a counterpart. */
export function translate(root: Mapping, tool: Tool<ToolId>, vocabulary: Vocabulary): Translation {
  const dialect = DIALECTS[tool.id];
  const { shell } = dialect;
  const borrowed = BORROWED[vocabulary];
  const log = new Log(referencesIn(root, shell));
  const entries = new Entries(log);
  const sceneOf = (section: string, entry: string): Scene => ({
    ...{ entry, path: [section, entry], log, shell },
  });
  const foreign = borrowedSections(root, dialect);
  remarkBorrowed(root, foreign, tool, vocabulary, log);
  for (const place of mappingsAt(root, [...dialect.servers.at, ...foreign.map((name) => [name, "*"])], log)) {
    if (isPart(place, dialect)) {
      log.remark(place.keySpan, place.path, `is a part of ${tool.name} and no server, and is left out`);
      continue;
    }
    const step = place.path.at(-1);
    const own = childrenOf(place).find(({ path }) => path.at(-1) === "name");
    const name = typeof step === "string" ? step : (textOf(own?.node) ?? `server-${Number(step) + 1}`);
    const keys = { own: dialect.servers.keys, borrowed: borrowed.server };
    const server = serverOf(place, keys, sceneOf("mcp_servers", name));
    if (server !== undefined) entries.add("mcp_servers", name, server, place);
  }
  if (dialect.providers !== undefined) takeProviders(root, dialect.providers, borrowed, entries, sceneOf);
  if (dialect.models !== undefined) takeRootModels(root, dialect.models, entries, sceneOf);
  takeDefaults(root, dialect, entries, log);
  remarkClass(entries, log);
  remarkSections(root, dialect, log);
  remarkRest(root, dialect, ownKeys(root, tool), foreign, log);
  const remarks = log.remarks.toSorted((a, b) => a.span.start - b.span.start);
  return { entries: entries.all(), remarks, wanted: log.wanted };
}

/** The sections of servers that are those of other tools. */
function borrowedSections(root: Mapping, dialect: Dialect): readonly string[] {
  const own = new Set(patternsOf(dialect).map(([name]) => name));
  return own.has("*") ? [] : SERVER_SECTIONS.filter((name) => root.entries.has(name) && !own.has(name));
}

/** Logs that the servers of a section are taken over, although the tool itself does not read it. */
function remarkBorrowed(
  root: Mapping,
  sections: readonly string[],
  tool: Tool<ToolId>,
  vocabulary: Vocabulary,
  log: Log,
): void {
  const own = quote(DIALECTS[tool.id].servers.at[0]?.[0] ?? "");
  for (const { keySpan, path } of placesAt(
    root,
    sections.map((name) => [name]),
  )) {
    if (vocabulary === "own") log.remark(keySpan, path, `is a section of other tools; ${tool.name} reads ${own}`);
    else log.remark(keySpan, path, `is a section of other tools, taken for ${own}`, "note");
  }
}

/** Whether an entry only switches on a part of the tool. */
function isPart(place: TreePlace, { servers: { keys, parts = [] } }: Dialect): boolean {
  return childrenOf(place).some(
    ({ path, node }) => keys[String(path.at(-1))] === "transport" && parts.includes(textOf(node) ?? ""),
  );
}

function takeDefaults(root: Mapping, { defaults = {} }: Dialect, entries: Entries, log: Log): void {
  for (const [key, size] of Object.entries(defaults)) {
    const [place] = placesAt(root, [key.split(".")]);
    if (place === undefined) continue;
    const name = textOf(place.node) ?? selectedIn(place, log);
    const model = entries.get("models", name);
    if (model === undefined) {
      log.remark(place.keySpan, place.path, "names a model that is not taken over, and is left out");
      continue;
    }
    const isSmall = size === "mini" && entries.get("defaults", "full")?.value !== name;
    if (isSmall && isObject(model.value)) entries.replace(model, { ...model.value, class: "mini" });
    entries.add("defaults", size, name, place);
  }
}

/** `provider/model` of a mapping with both; its other keys go to the log. */
function selectedIn(place: TreePlace, log: Log): string {
  const keys: Dictionary<"model" | "provider"> = { model: "model", provider: "provider" };
  const fields = fieldsOf(place, { own: keys, borrowed: {} }, log);
  return `${textOf(fields.get("provider")?.node) ?? ""}/${textOf(fields.get("model")?.node) ?? ""}`;
}

/** Logs once that the file does not give the context windows of the models. */
function remarkClass(entries: Entries, log: Log): void {
  const isFull = ({ path, value }: Imported): boolean =>
    path[0] === "models" && isObject(value) && value["class"] === "full";
  const [first, ...others] = entries.all().filter(isFull);
  if (first === undefined) return;
  const who = others.length === 0 ? "is" : "and the other models are";
  const message = `${who} written with \`class: full\`; \`mini\` and \`nano\` are for smaller ones`;
  log.remark(first.from.span, first.from.path, message, "note");
}

/** Logs in one line the unrelated keys of the root. */
function remarkRest(
  root: Mapping,
  dialect: Dialect,
  ownNames: readonly string[],
  foreign: readonly string[],
  log: Log,
): void {
  const { providers, models } = dialect;
  const patterns = patternsOf(dialect);
  const used = new Set([
    "$schema",
    "inputs",
    ...foreign,
    ...patterns.map(([name]) => name),
    ...(providers?.active === undefined ? [] : [providers.active.key]),
    ...Object.keys({ ...dialect.defaults, ...models?.keys, ...models?.urls }).map((key) => key.split(".")[0]),
  ]);
  const own = new Set(ownNames);
  const rest = [...root.entries].filter(([name]) => !used.has("*") && !used.has(name) && !own.has(name));
  for (const [name, { keySpan }] of root.entries) {
    if (own.has(name)) log.remark(keySpan, [name], "is a key of this agent already, and stays where it is");
  }
  const [first, ...others] = rest;
  if (first === undefined) return;
  const [name, { keySpan }] = first;
  const about = "nothing of servers, providers or models";
  const like = others.length === 0 ? "" : `, nor ${others.length === 1 ? "does" : "do"} ${named(others)}`;
  log.remark(keySpan, [name], `says ${about}${like}`, "note");
}

/** The most names in one remark. */
const MOST_NAMES = 5;

function named(others: readonly (readonly [string, unknown])[]): string {
  const names = others.slice(0, MOST_NAMES).map(([name]) => quote(printable(String(shownName(name)))));
  const more = others.length - names.length;
  return enumerate(more === 0 ? names : [...names, `${more} more`], "and");
}

function patternsOf({ servers, providers, models }: Dialect): readonly Pattern[] {
  return [...servers.at, ...(providers?.at ?? []), ...(models?.at ?? [])];
}

/** Logs the sections that hold no entries: a text, a number, `null` or an empty list. */
function remarkSections(root: Mapping, dialect: Dialect, log: Log): void {
  const sections = patternsOf(dialect).flatMap((pattern) => {
    const end = pattern.indexOf("*");
    return end <= 0 ? [] : [pattern.slice(0, end)];
  });
  const seen = new Set<Node>();
  for (const place of placesAt(root, sections)) {
    const { node, keySpan, path } = place;
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === "scalar" && node.value !== null)
      log.remark(keySpan, path, "is neither a mapping nor a list of entries, and is left out", "type");
    else if (node.kind === "scalar" || (node.kind === "sequence" && node.items.length === 0))
      log.remark(keySpan, path, "has no entries", "note");
  }
}

/** All variables that the file refers to. */
function referencesIn(node: Node, shell: Dialect["shell"]): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (inner: Node): void => {
    for (const child of childrenOf({ path: [], keySpan: inner.span, node: inner })) visit(child.node);
    if (inner.kind !== "scalar" || typeof inner.value !== "string") return;
    for (const { name } of translateText(inner.value, shell !== undefined).references) names.add(name);
  };
  visit(node);
  return names;
}
