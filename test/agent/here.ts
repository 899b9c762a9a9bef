/** The agent in the process of the test, and so the daemons that its commands start: they are much quicker there than as processes. */
import { appendFileSync, closeSync, openSync, statSync } from "node:fs";
import { onTestFinished } from "vitest";
import type { OnStopSignal } from "../../src/agent/machine/node/signals.js";
import type { SpawnDetached } from "../../src/agent/machine/node/spawn.js";
import { main } from "../../src/agent/main.js";
import type { AgentTerminal } from "../../src/agent/program/common/machine.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";

/** The exit code after SIGTERM. */
const TERMINATED = 143;

/** Runs a command line; the daemons that it starts end with the test. */
export const mainHere: typeof main = (terminal, host) => main({ ...terminal, spawn: begin }, host);

const begin: SpawnDetached = async ({ program, words, cwd, env, errors, input }) => {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new Error("ENOENT");
  closeSync(openSync(errors, "a", 0o600));
  const signals = new Signals();
  const stdout = new FirstLine();
  const stderr = {
    write(text: string, done?: () => void): void {
      appendFileSync(errors, text);
      done?.();
    },
  };
  const terminal: Omit<AgentTerminal, "host"> = {
    ...{
      directory: process.cwd(),
      argv: [program, ...words],
      stdin: input === "held" ? held() : nothing(),
      stdout,
      stderr,
    },
    ...{ spawn: begin, onStopSignal: signals.onStop },
  };
  const ended = main(terminal, nodeHost({ cwd, env }));
  void ended.then(() => stdout.close());
  onTestFinished(async () => {
    signals.stop();
    await ended;
  });
  return { line: stdout.line, ended, kill: () => signals.stop(), release: () => {} };
};

/** The signals of one program. */
class Signals {
  readonly #running = new Set<(exitCode: number) => void>();

  readonly onStop: OnStopSignal = (run) => {
    this.#running.add(run);
    return () => void this.#running.delete(run);
  };

  stop(): void {
    for (const run of [...this.#running]) run(TERMINATED);
  }
}

class FirstLine {
  readonly line: Promise<string | undefined>;
  #say: (line: string | undefined) => void = () => {};
  #text = "";

  constructor() {
    this.line = new Promise((resolve) => {
      this.#say = resolve;
    });
  }

  write(text: string, done?: () => void): void {
    this.#text += text;
    if (this.#text.includes("\n")) this.#say(this.#text.split("\n")[0]);
    done?.();
  }

  close(): void {
    this.#say(undefined);
  }
}

async function* nothing(): AsyncGenerator<string> {}

/** This process does not end before its daemons. */
async function* held(): AsyncGenerator<string> {
  await new Promise(() => {});
}
