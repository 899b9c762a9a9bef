/** A person, or a program, that talks to a scripted daemon: what it types, and everything that it sees in order. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import type { KeySignal, TtyListener } from "../../src/agent/machine/interfaces/tty.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { addressOf } from "../../src/agent/program/start/address.js";
import { converse } from "../../src/agent/program/talk/conversation.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import type { Output, Terminal } from "../../src/terminal/terminal.js";
import { hasty } from "../client/hasty.js";
import type { ScriptedDaemon } from "./scripted-daemon.js";

export interface TalkerOptions {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** One that does not wait, unless another one is given. */
  readonly clock?: Clock;
  /** Which outputs are terminals, besides standard input. */
  readonly screens?: readonly ("stdout" | "stderr")[];
  readonly term?: string;
  /** Whether the status is shown. Without it the terminal is that of a CI job: most tests look for lines that follow each other. */
  readonly hasStatus?: boolean;
  /** The state directory of another conversation. */
  readonly state?: string;
  /** More variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export class Talker {
  stdout = "";
  stderr = "";
  /** Both, in the order of a screen. */
  screen = "";
  code: number | undefined;
  /** The session that it goes on with. */
  next: string | undefined;
  /** Signals that keys have sent where the conversation leaves them to the system. */
  readonly signals: KeySignal[] = [];
  /** Whether the keys of the terminal are taken. */
  isOpen = false;
  readonly #typed: string[] = [];
  #isEnded = false;
  #looked = 0;
  #typing: () => void = () => {};
  #waiting: (() => void)[] = [];
  #signal: (exitCode: number) => void = () => {};
  #tty: TtyListener | undefined;
  #size: { columns: number; rows: number };
  readonly ended: Promise<number>;
  readonly state: string;

  constructor(
    { client }: Pick<ScriptedDaemon, "client">,
    {
      isTTY = true,
      columns = 80,
      rows = 24,
      clock = hasty().clock,
      screens,
      term = "xterm",
      ...more
    }: TalkerOptions = {},
  ) {
    const state = more.state ?? mkdtempSync(join(tmpdir(), "agent-talk-"));
    this.state = state;
    onTestFinished(() => {
      this.signal(143);
      rmSync(state, { recursive: true, force: true });
    });
    this.#size = { columns, rows };
    const isScreen = (name: "stdout" | "stderr"): boolean => screens?.includes(name) ?? isTTY;
    const stdin = Object.assign(this.#input(), { isTTY, destroy: () => this.end() });
    const env = { TERM: term, ...(more.hasStatus === true ? {} : { CI: "true" }), ...more.env };
    const terminal = {
      ...{ directory: ".", argv: [], stdin, host: { env } },
      ...{ stdout: this.#output("stdout", isScreen("stdout")), stderr: this.#output("stderr", isScreen("stderr")) },
    } as unknown as Terminal;
    const paths = sessionPaths(nodeFiles.join, state, "s");
    const address = addressOf(paths, { session_id: "s", url: "http://localhost:1", pid: 1 });
    const onStopSignal = (run: (exitCode: number) => void) => {
      this.#signal = run;
      return () => {};
    };
    const ports = { clock, onStopSignal, tty: () => this.#terminal() };
    this.ended = converse(terminal, { client, paths, address }, ports).then(({ code, next }) => {
      this.next = next;
      return code;
    });
    void this.ended.then((code) => {
      this.code = code;
      this.#tell();
    });
  }

  /** Keys of a terminal, or what a pipe brings; one read for each call. */
  type(text: string): void {
    this.#tty?.keys(text);
    this.#typed.push(text);
    this.#typing();
  }

  /** As terminals send a paste. */
  paste(text: string): void {
    this.type(`\x1b[200~${text.replaceAll("\n", "\r")}\x1b[201~`);
  }

  /** The input ends: a pipe is closed, and a terminal is gone. */
  end(): void {
    this.#isEnded = true;
    this.#tty?.lost();
    this.#typing();
  }

  resize(columns: number, rows: number): void {
    this.#size = { columns, rows };
    this.#tty?.resized();
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

  #terminal() {
    return {
      size: () => this.#size,
      open: (listener: TtyListener) => {
        this.#tty = listener;
        this.isOpen = true;
        return {
          write: (text: string) => void this.#write("stdout", text),
          signal: (name: KeySignal) => void this.signals.push(name),
          close: () => {
            this.#tty = undefined;
            this.isOpen = false;
          },
        };
      },
    };
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

  #output(name: "stdout" | "stderr", isTTY: boolean): Output {
    return {
      ...{ isTTY, columns: this.#size.columns },
      write: (text, done) => {
        this.#write(name, text);
        done?.();
      },
    };
  }

  #write(name: "stdout" | "stderr", text: string): void {
    this[name] += text;
    this.screen += text;
    this.#tell();
  }

  #tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
