/** The tool `shell` for tests: with real programs, or with one in the hands of the test. */
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Child, ChildEnd, ChildOptions, StartChild } from "../../src/agent/machine/interfaces/children.js";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeChildren } from "../../src/agent/machine/node/children.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { Inventory } from "../../src/agent/session/scrub/inventory.js";
import type { Scrubber } from "../../src/agent/session/scrub/scrubber.js";
import { SessionStart } from "../../src/agent/session/shell/start.js";
import { type ShellParts, shellTool } from "../../src/agent/session/shell/tool.js";
import type { Fields, ToolResult } from "../../src/agent/session/tools/tool.js";

export const SECRET = "hunter2-of-the-test";

export function scrubberOf(...secrets: readonly string[]): Scrubber {
  return new Inventory([{ reveal: () => secrets }]).scrubber;
}

export function folder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "shell-")));
}

export function parts(more: Partial<ShellParts> = {}): ShellParts {
  const cwd = more.cwd ?? folder();
  const scrubber = scrubberOf(SECRET);
  return {
    ...{ shell: "bash", initScript: undefined, cwd, project: cwd, isOwn: true, secretFiles: [] },
    env: { PATH: process.env["PATH"], HOME: "/nonexistent" },
    scrubber: () => scrubber,
    sessionStart: new SessionStart(),
    ...{ start: nodeChildren, clock: nodeClock, files: nodeFiles, log: { say: () => {} } },
    ...more,
  };
}

export const never = new AbortController().signal;

export function call(shell: ShellParts, input: Fields | string, signal = never): Promise<ToolResult> {
  return shellTool(shell).run(typeof input === "string" ? { command: input } : input, { signal });
}

/** A program that does what the test says. */
export class HandChild implements Child {
  readonly pid = 1;
  readonly signals: string[] = [];
  readonly options: ChildOptions;
  readonly ended: Promise<ChildEnd>;
  #end: (end: ChildEnd) => void = () => {};

  constructor(options: ChildOptions) {
    this.options = options;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  print(text: string | Uint8Array, output: "stdout" | "stderr" = "stdout"): void {
    this.options.take(output, typeof text === "string" ? Buffer.from(text) : text);
  }

  end(code: number | undefined = 0, signal?: string): void {
    this.#end({ code, signal });
  }

  kill(signal: string): void {
    this.signals.push(signal);
  }

  write(): boolean {
    return false;
  }

  endInput(): void {}
  pause(): void {}
  resume(): void {}
}

/** `act` gets every program that is started. */
export function byHand(act: (child: HandChild) => void): StartChild {
  return async (options) => {
    const child = new HandChild(options);
    queueMicrotask(() => act(child));
    return child;
  };
}
