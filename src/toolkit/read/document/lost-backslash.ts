/** Windows paths whose backslashes are read as escapes: `"C:\tmp"` has a tab in it. */
import type { ReadingFact } from "./facts.js";
import type { Node } from "./node.js";

/** Most texts contain no such path, and their trees are not walked. */
const ESCAPED = /[A-Za-z]:\\[abefnrtv]/;

const PATH = /^(?:[\w-]+=)?[A-Za-z]:[\x07-\x0d\x1b][^ ]*$/;

export function lostBackslashes(text: string, root: Node | undefined): readonly ReadingFact[] {
  const found: ReadingFact[] = [];
  const visit = (node: Node): void => {
    if (node.kind === "mapping") for (const { value } of node.entries.values()) visit(value);
    else if (node.kind === "sequence") node.items.forEach(visit);
    else if (typeof node.value === "string" && text[node.span.start] === '"' && PATH.test(node.value))
      found.push({ kind: "lost-backslash", at: { span: node.span } });
  };
  if (root !== undefined && ESCAPED.test(text)) visit(root);
  return found;
}
