/** The tools of a turn, by the names that a model is offered. */
import { limits } from "../../../generated/protocol/tables.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import type { Tool, ToolDefinition } from "./tool.js";

export class Toolbox {
  readonly #tools = new Map<string, Tool>();

  constructor(tools: readonly Tool[]) {
    for (const tool of tools) this.#tools.set(offeredName(tool.name), tool);
  }

  /** As a model is told of them. */
  get offered(): readonly ToolDefinition[] {
    return [...this.#tools].map(([name, tool]) => ({ ...tool, name }));
  }

  /** The tool of a name that a model was offered. */
  find(offered: string): Tool | undefined {
    return this.#tools.get(offered);
  }
}

interface Named {
  readonly name: string;
}

/** Names that are remembered before those of tools that are away are forgotten. */
const MOST = 20_000;

/**
 * The order in which tools are offered over a session: a tool keeps its place, also while its server is away, and one that comes later stands
 * behind all others. So requests begin alike, and what a provider keeps of them counts on (P-S91).
 */
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

const DIGEST = 8;

/**
 * The name of a tool as every provider takes it: at most 64 characters of `[A-Za-z0-9_-]`. A name that is none of these gets a digest, so that no
 * two names become one (P-S82).
 */
export function offeredName(name: string): string {
  if (name.length <= limits.toolNameCharacters && /^[A-Za-z0-9_-]+$/.test(name)) return name;
  const beginning = name.slice(0, limits.toolNameCharacters - DIGEST - 1).replace(/[^A-Za-z0-9_-]/g, "_");
  return `${beginning}_${sha256Hex(name).slice(0, DIGEST)}`;
}
