/** A tool server as a child process (spec 2.10): messages are lines of its input and output. It ends with its group, and its floods are bounded. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { McpStdioServer } from "../../../generated/effective.js";
import { limits } from "../../../generated/protocol/tables.js";
import type { Child, ChildEnd } from "../../machine/interfaces/children.js";
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import { avoiding } from "../../machine/interfaces/search-path.js";
import type { Link } from "./connection.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { Inbox } from "./inbox.js";
import { ServerProblem, startProblem } from "./problem.js";
import type { ServerLogs } from "./server-log.js";

/** The link to a server that runs as a child; it is not started yet. */
export function stdioLink(
  config: McpStdioServer,
  { name, cwd, avoided }: ServerSetup,
  host: ServerHost,
  logs: ServerLogs,
): Link {
  const { command: program, args } = config;
  const whole = childEnvironment(config, host.env);
  const env = avoided === undefined ? whole : avoiding(whole, avoided, host.env);
  const start: Start = (take) => {
    if (env !== whole)
      host.log.say("warn", "PATH has entries in the project; no program is looked for there", { server: name });
    return host.startChild({ program, words: args ?? [], cwd, env, take });
  };
  const sayNoise = (lines: number): void =>
    host.log.say("warn", "a tool server writes lines to its standard output that are no messages", {
      server: name,
      lines,
    });
  const transport = new StdioTransport(start, host.clock, logs, sayNoise);
  return {
    transport,
    get problem() {
      return transport.problem;
    },
    close: () => transport.close(),
  };
}

type Start = (take: (output: "stdout" | "stderr", bytes: Uint8Array) => void) => Promise<Child>;

class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #startChild: Start;
  readonly #clock: Clock;
  readonly #logs: ServerLogs;
  readonly #inbox: Inbox;
  #child: Child | undefined;
  #starting: Promise<void> | undefined;
  #problem: ServerProblem | undefined;
  #isOver = false;
  #ending: Promise<void> | undefined;
  /** Bytes that the server has not taken, at most. */
  #backlog = 0;
  /** How many logs and waits hold back the reading of its outputs. */
  #holds = 0;

  constructor(start: Start, clock: Clock, logs: ServerLogs, noise: (lines: number) => void) {
    [this.#startChild, this.#clock, this.#logs] = [start, clock, logs];
    this.#inbox = new Inbox(clock, {
      hear: (message) => this.onmessage?.(message),
      blame: (clause) => this.#blame(clause),
      hold: (isHeld) => this.#hold(isHeld),
      noise,
    });
  }

  /** The reason of its end, when the server caused it. */
  get problem(): ServerProblem | undefined {
    return this.#problem;
  }

  start(): Promise<void> {
    this.#starting = this.#start();
    return this.#starting;
  }

  async #start(): Promise<void> {
    try {
      this.#child = await this.#startChild((output, bytes) => this.#take(output, bytes));
    } catch (error) {
      this.#problem = startProblem(error instanceof Error ? error.message : "");
      throw this.#problem;
    }
    if (this.#holds > 0) this.#child.pause();
    void this.#child.ended.then((end) => this.#ended(end));
    if (this.#isOver) throw new ServerProblem("it was stopped");
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isOver || this.#child === undefined) throw this.#problem ?? new ServerProblem("it has ended");
    const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
    this.#backlog = this.#child.write(bytes) ? 0 : this.#backlog + bytes.length;
    if (this.#backlog > limits.mcpMessage) this.#blame("it does not read what it is sent");
  }

  /** Resolves when the server has ended: by itself, or by a signal when it takes its time. */
  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#over();
    await this.#starting?.catch(() => {});
    const child = this.#child;
    if (child === undefined) return;
    const clock = this.#clock;
    const over = new AbortController();
    void child.ended.then(() => over.abort());
    child.resume();
    child.endInput();
    await sleep(clock, limits.mcpEnding, over.signal);
    if (!over.signal.aborted) child.kill("SIGTERM");
    await sleep(clock, limits.mcpEnding, over.signal);
    child.kill("SIGKILL");
    // A process that the system holds may stay, and is left behind.
    await sleep(clock, limits.mcpEnding, over.signal);
  }

  #ended({ code, signal }: ChildEnd): void {
    const how = signal === undefined ? `with code ${code ?? "unknown"}` : `by ${signal}`;
    if (!this.#isOver) this.#problem ??= new ServerProblem(`it ended ${how}`, "ended");
    // Processes that it has started may be left.
    this.#child?.kill("SIGKILL");
    this.#over();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#inbox.end();
    this.onclose?.();
  }

  /** Ends a server that has broken a limit. */
  #blame(clause: string): void {
    if (this.#isOver) return;
    this.#problem ??= new ServerProblem(clause, "final");
    this.#over();
    this.#child?.kill("SIGKILL");
  }

  #take(output: "stdout" | "stderr", bytes: Uint8Array): void {
    const kept = this.#logs.keep(output, bytes);
    if (kept !== undefined) {
      // Nothing more is read until the log has taken it.
      this.#hold(true);
      void kept.then(() => this.#hold(false));
      this.#inbox.logged(bytes.length);
    }
    if (output === "stdout") this.#inbox.take(bytes);
  }

  #hold(isHeld: boolean): void {
    this.#holds += isHeld ? 1 : -1;
    if (this.#holds > 0) this.#child?.pause();
    else this.#child?.resume();
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are passed where the configuration names none. */
const SAFE: readonly string[] = ["HOME", "PATH", "LANG", "TMPDIR"];

/** `around` is the environment of the daemon; a variable that it lacks is not set. */
function childEnvironment(
  { env, pass_env: passed }: { readonly [Key in "env" | "pass_env"]?: McpStdioServer[Key] | null },
  around: Environment,
): Readonly<Record<string, string>> {
  const copied = (passed ?? SAFE).flatMap((name) => {
    const value = Object.hasOwn(around, name) ? around[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...copied, ...Object.entries(env ?? {})]);
}
