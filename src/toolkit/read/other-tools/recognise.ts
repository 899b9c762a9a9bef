/** Which tool a file belongs to, and whether it evidently is none of this agent's. */
import type { Span } from "../diagnostic/diagnostic.js";
import type { Mapping, Node } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import { configShape } from "../schema/shape.js";
import { placesAt } from "./places.js";
import { TOOLS, type ToolId } from "./table.js";
import type { Mark, Tool } from "./tool.js";

/** The tool whose marks a tree has: the one whose file it is by its name, else the one with the most of them. */
export function toolOf(root: Mapping, file: string): Tool<ToolId> | undefined {
  const path = `/${file.replaceAll("\\", "/")}`;
  const marked = TOOLS.filter(({ format }) => format === undefined).map((tool) => ({
    tool,
    count: tool.marks.filter((mark) => hasMark(root, mark)).length,
  }));
  const possible = marked.filter(({ count }) => count > 0);
  const named = possible.find(({ tool }) => tool.files.some((name) => path.endsWith(`/${name}`)));
  const most = Math.max(...possible.map(({ count }) => count));
  return (named ?? possible.find(({ count }) => count === most))?.tool;
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

/** The tool that a key of a root is of, with what stands there. */
export function toolOfKey(root: Mapping, key: string): Tool<ToolId> | undefined {
  return TOOLS.find(
    ({ marks, format }) => format === undefined && marks.some((mark) => mark.at[0] === key && hasMark(root, mark)),
  );
}

/** The keys of a root that are this agent's and not the tool's as well. */
export function ownKeys(root: Mapping, tool: Tool | undefined): readonly string[] {
  const shared = new Set(["$schema", ...(tool?.shared ?? [])]);
  return [...root.entries.keys()].filter((key) => configShape.properties.has(key) && !shared.has(key));
}

const SHARED: ReadonlySet<string> = new Set(["$schema", ...TOOLS.flatMap(({ shared = [] }: Tool) => shared)]);

/** Whether a key is this agent's and no other tool's. */
function isOursAlone(key: string): boolean {
  return configShape.properties.has(key) && !SHARED.has(key);
}

/** A tool, and the first thing that tells. */
export interface Recognised {
  readonly tool: Tool;
  readonly keySpan: Span;
  /** The file as the tool itself reads it. */
  readonly document: Document;
}

/** The tool that a document evidently is a file of, if there is nothing of this agent's in it. */
export function foreignTool(document: Document): Recognised | undefined {
  const read = lenient(document);
  const { root } = read;
  if (root === undefined || [...root.entries.keys()].some(isOursAlone)) return undefined;
  const tool = toolOf(root, document.source.file);
  if (tool === undefined || ownKeys(root, tool).length > 0) return undefined;
  const [mark] = tool.marks.filter((one) => hasMark(root, one));
  return { tool, keySpan: root.entries.get(mark?.at[0] ?? "")?.keySpan ?? root.span, document: read };
}

/** The document as other tools read it: their JSON may have comments. Without a root where the text is broken. */
export function lenient(document: Document): Document {
  const { source, format, problems } = document;
  const read = format === "json" && problems.length > 0 ? parse(source, "jsonc") : document;
  const isWhole = read.problems.every(({ kind }) => ["duplicate-key", "reserved-name", "merge-key"].includes(kind));
  return isWhole ? read : { ...read, root: undefined };
}
