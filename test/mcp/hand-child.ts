/** A program in the hands of a test: it says on its outputs what the test wants, byte by byte, and no process runs. */
import type { Child, ChildEnd, ChildOptions, StartChild } from "../../src/agent/machine/interfaces/children.js";

export interface HandChild {
  readonly options: ChildOptions;
  /** Everything that was written to its input. */
  readonly written: () => string;
  /** Signals that it got. */
  readonly signals: readonly string[];
  readonly isPaused: () => boolean;
  readonly isAlive: () => boolean;
  out(text: string | Uint8Array): void;
  err(text: string | Uint8Array): void;
  end(how?: ChildEnd): void;
}

/** What a program does with a line of its input. */
export type Behaviour = (child: HandChild, line: string) => void;

export interface HandChildren {
  readonly start: StartChild;
  /** Those that have been started, in order. */
  readonly all: readonly HandChild[];
}

/** `deaf`: it takes no input, as when its pipe is full. `stubborn`: it ends at no signal but the last. */
export function handChildren(
  behave: Behaviour,
  { deaf = false, stubborn = false, begin = (_: HandChild): void => {} } = {},
): HandChildren {
  const all: HandChild[] = [];
  const start: StartChild = async (options) => {
    let written = "";
    let isPaused = false;
    let isAlive = true;
    let tell: (end: ChildEnd) => void = () => {};
    const ended = new Promise<ChildEnd>((resolve) => {
      tell = (end) => {
        isAlive = false;
        resolve(end);
      };
    });
    const signals: string[] = [];
    const bytes = (text: string | Uint8Array): Uint8Array => (typeof text === "string" ? Buffer.from(text) : text);
    const own: HandChild = {
      ...{ options, signals, written: () => written, isPaused: () => isPaused, isAlive: () => isAlive },
      out: (text) => options.take("stdout", bytes(text)),
      err: (text) => options.take("stderr", bytes(text)),
      end: (how = { code: 0, signal: undefined }) => tell(how),
    };
    all.push(own);
    const child: Child = {
      ...{ pid: all.length, ended },
      write(sent) {
        const text = Buffer.from(sent).toString();
        written += text;
        if (deaf) return false;
        for (const line of text.split("\n").slice(0, -1)) behave(own, line);
        return true;
      },
      endInput: () => (stubborn ? undefined : own.end()),
      pause: () => {
        isPaused = true;
      },
      resume: () => {
        isPaused = false;
      },
      kill(signal) {
        signals.push(signal);
        if (!stubborn || signal === "SIGKILL") tell({ code: undefined, signal });
      },
    };
    begin(own);
    return child;
  };
  return { start, all };
}

/** A server that shakes hands, and answers other requests with results; undefined for no answer. */
export function speaking(answer: (method: string, params: Readonly<Record<string, unknown>>) => unknown): Behaviour {
  return (child, line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined || method === undefined) return;
    const result = method === "initialize" ? HANDSHAKE : answer(method, params);
    if (typeof result === "string") child.out(result);
    else if (result !== undefined) child.out(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  };
}

const HANDSHAKE = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "hand", version: "1" },
};

export const tool = (
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  ...{ name, description: "", inputSchema: { type: "object" } },
  ...more,
});
