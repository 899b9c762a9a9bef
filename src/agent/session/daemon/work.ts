/** What a facet or a subagent works with beside its model: its system prompt and its tools. */
import { isOfServer } from "../mcp/names.js";
import type { ToolUse } from "../model/target.js";
import { type Facet, type Prompts, READ_ONLY, type Subagent } from "../prompts/prompt.js";
import { type ServerWords, systemPrompt } from "../prompts/system-prompt.js";
import { DELEGATE } from "../tools/delegate.js";
import { Toolbox } from "../tools/toolbox.js";
import type { Wish } from "../turn/permission.js";
import type { TurnTools } from "../turn/turn.js";
import type { InUse } from "./configuration.js";
import type { Opened } from "./opened.js";
import { mayInstruct } from "./server-places.js";
import type { ToolsInUse } from "./tools.js";

export type Worker = Facet | Subagent;

/** What a turn begins with, read once. */
export interface Basis {
  readonly opened: Opened;
  readonly tools: ToolsInUse;
  readonly inUse: InUse;
  readonly prompts: Prompts;
}

export class Work {
  readonly #basis: Basis;
  readonly #workers: readonly Worker[];
  readonly #use: ToolUse | undefined;

  /**
   * `workers`: the facet of the turn, and the subagent that works for it. What one of them excludes, the next one does not have. `use`: how the
   * model uses tools; undefined where there is no model.
   */
  constructor(basis: Basis, workers: readonly Worker[], use: ToolUse | undefined) {
    [this.#basis, this.#workers, this.#use] = [basis, workers, use];
  }

  get system(): (() => string) | undefined {
    const worker = this.#workers.at(-1);
    const { instructions } = this.#basis.prompts;
    const usesTools = this.#use?.loading !== "no_tools";
    return worker && (() => systemPrompt(worker, instructions, usesTools ? this.#wordsOfServers() : []));
  }

  /** The tools of a turn; no server is waited for where none of its tools is offered. */
  get tools(): TurnTools {
    const { tools, inUse, prompts } = this.#basis;
    const needsServers = this.#workers.every(({ tools: names }) => names?.some(isOfServer) ?? true);
    return {
      ready: async (signal) => (needsServers ? tools.ready(signal) : []),
      now: () => new Toolbox(tools.offered(inUse, prompts).filter(({ name }) => this.#offers(name))),
    };
  }

  /** Why a person has to be asked about a call; undefined for any other. */
  alarm({ tool }: Wish): string | undefined {
    const guarded = this.#workers.find(({ policies }) => policies.includes(READ_ONLY));
    const isReading = tool.origin === "shipped" && READING.has(tool.name);
    return guarded === undefined || isReading
      ? undefined
      : `This may change something, and \`${guarded.name}\` is read-only:`;
  }

  /** Whether a tool is offered. */
  #offers(name: string): boolean {
    if (this.#workers.length > 1 && name === DELEGATE) return false;
    const [own, other] = this.#use?.changesBy === "write" ? ["write", "edit"] : ["edit", "write"];
    if (name === other) return false;
    // A worker that names one of the two tools means that files may be changed.
    const isNamed = (one: string): boolean => one === name || (name === own && one === other);
    return this.#workers.every(({ tools, policies }) => {
      return (tools?.some(isNamed) ?? true) && !(policies.includes(READ_ONLY) && name === own);
    });
  }

  /** The words of servers with a tool that is offered; a server of a project that nobody vouches for says nothing (P-S99). */
  #wordsOfServers(): readonly ServerWords[] {
    const { opened, tools: inTools, inUse } = this.#basis;
    const { scrubber } = opened.configuration;
    return inTools.servers.snapshot().flatMap(({ name: server, instructions, tools }) => {
      const isOffered = tools.some(({ name }) => this.#offers(name));
      if (instructions === undefined || !isOffered || !mayInstruct(server, inUse)) return [];
      return [{ server, text: scrubber.scrub(instructions) }];
    });
  }
}

/** Tools that change nothing themselves. */
const READING: ReadonlySet<string> = new Set(["read", "search", "list", "skill", "ask_user", DELEGATE]);
