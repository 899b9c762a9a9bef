/** Real processes that have sessions, for tests: `program.ts` in one file, started with Node. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A directory of a test's own. */
export function temporary(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "agent-store-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Makes the program in a directory, and returns its path. */
export async function builtProgram(directory: string): Promise<string> {
  const outfile = join(directory, "program.mjs");
  const entryPoints = [fileURLToPath(new URL("./program.ts", import.meta.url))];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return outfile;
}

export class Program {
  readonly said: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #lines: AsyncIterator<string>;

  constructor(program: string, words: readonly string[]) {
    this.#child = spawn(process.execPath, [program, ...words], { stdio: ["pipe", "pipe", "inherit"] });
    this.#ended = once(this.#child, "exit");
    if (this.#child.stdout === null) throw new Error("no output");
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The next line; undefined at the end. */
  async next(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    if (done === true) return undefined;
    this.said.push(value);
    return value;
  }

  /** Ends it without a word, and takes what it had said. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.rest();
  }

  /** Lets it close its session. */
  async stop(): Promise<void> {
    this.#child.stdin?.end();
    await this.rest();
  }

  async rest(): Promise<readonly string[]> {
    while ((await this.next()) !== undefined);
    await this.#ended;
    return this.said;
  }
}
