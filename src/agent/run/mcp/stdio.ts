/** A tool server as a child process (spec 2.10): messages are lines of its input and output. It ends with its group, and its floods are bounded. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { limits } from "../../../generated/protocol/tables.js";
import type { Child, ChildEnd, StartChild } from "../../ports/children.js";
import { type Clock, sleep } from "../../ports/clock.js";
import { Lines } from "./lines.js";
import { isFields } from "./listed.js";
import { ServerProblem, startProblem } from "./problem.js";

export interface StdioParts {
  readonly start: StartChild;
  readonly clock: Clock;
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Writes to a log. Resolves when more may come; undefined for an output that has no log. */
  readonly keep: (output: "stdout" | "stderr", bytes: Uint8Array) => Promise<void> | undefined;
}

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #parts: StdioParts;
  readonly #lines = new Lines(limits.mcpMessage);
  #child: Child | undefined;
  #problem: ServerProblem | undefined;
  #isOver = false;
  #ending: Promise<void> | undefined;
  /** Lines in a row that are no messages. */
  #garbage = 0;
  /** Bytes that the server has not taken, at most. */
  #backlog = 0;
  /** Pieces of output that a log has not taken. */
  #unkept = 0;

  constructor(parts: StdioParts) {
    this.#parts = parts;
  }

  /** Why it is over, when the server is to blame. */
  get problem(): ServerProblem | undefined {
    return this.#problem;
  }

  async start(): Promise<void> {
    const { start, program, words, cwd, env } = this.#parts;
    try {
      this.#child = await start({ program, words, cwd, env, take: (output, bytes) => this.#take(output, bytes) });
    } catch (error) {
      this.#problem = startProblem(error instanceof Error ? error.message : "");
      throw this.#problem;
    }
    if (this.#unkept > 0) this.#child.pause();
    void this.#child.ended.then((end) => this.#ended(end));
    if (this.#isOver) {
      this.#child.kill("SIGKILL");
      throw new ServerProblem("it was stopped");
    }
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
    const child = this.#child;
    if (child === undefined) return;
    const { clock } = this.#parts;
    const over = new AbortController();
    const ended = child.ended.then(() => over.abort());
    child.resume();
    child.endInput();
    await sleep(clock, limits.mcpEnding, over.signal);
    if (!over.signal.aborted) child.kill("SIGTERM");
    await sleep(clock, limits.mcpEnding, over.signal);
    child.kill("SIGKILL");
    await ended;
  }

  #ended({ code, signal }: ChildEnd): void {
    const how = signal === undefined ? `with code ${code ?? "unknown"}` : `by ${signal}`;
    if (!this.#isOver) this.#problem ??= new ServerProblem(`it ended ${how}`);
    // Processes that it has started may be left.
    this.#child?.kill("SIGKILL");
    this.#over();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.onclose?.();
  }

  /** Ends a server that does what no server may. */
  #blame(clause: string): void {
    if (this.#isOver) return;
    this.#problem ??= new ServerProblem(clause, "final");
    this.#over();
    this.#child?.kill("SIGKILL");
  }

  #take(output: "stdout" | "stderr", bytes: Uint8Array): void {
    const kept = this.#parts.keep(output, bytes);
    if (kept !== undefined) this.#wait(kept);
    if (output === "stderr" || this.#isOver) return;
    const isWithin = this.#lines.push(bytes, (line) => this.#hear(line));
    if (!isWithin) this.#blame("it sends a message that is too long");
  }

  /** Reads no more until a log has taken what came. */
  #wait(kept: Promise<void>): void {
    this.#unkept += 1;
    this.#child?.pause();
    void kept.then(() => {
      this.#unkept -= 1;
      if (this.#unkept === 0) this.#child?.resume();
    });
  }

  #hear(line: string): void {
    if (this.#isOver || line.trim() === "") return;
    try {
      const message: unknown = JSON.parse(line);
      if (!isFields(message) || message["jsonrpc"] !== "2.0") throw new Error("no message");
      this.onmessage?.(message as JSONRPCMessage);
      this.#garbage = 0;
    } catch {
      this.#garbage += 1;
      if (this.#garbage > limits.mcpGarbage) this.#blame("its output is not MCP");
    }
  }
}
