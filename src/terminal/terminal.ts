/** The parts of the process and the machine that commands need. */
import { type Paint, plain } from "../toolkit/judge/report/paint.js";
import type { Clock } from "../toolkit/read/host/clock.js";
import type { Get } from "../toolkit/read/host/get.js";
import type { Host, WritingHost } from "../toolkit/read/host/host.js";

export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether its reader has certainly disconnected. */
  readonly isLost?: boolean;
  write(text: string, done?: (error?: Error | null) => void): unknown;
  /** Lets the process end although a reader has not taken everything. */
  leave?(): void;
}

export interface Terminal {
  /** The directory of this package, with the pages of rules. */
  readonly directory: string;
  readonly argv: readonly string[];
  readonly host: WritingHost;
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean; destroy?(): unknown };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Replaces the clock of the machine. */
  readonly clock?: Clock;
  /** Replaces requests over the network. */
  readonly get?: Get;
  /** Replaces Ctrl-C. */
  readonly interrupted?: AbortSignal;
}

/** The same terminal with some parts replaced. Does not call getters, such as that of standard input. */
export function terminalWith<Part extends Partial<Terminal>>(
  terminal: Omit<Terminal, "host">,
  part: Part,
): Omit<Terminal, "host"> & Part {
  return Object.assign(Object.create(terminal) as typeof terminal, part);
}

/** Writes all of a text. A closed pipe is not an error: its reader has seen enough. */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (text === "") resolve();
    else output.write(text, () => resolve());
  });
}

/** Prints an error on standard error. */
export function complain(terminal: Terminal, message: string): Promise<void> {
  return print(terminal.stderr, `agentcfg: ${message}\n`);
}

/** Standard input, up to a little more than `limit` bytes: enough to see that it is too large. */
export async function readInput(terminal: Terminal, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of terminal.stdin) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    chunks.push(bytes);
    length += bytes.length;
    if (length > limit) break;
  }
  return Buffer.concat(chunks);
}

/** Asks a question; true for `y` or `yes`, false for any other answer and at the end of input. */
export async function ask(terminal: Terminal, question: string): Promise<boolean> {
  await print(terminal.stderr, `${question} [y/N] `);
  let answer = "";
  for await (const chunk of terminal.stdin) {
    answer += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
    if (answer.includes("\n") || answer.length > 1000) break;
  }
  return /^y(es)?\s*\n/i.test(answer);
}

export type ColorChoice = "auto" | "always" | "never";

/** `--color` > `NO_COLOR` > `FORCE_COLOR` > `TERM=dumb` > whether that stream is a terminal. */
export function wantsColor(choice: ColorChoice, env: Host["env"], output: Output): boolean {
  if (choice !== "auto") return choice === "always";
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return env["TERM"] !== "dumb" && output.isTTY === true;
}

/** Sixteen colours, which every terminal theme adapts. The level is explicit: chalk's own detection ignores `NO_COLOR`. */
export async function paintFor(color: boolean): Promise<Paint> {
  if (!color) return plain;
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: 1 });
  const severities = { error: chalk.red.bold, warning: chalk.yellow.bold, info: chalk.cyan.bold };
  return {
    severity: (severity, text) => severities[severity](text),
    strong: (text) => chalk.bold(text),
    faint: (text) => chalk.blue(text),
    added: (text) => chalk.green(text),
    removed: (text) => chalk.red(text),
  };
}
