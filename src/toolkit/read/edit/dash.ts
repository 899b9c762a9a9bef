/** Where the dash stands that begins an item of a list in lines; undefined where something is between it and the item, such as an anchor. */
import type { Node } from "../document/node.js";
import type { Source } from "../document/source.js";

export function dashOf({ text }: Source, { span }: Node): number | undefined {
  const before = text.slice(0, span.start).trimEnd();
  return before.endsWith("-") ? before.length - 1 : undefined;
}
