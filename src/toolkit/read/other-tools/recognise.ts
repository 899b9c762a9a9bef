/** Recognises the tool of a file, and files that evidently belong to another tool. */
import type { Span } from "../diagnostic/diagnostic.js";
import type { ReadingFact } from "../document/facts.js";
import type { Mapping, Node } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import { configShape } from "../schema/shape.js";
import { isOurs } from "./ours.js";
import { placesAt } from "./places.js";
import { TOOLS, type ToolId } from "./table.js";
import type { Mark, Tool } from "./tool.js";

/** The tool whose marks a tree has, by the name of the file or else the one with the most marks; without any marks, by the name alone. */
export function toolOf(root: Mapping, file: string): Tool<ToolId> | undefined {
  const isOwn = isOurs(root, file) && !TOOLS.some((tool) => hasName(tool, file));
  const marked = TOOLS.filter(({ format }) => format === undefined).map((tool) => ({
    tool,
    count: tool.marks.filter((mark) => hasMark(root, mark) && !(isOwn && isKeyOfOurs(mark))).length,
  }));
  const possible = marked.filter(({ count }) => count > 0);
  const named = (possible.length === 0 && !isOwn ? marked : possible).find(({ tool }) => hasName(tool, file));
  const most = Math.max(...possible.map(({ count }) => count));
  return (named ?? possible.find(({ count }) => count === most))?.tool;
}

function hasName({ files }: Tool, file: string): boolean {
  const path = `/${file.replaceAll("\\", "/")}`;
  return files.some((name) => path.endsWith(`/${name}`));
}

/** In a file of ours, such a mark says nothing. */
function isKeyOfOurs({ at: [key = ""] }: Mark): boolean {
  return configShape.properties.has(key);
}

export function hasMark(root: Mapping, { at, is }: Mark): boolean {
  return placesAt(root, [at]).some(({ node }) => fits(node, is));
}

function fits(node: Node, is: Mark["is"]): boolean {
  switch (is) {
    case "value":
      return node.kind === "scalar";
    case "list":
      return node.kind === "sequence";
    case "mapping":
      return node.kind === "mapping";
    default:
      return node.kind === "scalar" && typeof node.value === "string" && is.includes(node.value);
  }
}

/** The tool of a top-level key with this value. */
export function toolOfKey(root: Mapping, key: string): Tool<ToolId> | undefined {
  return TOOLS.find(
    ({ marks, format }) => format === undefined && marks.some((mark) => mark.at[0] === key && hasMark(root, mark)),
  );
}

/** The top-level keys that belong to this agent and not to the tool as well. */
export function ownKeys(root: Mapping, tool: Tool | undefined): readonly string[] {
  const shared = new Set(["$schema", ...(tool?.shared ?? [])]);
  return [...root.entries.keys()].filter((key) => configShape.properties.has(key) && !shared.has(key));
}

const SHARED: ReadonlySet<string> = new Set(["$schema", ...TOOLS.flatMap(({ shared = [] }: Tool) => shared)]);

/** Whether a key is this agent's and no other tool's. */
function isOursAlone(key: string): boolean {
  return configShape.properties.has(key) && !SHARED.has(key);
}

/** A tool, and its first mark in the document. */
export interface Recognised {
  readonly tool: Tool;
  readonly keySpan: Span;
  /** The file as the tool itself reads it. */
  readonly document: Document;
}

/** The tool whose file a document evidently is; undefined if it contains any key of this agent. */
export function foreignTool(document: Document): Recognised | undefined {
  const read = lenient(document);
  const { root } = read;
  if (root === undefined || [...root.entries.keys()].some(isOursAlone)) return undefined;
  const tool = toolOf(root, document.source.file);
  if (tool === undefined || ownKeys(root, tool).length > 0) return undefined;
  const [mark] = tool.marks.filter((one) => hasMark(root, one));
  return { tool, keySpan: root.entries.get(mark?.at[0] ?? "")?.keySpan ?? root.span, document: read };
}

/** Mistakes after which a text still has one evident meaning. */
const FORGIVEN: ReadonlySet<ReadingFact["kind"]> = new Set([
  ...(["duplicate-key", "reserved-name", "merge-key", "lost-backslash"] as const),
]);

/** The document as other tools read it: their JSON may have comments. Without a root for a broken text. */
export function lenient(document: Document): Document {
  const { source, format, problems } = document;
  const read = format === "json" && problems.length > 0 ? parse(source, "jsonc") : document;
  const isWhole = read.problems.every(({ kind }) => FORGIVEN.has(kind));
  return isWhole ? read : { ...read, root: undefined };
}
