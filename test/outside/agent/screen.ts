/** What `agent` shows in a real pseudo-terminal, and the prompts that its session has. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { type Place, Running } from "../../agent/process.js";
import { Emulator } from "../../keys/emulator.js";

export const MARKED = "\x1b[?2004h";
const UNMARKED = "\x1b[?2004l";

/** The columns of a terminal that reports no size. */
const USUAL = 80;

/** Each look begins behind the one before. */
export class Screen {
  readonly running: Running;
  readonly #emulator: Emulator;
  readonly #widths: number[];
  #looked = 0;
  #drawn = 0;

  /** `widths`: of the terminal, now and after each `resize`; 0 for one that reports no size. */
  constructor(
    words: readonly string[],
    { path }: Pick<Place, "path">,
    env: Readonly<Record<string, string>> = {},
    widths: readonly number[] = [USUAL],
  ) {
    const around = ["python3", resolve("test/outside/agent/on_terminal.py"), widths.join(",")];
    this.running = new Running(words, { cwd: path, env: { TERM: "xterm", ...env } }, undefined, around);
    this.#widths = [...widths];
    this.#emulator = new Emulator(this.#widths.shift() || USUAL);
  }

  async sees(text: string): Promise<void> {
    await this.running.until(({ stdout }) => stdout.includes(text, this.#looked));
    this.#looked = this.running.stdout.indexOf(text, this.#looked) + text.length;
  }

  /** The rows that a person sees; empty ones at the end are left out. */
  get text(): string {
    this.#emulator.write(this.running.stdout.slice(this.#drawn));
    this.#drawn = this.running.stdout.length;
    return this.#emulator.text;
  }

  /** Resolves when the screen ends with this. */
  async endsWith(text: string): Promise<void> {
    await this.running.until(() => this.text.endsWith(text));
  }

  /** The program gets the keys in a read of their own. */
  type(keys: string | Uint8Array): void {
    this.running.child.stdin?.write(inOneRead(keys));
  }

  /** Types, and resolves when that has changed the screen. */
  async press(keys: string): Promise<void> {
    const { length } = this.running.stdout;
    this.type(keys);
    await this.running.until(({ stdout }) => stdout.length > length);
  }

  resize(): void {
    this.#emulator.resize(this.#widths.shift() ?? USUAL);
    this.running.child.kill("SIGUSR1");
  }

  /** Its exit code, when the terminal is as it was before. */
  async ended(): Promise<number | null> {
    const { code, stdout } = await this.running.ended();
    expect(stdout.lastIndexOf(UNMARKED)).toBeGreaterThan(stdout.lastIndexOf(MARKED));
    return code;
  }
}

/** Keys as `on_terminal.py` takes them. */
export function inOneRead(keys: string | Uint8Array): string {
  return `${Buffer.from(keys).toString("hex")}\n`;
}

/** The prompts of a session, from its log. */
export function promptsOf(at: Place, id: string): readonly string[] {
  const log = readFileSync(join(at.state, "sessions-v1", id, "log", "000001.log"), "utf8")
    .trimEnd()
    .split("\n");
  const items = log.map((line) => (JSON.parse(line.slice(9)) as { item?: { kind: string; text: string } }).item);
  return items.flatMap((item) => (item?.kind === "user_message" ? [item.text] : []));
}
