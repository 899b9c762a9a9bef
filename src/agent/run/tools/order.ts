/**
 * The order in which tools are offered over a session: a tool keeps its place, also while its server is away, and one that comes later stands
 * behind all others. So requests begin alike, and what a provider keeps of them counts on (P-S91).
 */

interface Named {
  readonly name: string;
}

/** Names that are remembered before those of tools that are away are forgotten. */
const MOST = 20_000;

export class ToolOrder {
  #places = new Map<string, number>();

  arrange<Item extends Named>(tools: readonly Item[]): readonly Item[] {
    for (const { name } of tools) if (!this.#places.has(name)) this.#places.set(name, this.#places.size);
    const inOrder = tools.toSorted((a, b) => this.#placeOf(a) - this.#placeOf(b));
    if (this.#places.size > MOST) this.#places = new Map(inOrder.map(({ name }, index) => [name, index]));
    return inOrder;
  }

  #placeOf({ name }: Named): number {
    return this.#places.get(name) ?? 0;
  }
}
