/** The tools that a server lists, as a daemon keeps them: malformed and too large ones are left out (P-S80, P-S82). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Fields, ToolDefinition } from "../tools/tool.js";
import type { ServerSetup } from "./host.js";
import { configuredName, offeredName } from "./names.js";
import { hasGoodHeaders } from "./parameter-headers.js";

export interface ListedTool {
  /** Its name at the server. */
  readonly name: string;
  readonly definition: ToolDefinition;
}

export interface Listed {
  /** Sorted by the names that are offered. */
  readonly tools: readonly ListedTool[];
  /** How many are no tools, have a name twice, or are too large. */
  readonly bad: number;
  /** How many are left out because their name looks like a credential, which a model would read (spec 2.7). */
  readonly secret: number;
  /** Whether there were more than are kept. */
  readonly isCut: boolean;
}

interface ListingRules {
  /** Whether a name looks like a credential. */
  readonly isSecret: (name: string) => boolean;
  /** Whether some arguments go into headers of a call: a tool that marks them wrongly is malformed then. */
  readonly sendsHeaders: boolean;
}

/** Takes tools page by page. */
export class Listing {
  readonly #server: string;
  readonly #blocked: ReadonlySet<string>;
  readonly #rules: ListingRules;
  readonly #tools = new Map<string, ListedTool>();
  #size = 0;
  #bad = 0;
  #secret = 0;
  #isCut = false;

  constructor({ name, config }: ServerSetup, rules: ListingRules) {
    this.#server = name;
    this.#blocked = new Set(config.block_list);
    this.#rules = rules;
  }

  /** False when no more are kept. */
  add(page: readonly unknown[]): boolean {
    for (const one of page) {
      if (this.#tools.size >= limits.mcpTools) this.#isCut = true;
      if (this.#isCut) return false;
      this.#take(one);
    }
    return true;
  }

  end(): Listed {
    const tools = [...this.#tools.values()].toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
    return { tools, bad: this.#bad, secret: this.#secret, isCut: this.#isCut };
  }

  #take(one: unknown): void {
    const tool = isFields(one) ? toolOf(this.#server, one) : undefined;
    const isWrong = this.#rules.sendsHeaders && !hasGoodHeaders(tool?.definition.inputSchema);
    if (tool === undefined || isWrong || this.#tools.has(tool.definition.name)) {
      this.#bad += 1;
      return;
    }
    const { name, definition, size } = tool;
    if (this.#blocked.has(configuredName(this.#server, name)) || this.#blocked.has(definition.name)) return;
    if (this.#rules.isSecret(name)) {
      this.#secret += 1;
      return;
    }
    this.#size += size;
    if (this.#size > limits.mcpToolsSize) this.#isCut = true;
    else this.#tools.set(definition.name, { name, definition });
  }
}

/** A clause about the tools that are left out; undefined when none is. */
export function listProblem({ tools, bad, secret, isCut }: Listed): string | undefined {
  const wrong = bad === 0 ? [] : [`${bad} of its tools ${bad === 1 ? "is" : "are"} malformed or too large`];
  const named =
    secret === 0 ? [] : [`${secret} of its tools ${secret === 1 ? "has a name" : "have names"} like a credential`];
  const cut = isCut ? [`it offers too many tools, and ${tools.length} are used`] : [];
  const all = [...cut, ...wrong, ...named];
  return all.length === 0 ? undefined : all.join("; ");
}

function toolOf(server: string, one: Fields): (ListedTool & { readonly size: number }) | undefined {
  const { name, description, inputSchema } = one;
  if (typeof name !== "string" || name === "" || name.length > limits.mcpToolName || !name.isWellFormed())
    return undefined;
  if (!isFields(inputSchema) || (inputSchema["type"] !== undefined && inputSchema["type"] !== "object"))
    return undefined;
  const size = sizeWithin(inputSchema, { size: limits.mcpSchemaSize, depth: limits.mcpSchemaDepth });
  if (size === undefined) return undefined;
  const told = typeof description === "string" ? shortened(description) : "";
  const definition: ToolDefinition = {
    ...{ name: offeredName(server, name), description: told, inputSchema: { ...inputSchema, type: "object" } },
    ...{ strict: false, tags: [], origin: "mcp" },
  };
  return { name, definition, size: size + told.length + name.length };
}

function shortened(text: string): string {
  const whole = text.toWellFormed();
  if (whole.length <= limits.mcpDescription) return whole;
  // A copy: a part of a text would keep the whole one in memory.
  return JSON.parse(JSON.stringify(`${whole.slice(0, limits.mcpDescription - 1).toWellFormed()}…`));
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The bounds of a value that is kept and written. `size`: characters, about as many as its JSON has. `depth`: of objects and lists within each
 * other.
 */
interface Most {
  readonly size: number;
  readonly depth: number;
}

/** About as many characters as its JSON has; undefined when it is larger or deeper than allowed. No recursion, so that depth costs no stack. */
function sizeWithin(value: unknown, most: Most): number | undefined {
  let size = 0;
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === "string") size += next.value.length;
    size += 4;
    if (typeof next.value === "object" && next.value !== null) {
      if (next.depth > most.depth) return undefined;
      const depth = next.depth + 1;
      const isList = Array.isArray(next.value);
      for (const [key, inner] of Object.entries(next.value)) {
        size += isList ? 1 : key.length + 4;
        if (size > most.size) return undefined;
        open.push({ value: inner, depth });
      }
    }
    if (size > most.size) return undefined;
  }
  return size;
}
