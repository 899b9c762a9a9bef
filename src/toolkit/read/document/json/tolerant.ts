/** Guesses the tree of a broken JSON text; for completion, never for a configuration in use. */
import type { Node as JsonNode } from "jsonc-parser";
import { MAX_DEPTH } from "../encoding.js";
import type { Entry, Node } from "../node.js";
import { parseTree } from "./bundled.js";
import { deepBracket } from "./reader.js";

export function readTolerant(text: string): Node | undefined {
  if (deepBracket(text) !== undefined) return undefined;
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && nodeOf(root, MAX_DEPTH);
}

function nodeOf({ type, value, offset, length, children = [] }: JsonNode, depth: number): Node | undefined {
  const span = { start: offset, end: offset + length };
  if (depth === 0) return undefined;
  if (type === "array")
    return { kind: "sequence", span, items: children.flatMap((child) => nodeOf(child, depth - 1) ?? []) };
  if (type !== "object") return { kind: "scalar", span, value: scalarOf(value) };
  const entries = new Map<string, Entry>();
  for (const { children: [key, child] = [] } of children) {
    if (key === undefined || key.value === "__proto__" || entries.has(String(key.value))) continue;
    const keySpan = { start: key.offset, end: key.offset + key.length };
    const nothing: Node = { kind: "scalar", value: null, span: { start: keySpan.end, end: keySpan.end } };
    entries.set(String(key.value), { keySpan, value: (child && nodeOf(child, depth - 1)) ?? nothing });
  }
  return { kind: "mapping", span, entries };
}

function scalarOf(value: unknown): string | number | boolean | null {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
