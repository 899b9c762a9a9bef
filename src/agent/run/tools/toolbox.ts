/** The tools of a turn, by the names that a model is offered. */
import { offeredName } from "./offered.js";
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
