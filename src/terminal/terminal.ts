/** What the commands need of the process they run in, and of the machine. */
import { type Paint, plain } from "../toolkit/judge/report/paint.js";
import type { Clock } from "../toolkit/read/host/clock.js";
import type { Host } from "../toolkit/read/host/host.js";

export interface Output {
  readonly isTTY?: boolean;
  /** How many a terminal has. */
  readonly columns?: number;
  /** Whether nobody reads it any longer, as far as is known. */
  readonly isLost?: boolean;
  write(text: string, done?: (error?: Error | null) => void): unknown;
}

export interface Terminal {
  /** Where this package is installed: its pages of rules are below. */
  readonly directory: string;
  readonly argv: readonly string[];
  readonly host: Host;
  readonly stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean; destroy?(): unknown };
  readonly stdout: Output;
  readonly stderr: Output;
  /** In the place of the machine's own. */
  readonly clock?: Clock;
  /** In the place of Ctrl-C. */
  readonly interrupted?: AbortSignal;
}

/** The same terminal with something else in it. What is made when it is first asked for, as standard input is, is not asked for. */
export function terminalWith<Part extends Partial<Terminal>>(
  terminal: Omit<Terminal, "host">,
  part: Part,
): Omit<Terminal, "host"> & Part {
  return Object.assign(Object.create(terminal) as typeof terminal, part);
}

/** Writes all of a text. A reader that went away is not an error: whoever closed the pipe has seen enough. */
export function print(output: Output, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (text === "") resolve();
    else output.write(text, () => resolve());
  });
}

/** Says on standard error what went wrong. */
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

/** Asks a question that `y` or `yes` says yes to; anything else, an end of input too, is a no. */
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
