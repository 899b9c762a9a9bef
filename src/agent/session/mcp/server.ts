/**
 * One tool server: it is kept connected while it is enabled, and its tools are called (P-S35). A connection begins when the one before it has
 * ended. Knows no transport.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { sleep } from "../../machine/interfaces/clock.js";
import type { Fields, Tool, ToolCall, ToolResult } from "../tools/tool.js";
import { callTool, failed } from "./calls.js";
import { Connection } from "./connection.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { httpLink } from "./http.js";
import { type Listed, listProblem } from "./listed.js";
import type { McpPackage } from "./package.js";
import { ServerProblem } from "./problem.js";
import { FIRST, OTHER, type Revision } from "./revision.js";
import { ServerLogs } from "./server-log.js";
import { Shown } from "./shown.js";
import { stdioLink } from "./stdio.js";
import { Attempts, Refresh } from "./waits.js";

export class ToolServer {
  readonly setup: ServerSetup;
  readonly shown: Shown;
  readonly #host: ServerHost;
  readonly #logs: ServerLogs;
  #connection: Connection | undefined;
  /** The tools of that connection, as they were read last. */
  #listed: Listed | undefined;
  /** A clause about scopes that the login of that connection lacks. */
  #lacking: string | undefined;
  /** What it spoke last. */
  #revision: Revision;
  #hasSpoken = false;
  #run = new AbortController();
  #last: Promise<unknown>;
  #isStopped = false;

  /** `after`: the end of the server that it replaces. */
  constructor(setup: ServerSetup, host: ServerHost, onChange: () => void, after: Promise<unknown> = Promise.resolve()) {
    [this.setup, this.#host, this.#last] = [setup, host, after];
    this.#logs = new ServerLogs(setup, host);
    this.#revision = FIRST[setup.config.transport];
    this.shown = new Shown(setup, host.log, onChange);
  }

  /** Connects a server that is enabled. Returns at once, as all that follow. */
  start(): void {
    if (this.shown.state !== "disabled") this.#begin();
  }

  enable(): void {
    if (this.shown.state !== "disabled") return;
    this.shown.set("connecting");
    this.#begin();
  }

  disable(): void {
    this.#abandon();
    this.shown.set("disabled");
  }

  /** Connects anew, also a server that is connected. A disabled one stays so. */
  reconnect(): void {
    if (this.shown.state === "disabled") return;
    this.#abandon();
    this.shown.set("reconnecting");
    this.#begin();
  }

  /** Tells of no more changes. Resolves when its process or session has ended. */
  async stop(): Promise<void> {
    this.#abandon();
    this.#isStopped = true;
    this.shown.end();
    await this.#last;
  }

  /** From now on no call reaches the server; its end follows. */
  #abandon(): void {
    this.#run.abort();
    this.#connection = undefined;
  }

  #begin(): void {
    if (this.#isStopped) return;
    this.#run = new AbortController();
    const { signal } = this.#run;
    this.#last = this.#last.then(() => this.#keep(signal));
  }

  /** Keeps it connected until the signal, or until there is no further attempt. Never rejects. */
  async #keep(signal: AbortSignal): Promise<void> {
    const { config } = this.setup;
    const attempts = new Attempts(this.#host.clock, config.transport === "http" && config.reinit_on_expired_session);
    while (!signal.aborted) {
      attempts.begin();
      const { problem, connection } = await this.#connect(signal);
      this.#connection = undefined;
      const delay = attempts.after(problem);
      const isLogged = this.#logs.end();
      if (!signal.aborted) this.shown.set(delay === undefined ? "disconnected" : "reconnecting", this.#said(problem));
      await connection?.close();
      await isLogged;
      // It may have written more while it ended.
      await this.#logs.end();
      if (delay === undefined) return;
      await sleep(this.#host.clock, delay, signal);
    }
  }

  /** A problem in words; a program that has ended may have written why. */
  #said({ kind, message }: ServerProblem): string {
    const { lastLine } = this.#logs;
    if (kind === "scope") return this.#host.scrubber().scrub(message);
    return kind === "ended" && lastLine !== undefined ? `${message}: ${lastLine}` : message;
  }

  /** One connection, from its beginning to its loss; it is not closed then. Never rejects. */
  async #connect(signal: AbortSignal): Promise<{ problem: ServerProblem; connection?: Connection }> {
    const { name } = this.setup;
    const { clock, log } = this.#host;
    let connection: Connection | undefined;
    const show = async (): Promise<void> => {
      if (connection !== undefined) this.#list(await connection.list(signal), signal, connection);
    };
    const refresh = new Refresh(clock, signal, show);
    this.#lacking = undefined;
    try {
      const load = await this.#host.load();
      signal.throwIfAborted();
      const make = (revision: Revision): Connection => this.#made(load, revision, () => refresh.ask());
      connection = make(this.#revision);
      try {
        await connection.open(signal, this.#hasSpoken ? undefined : limits.mcpFirst);
      } catch (error) {
        if (signal.aborted || !isOther(error)) throw error;
        await connection.close();
        const other = make(OTHER[this.#revision]);
        connection = other;
        await other.open(signal).catch(async (second) => {
          const said = this.#revision === "handshake" ? error : second;
          throw isTelling(second) ? second : ((await other.explain(signal)) ?? said);
        });
        this.#revision = OTHER[this.#revision];
      }
      this.#hasSpoken = true;
      await show();
      refresh.begin();
      return { problem: await Promise.race([connection.lost, stopped(signal)]), connection };
    } catch (error) {
      const isKnown = error instanceof ServerProblem || signal.aborted;
      if (!isKnown) log.say("error", "a tool server cannot be used", { server: name, error: nameOf(error) });
      const problem = error instanceof ServerProblem ? error : new ServerProblem("it cannot be used", "final");
      return { problem, ...(connection === undefined ? {} : { connection }) };
    }
  }

  /** Throws a `ServerProblem` for a configuration that cannot be used. */
  #made(load: McpPackage, revision: Revision, onToolsChanged: () => void): Connection {
    const [setup, host] = [this.setup, this.#host];
    const { config } = setup;
    const link =
      config.transport === "http" ? httpLink(config, setup, host, load) : stdioLink(config, setup, host, this.#logs);
    const connection = new Connection(setup, host, load, link, revision);
    connection.onToolsChanged = onToolsChanged;
    connection.onScope = ({ message }) => {
      if (connection !== this.#connection) return;
      this.#lacking = host.scrubber().scrub(message);
      this.#show();
    };
    return connection;
  }

  #list(listed: Listed, signal: AbortSignal, connection: Connection): void {
    if (signal.aborted) return;
    [this.#connection, this.#listed] = [connection, listed];
    this.#show();
  }

  /** Shows the connection and its tools. */
  #show(): void {
    const [listed, connection] = [this.#listed, this.#connection];
    if (listed === undefined || connection === undefined) return;
    const tools = listed.tools.map(({ name, definition }): Tool => {
      const server = { name: this.setup.name, tool: name };
      return { ...definition, server, run: (input, call) => this.#call(name, input, call) };
    });
    const problems = [listProblem(listed), this.#lacking].filter((one) => one !== undefined);
    this.shown.set("connected", problems.length === 0 ? undefined : problems.join("; "), {
      ...{ tools, rejected: listed.secret, instructions: connection.instructions },
    });
  }

  async #call(tool: string, input: Fields, { signal }: ToolCall): Promise<ToolResult> {
    const { name, config } = this.setup;
    const { clock } = this.#host;
    const asked = { tool, input, seconds: config.default_timeout_seconds ?? undefined };
    const first = this.#connection;
    if (first === undefined) return failed(`the tool server ${JSON.stringify(name)} is not connected`);
    const result = await callTool(first, clock, asked, signal);
    if (result !== "expired") return result;
    // The server has not run the call.
    const connection = await this.#renewed(first, signal);
    if (connection === undefined) return failed("the session at the tool server has expired");
    const again = await callTool(connection, clock, asked, signal);
    return again === "expired" ? failed("the session at the tool server expires at once") : again;
  }

  /** The connection after one whose session has expired; undefined when there will be none. */
  async #renewed(expired: Connection, signal: AbortSignal): Promise<Connection | undefined> {
    while (!signal.aborted) {
      if (this.#connection !== undefined && this.#connection !== expired) return this.#connection;
      if (this.shown.state === "disconnected" || this.shown.state === "disabled") return undefined;
      await this.shown.next(signal);
    }
    return undefined;
  }
}

/** Whether a connection failed because the server may speak another revision. */
function isOther(error: unknown): boolean {
  return error instanceof ServerProblem && error.mayBeOther;
}

/** Whether the second failure says more than the first one. */
function isTelling(error: unknown): boolean {
  return error instanceof ServerProblem && ["login", "scope", "revision"].includes(error.kind);
}

/** The name of an unexpected error; its message may hold a secret. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

function stopped(signal: AbortSignal): Promise<ServerProblem> {
  return new Promise((resolve) => {
    const end = (): void => resolve(new ServerProblem("it was stopped"));
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
  });
}
