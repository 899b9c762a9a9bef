/** Windows paths whose backslashes the format reads as escapes: `"C:\tmp"` contains a tab. */
import { withBackslashes } from "../../../text/backslashes.js";
import type { ReadingFact } from "./facts.js";
import type { Mapping, Node } from "./node.js";

/** Few texts match, so most trees are not walked. */
const ESCAPED = /[A-Za-z]:\\[abefnrtv]/;

const PATH = /^(?:[\w-]+=)?[A-Za-z]:[\x07-\x0d\x1b][^ ]*$/;

export function lostBackslashes(text: string, root: Node | undefined): readonly ReadingFact[] {
  const facts: ReadingFact[] = [];
  const visit = (node: Node): void => {
    if (node.kind === "mapping") for (const { value } of node.entries.values()) visit(value);
    else if (node.kind === "sequence") node.items.forEach(visit);
    else if (isPath(node, text)) facts.push({ kind: "lost-backslash", at: { span: node.span } });
  };
  if (root !== undefined && ESCAPED.test(text)) visit(root);
  return facts;
}

function isPath(node: Node, text: string): boolean {
  return (
    node.kind === "scalar" && typeof node.value === "string" && text[node.span.start] === '"' && PATH.test(node.value)
  );
}

/** The tree with all such paths as their authors typed them. */
export function repairBackslashes(root: Mapping, text: string): Mapping {
  const repaired = (node: Node): Node => {
    if (node.kind === "mapping") return inMapping(node);
    if (node.kind === "sequence") return { ...node, items: node.items.map(repaired) };
    return isPath(node, text) ? { ...node, value: withBackslashes(String(node.value)) } : node;
  };
  const inMapping = <Of extends Mapping>(node: Of): Of => ({
    ...node,
    entries: new Map(Array.from(node.entries, ([key, entry]) => [key, { ...entry, value: repaired(entry.value) }])),
  });
  return inMapping(root);
}
