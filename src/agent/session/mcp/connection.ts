/** One connection to a tool server, from its handshake to its end: the list of its tools, and calls. Knows nothing of states and of trying again. */
import type { Client, Transport } from "@modelcontextprotocol/client";
import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";
import { LONGEST_TIMER, sleep, within } from "../../machine/interfaces/clock.js";
import { fileUrl } from "../../machine/interfaces/file-url.js";
import { looksSecret } from "../scrub/looks-secret.js";
import type { Fields } from "../tools/tool.js";
import type { CallTime } from "./call-time.js";
import { AskingCalls } from "./elicitation/asking-calls.js";
import { completeResults } from "./hear-first.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { isFields, type Listed, Listing } from "./listed.js";
import type { McpPackage } from "./package.js";
import { problemOf, ServerProblem } from "./problem.js";
import { mayBeOther, type Revision, revisionProblem } from "./revision.js";

/** The way to a server. */
export interface Link {
  readonly transport: Transport;
  /** The reason of its end, when the server caused it. */
  readonly problem: ServerProblem | undefined;
  /** Why the server refuses every revision, where the way to it can tell; never rejects. */
  explain?(signal: AbortSignal): Promise<ServerProblem | undefined>;
  /** Ends the server or the session; never rejects, and takes a bounded time. */
  close(): Promise<void>;
}

/** A schema that accepts every result: this room checks each part of a result where it uses it. */
const ANY = { "~standard": { version: 1, vendor: "agent", validate: (value: unknown) => ({ value }) } } as const;

/** Characters of them that are kept: no secret is cut before it is found. */
const LONGEST_WORDS = 4 * limits.mcpInstructions;

/** The clock of the daemon ends each wait earlier. */
const timeout = LONGEST_TIMER;

export class Connection {
  /** Resolves when it is over, with the reason. */
  readonly lost: Promise<ServerProblem>;
  /** Called when the server says that its tools have changed. */
  onToolsChanged: () => void = () => {};
  /** Called when the server refuses a request for a scope; all others may work. */
  onScope: (problem: ServerProblem) => void = () => {};
  readonly #setup: ServerSetup;
  readonly #host: ServerHost;
  readonly #load: McpPackage;
  readonly #link: Link;
  readonly #revision: Revision;
  readonly #client: Client;
  readonly #settle: (problem: ServerProblem) => void;
  readonly #ending = new AbortController();
  /** What each tool takes: some of it goes into headers. */
  readonly #schemas = new Map<string, Fields>();
  readonly #calls: AskingCalls;
  #reason: ServerProblem | undefined;

  constructor(setup: ServerSetup, host: ServerHost, load: McpPackage, link: Link, revision: Revision) {
    [this.#setup, this.#host, this.#load, this.#link, this.#revision] = [setup, host, load, link, revision];
    // A server on another machine has no use for a path of this one.
    const root = setup.config.transport === "stdio" ? host.cwd : undefined;
    const negotiation = revision === "handshake" ? {} : { versionNegotiation: { mode: { pin: revision } } };
    if (revision !== "handshake") completeResults(link.transport);
    const { clarify, scrubber, log } = host;
    const capabilities = {
      ...(root === undefined ? {} : { roots: {} }),
      ...(clarify === undefined ? {} : { elicitation: { form: {}, url: {} } }),
    };
    this.#client = new load.Client({ name: "agent", version: host.version }, { capabilities, ...negotiation });
    if (root !== undefined) this.#client.setRequestHandler("roots/list", () => ({ roots: [{ uri: fileUrl(root) }] }));
    const asking = clarify && { server: setup.name, clarify, scrubber, log };
    this.#calls = new AskingCalls(asking, load.ProtocolError);
    if (asking !== undefined)
      this.#client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
        this.#calls.ask(params, mcpReq.signal),
      );
    let settle: (problem: ServerProblem) => void = () => {};
    this.lost = new Promise((resolve) => {
      settle = resolve;
    });
    this.#settle = settle;
    this.#client.onclose = () => this.#lose(link.problem ?? new ServerProblem("the connection has ended"));
    this.#client.onerror = (error) => {
      const problem = problemOf(error, load);
      // A stream that cannot be opened again. Any other error reaches the request that it belongs to.
      if (problem.kind === "unreachable") this.#lose(problem);
    };
    this.#client.setNotificationHandler("notifications/tools/list_changed", () => this.onToolsChanged());
  }

  /**
   * Makes itself known, or asks what the server is, at most for `ms` milliseconds without a handshake. Rejects with a `ServerProblem`, which says
   * whether it may speak another revision.
   */
  async open(signal: AbortSignal, ms: number = limits.mcpAnswer): Promise<void> {
    const most = this.#revision === "handshake" ? limits.mcpAnswer : ms;
    await this.#bounded(signal, most, async (ending) => {
      try {
        await this.#client.connect(this.#link.transport, { signal: ending, timeout });
      } catch (error) {
        const clause = revisionProblem(error);
        if (clause !== undefined) throw new ServerProblem(clause, "revision");
        const { message, kind } = this.#failed(error);
        throw new ServerProblem(message, kind, mayBeOther(error, this.#load));
      }
    });
    if (this.#revision !== "handshake") void this.#listen();
  }

  /** Without a handshake, news of tools come on a stream that is asked for; one that ends is asked for again. Never rejects. */
  async #listen(): Promise<void> {
    if (this.#client.getServerCapabilities()?.tools?.listChanged !== true) return;
    const { signal } = this.#ending;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const { closed } = await this.#client.listen({ toolsListChanged: true }, { signal, timeout });
        // Meanwhile there may have been news.
        if (!isFirst) this.onToolsChanged();
        await closed;
      } catch {
        // The next call says whether the server is away.
      }
      await sleep(this.#host.clock, limits.mcpRetryMost, signal);
    }
  }

  /** The server's words about its tools, at most; undefined where it has none. */
  get instructions(): string | undefined {
    const words = this.#client.getInstructions()?.trim();
    return words === undefined || words === "" ? undefined : beginningOf(words, LONGEST_WORDS).toWellFormed();
  }

  /** Why the server refuses every revision; undefined where it cannot be told. Never rejects. */
  async explain(signal: AbortSignal): Promise<ServerProblem | undefined> {
    return this.#link.explain?.(signal);
  }

  /** The tools of the server. Rejects with a `ServerProblem`. */
  async list(signal: AbortSignal): Promise<Listed> {
    const listing = new Listing(this.#setup, {
      isSecret: (name) => looksSecret(name, this.#host.scrubber()),
      sendsHeaders: this.#revision !== "handshake",
    });
    if (this.#client.getServerCapabilities()?.tools === undefined) return listing.end();
    await this.#bounded(signal, limits.mcpAnswer, async (ending) => {
      let cursor: string | undefined;
      for (let page = 0; page < limits.mcpPages; page += 1) {
        const params = cursor === undefined ? {} : { cursor };
        const answer: unknown = await this.#client.request({ method: "tools/list", params }, ANY, {
          signal: ending,
          timeout,
        });
        if (!isFields(answer) || !Array.isArray(answer["tools"]))
          throw new ServerProblem("its list of tools is none", "final");
        if (!listing.add(answer["tools"])) return;
        const next = answer["nextCursor"];
        if (typeof next !== "string" || next === cursor) return;
        cursor = next;
      }
    });
    const listed = listing.end();
    this.#schemas.clear();
    for (const { name, definition } of listed.tools) this.#schemas.set(name, definition.inputSchema);
    return listed;
  }

  /** What the server answers to a call. Rejects with the signal's reason, a `ServerProblem`, or the error that the server answered with. */
  async call(name: string, input: Fields, time: CallTime): Promise<unknown> {
    const { signal } = time;
    const params = { name, arguments: { ...input } };
    const options = { signal, timeout, onprogress: () => time.progress() };
    const toolDefinition = { name, inputSchema: { ...this.#schemas.get(name), type: "object" as const } };
    try {
      const send = (): Promise<unknown> =>
        this.#revision === "handshake"
          ? this.#client.request({ method: "tools/call", params }, ANY, options)
          : this.#client.callTool(params, { ...options, toolDefinition });
      return await this.#calls.run(time, send);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof this.#load.ProtocolError ? error : this.#failed(error);
    }
  }

  /** Never rejects. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#lose(new ServerProblem("the connection was closed"));
    await this.#link.close().catch(() => {});
  }

  /** Runs within a time for the answer, whose end may mean another revision where it is short. A wait of the package that goes on after that ends with the connection. */
  async #bounded<Value>(signal: AbortSignal, ms: number, run: (ending: AbortSignal) => Promise<Value>): Promise<Value> {
    return within(
      this.#host.clock,
      ms,
      async (ending) => {
        try {
          return await Promise.race([run(ending), aborted(ending)]);
        } catch (error) {
          if (ending.aborted)
            throw new ServerProblem(`it did not answer in ${ms / 1000} s`, "again", ms < limits.mcpAnswer);
          throw this.#failed(error);
        }
      },
      signal,
    );
  }

  /** The problem behind a failed request. The connection ends with it where every further request would fail too. */
  #failed(error: unknown): ServerProblem {
    const [link, load] = [this.#link, this.#load];
    const isExpired =
      error instanceof load.SdkHttpError && error.status === 404 && link.transport.sessionId !== undefined;
    if (isExpired) return this.#lose(new ServerProblem("its session has expired", "expired"));
    const problem = link.problem ?? problemOf(error, load);
    if (problem.kind === "closed") return this.#reason ?? problem;
    if (problem.kind === "scope") this.onScope(problem);
    return problem.kind === "login" || problem.kind === "unreachable" ? this.#lose(problem) : problem;
  }

  #lose(problem: ServerProblem): ServerProblem {
    this.#reason ??= problem;
    this.#settle(this.#reason);
    return problem;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(new Error("aborted"));
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
  });
}
