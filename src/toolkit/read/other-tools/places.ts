/** Finds the places of a tree that match patterns. */
import type { Path } from "../../../text/path.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Node } from "../document/node.js";
import type { Pattern } from "./tool.js";

export interface TreePlace {
  readonly path: Path;
  /** The span of its name; in a list, of the value itself. */
  readonly keySpan: Span;
  readonly node: Node;
}

/** The values at some patterns, in their order. `*` in a pattern does not match a name that another pattern spells out. */
export function placesAt(root: Node, patterns: readonly Pattern[]): readonly TreePlace[] {
  return patterns.flatMap((pattern) => {
    let places: readonly TreePlace[] = [{ path: [], keySpan: root.span, node: root }];
    for (const [index, step] of pattern.entries()) {
      const spelt = patterns.flatMap((other) => (agree(other, pattern, index) ? (other[index] ?? []) : []));
      places = places.flatMap((place) =>
        step === "*"
          ? childrenOf(place).filter(
              ({ path }) => typeof path.at(-1) === "number" || !spelt.includes(String(path.at(-1))),
            )
          : childNamed(place, step),
      );
    }
    return places;
  });
}

/** Whether two patterns begin with the same steps. */
function agree(one: Pattern, other: Pattern, length: number): boolean {
  return one.slice(0, length).every((step, index) => step === other[index]);
}

function childNamed({ path, node }: TreePlace, name: string): readonly TreePlace[] {
  const entry = node.kind === "mapping" ? node.entries.get(name) : undefined;
  return entry === undefined ? [] : [{ path: [...path, name], keySpan: entry.keySpan, node: entry.value }];
}

export function childrenOf({ path, node }: TreePlace): readonly TreePlace[] {
  switch (node.kind) {
    case "scalar":
      return [];
    case "sequence":
      return node.items.map((item, index) => ({ path: [...path, index], keySpan: item.span, node: item }));
    case "mapping":
      return Array.from(node.entries, ([key, { keySpan, value }]) => ({ path: [...path, key], keySpan, node: value }));
  }
}
