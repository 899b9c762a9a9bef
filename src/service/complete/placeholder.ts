/** The place of a configuration at the cursor: its path in a tree that was read with a placeholder there. */
import type { Path } from "../../text/path.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Mapping, Node } from "../../toolkit/read/document/node.js";

/** A character that no configuration contains. */
export const PLACEHOLDER = "\ue000";

export interface Spot {
  readonly root: Mapping;
  /** The path of the mapping for a key, of the value for a value. */
  readonly path: Path;
  readonly part: "key" | "value";
  /** The key with the placeholder, for a key. */
  readonly name: string;
  /** The part of the text that a proposal replaces, quotes included. */
  readonly span: Span;
  /** Names next to the cursor that are already taken. */
  readonly taken: ReadonlySet<string>;
  /** Items of the same list. */
  readonly items: readonly string[];
  readonly isInFlow: boolean;
  /** Whether the key has a colon already. */
  readonly hasColon: boolean;
  /** Whether nothing else is in the mapping, so that it may be a single value on a line of its own. */
  readonly isAlone: boolean;
  /** Text before and after a proposal: a missing space, a comma. */
  readonly before: string;
  readonly after: string;
}

/** The placeholder in a tree: its path, the span of its token, and its neighbours. */
export interface PlaceholderPlace {
  readonly path: Path;
  readonly part: "key" | "value";
  readonly name: string;
  readonly span: Span;
  readonly taken: ReadonlySet<string>;
  readonly items: readonly string[];
}

export function placedAt(root: Node, at: number, path: Path = []): PlaceholderPlace | undefined {
  const holds = ({ start, end }: Span): boolean => start <= at && at < end;
  switch (root.kind) {
    case "scalar":
      return holds(root.span)
        ? { path, part: "value", name: "", span: root.span, taken: new Set(), items: [] }
        : undefined;
    case "sequence":
      for (const [index, item] of root.items.entries()) {
        if (!holds(item.span)) continue;
        const inner = placedAt(item, at, [...path, index]);
        if (inner === undefined || item.kind !== "scalar") return inner;
        const others = root.items.filter((other) => other !== item);
        return { ...inner, items: others.flatMap((other) => (other.kind === "scalar" ? String(other.value) : [])) };
      }
      return undefined;
    case "mapping":
      for (const [key, { keySpan, value }] of root.entries) {
        if (holds(keySpan)) {
          const taken = new Set([...root.entries.keys()].filter((name) => name !== key));
          return { path, part: "key", name: key, span: keySpan, taken, items: [] };
        }
        if (holds(value.span)) return placedAt(value, at, [...path, key]);
      }
      return undefined;
  }
}
