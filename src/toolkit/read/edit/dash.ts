/** The offset of the dash before an item of a block list; undefined if something is between them, such as an anchor. */
import type { Node } from "../document/node.js";
import type { Source } from "../document/source.js";

export function dashOf({ text }: Source, { span }: Node): number | undefined {
  const before = text.slice(0, span.start).trimEnd();
  return before.endsWith("-") ? before.length - 1 : undefined;
}
