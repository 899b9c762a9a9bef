/** A person, or a program, that talks to a scripted daemon: what it types, and everything that it sees in order. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { nodeFiles } from "../../src/agent/ports/node-files.js";
import { sessionPaths } from "../../src/agent/run/store/paths.js";
import { converse } from "../../src/agent/talk/conversation.js";
import type { Output, Terminal } from "../../src/terminal/terminal.js";
import type { ScriptedDaemon } from "./scripted-daemon.js";

export class Talker {
  stdout = "";
  stderr = "";
  /** Both, in the order of a screen. */
  screen = "";
  code: number | undefined;
  readonly #typed: string[] = [];
  #isEnded = false;
  #looked = 0;
  #typing: () => void = () => {};
  #waiting: (() => void)[] = [];
  #signal: (exitCode: number) => void = () => {};
  readonly ended: Promise<number>;

  constructor({ client }: Pick<ScriptedDaemon, "client">, { isTTY = true, columns = 80 } = {}) {
    const state = mkdtempSync(join(tmpdir(), "agent-talk-"));
    onTestFinished(() => {
      this.signal(143);
      rmSync(state, { recursive: true, force: true });
    });
    const stdin = Object.assign(this.#input(), { isTTY, destroy: () => this.end() });
    const terminal = {
      ...{ directory: ".", argv: [], stdin, host: { env: {} } },
      ...{ stdout: this.#output("stdout", isTTY, columns), stderr: this.#output("stderr", isTTY, columns) },
    } as unknown as Terminal;
    const paths = sessionPaths(nodeFiles.join, state, "s");
    this.ended = converse(terminal, { client, paths }, (run) => {
      this.#signal = run;
      return () => {};
    });
    void this.ended.then((code) => {
      this.code = code;
      this.#tell();
    });
  }

  type(text: string): void {
    this.#typed.push(text);
    this.#typing();
  }

  /** The input ends. */
  end(): void {
    this.#isEnded = true;
    this.#typing();
  }

  signal(exitCode: number): void {
    this.#signal(exitCode);
  }

  /** Resolves when the screen shows this, which was not looked for before. */
  async sees(text: string): Promise<void> {
    while (!this.screen.slice(this.#looked).includes(text)) {
      if (this.code !== undefined) throw new Error(`ended with ${this.code}, without ${text}: ${this.screen}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#looked = this.screen.indexOf(text, this.#looked) + text.length;
  }

  async *#input(): AsyncGenerator<string> {
    for (;;) {
      const next = this.#typed.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) return;
      else
        await new Promise<void>((resolve) => {
          this.#typing = resolve;
        });
    }
  }

  #output(name: "stdout" | "stderr", isTTY: boolean, columns: number): Output {
    return {
      ...{ isTTY, columns },
      write: (text, done) => {
        this[name] += text;
        this.screen += text;
        done?.();
        this.#tell();
      },
    };
  }

  #tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
