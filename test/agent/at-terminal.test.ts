/** A conversation on a terminal: its prompts, escaped answers (P-S60), and a clean line for the shell at the end. */
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { main } from "../../src/agent/main.js";
import { place, run } from "./process.js";

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Pieces that are typed; `shown` resolves when standard output holds a text. */
type Typing = (shown: (text: string) => Promise<void>) => AsyncIterable<string> | Iterable<string>;

/** Runs a command at a terminal. */
async function at(words: readonly string[], typing: Typing): Promise<Said> {
  const said = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  const into = (name: keyof typeof said) => ({
    isTTY: true,
    write: (text: string, done?: () => void): void => {
      said[name] += text;
      for (const look of waiting) look();
      done?.();
    },
  });
  const shown = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (said.stdout.includes(text)) resolve();
      };
      waiting.add(look);
      look();
    });
  const stdin = Object.assign(Readable.from(typing(shown)), { isTTY: true });
  const streams = { stdin, stdout: into("stdout"), stderr: into("stderr") };
  const code = await main({ directory: resolve("."), argv: ["node", "agent", ...words], ...streams });
  return { code, ...said };
}

const NOTICE = "agent: no model answers here: the provider has `protocol: test`, which repeats the prompt\n";

test("each answer is followed by a prompt, what acts is escaped, and the end of input leaves an empty line", async () => {
  const here = place();
  const { stdout } = await run(["new", "--no-attach", "--format", "json", ...here.start]);
  const { session_id } = JSON.parse(stdout) as { session_id: string };
  const typed = ["hello\n", "a\x1b[2J\u202eb\n"];
  expect(await at(["attach", session_id, "--state-dir", here.state], () => typed)).toEqual({
    code: 0,
    stdout: "> hello\n> a\\x1b[2J\\u{202e}b\n> \n",
    stderr: NOTICE,
  });
});

test("a session that somebody stops says so, on a line of its own", async () => {
  const here = place();
  const { stdout } = await run(["new", "--no-attach", "--format", "json", ...here.start]);
  const { session_id } = JSON.parse(stdout) as { session_id: string };
  const state = ["--state-dir", here.state];
  async function* typing(shown: (text: string) => Promise<void>): AsyncGenerator<string> {
    yield "hello\n";
    await shown("hello\n> ");
    expect((await run(["stop", session_id, ...state])).code).toBe(0);
    // The input stays open.
    await new Promise<never>(() => {});
  }
  expect(await at(["attach", session_id, ...state], typing)).toEqual({
    code: 0,
    stdout: "> hello\n> \n",
    stderr: `${NOTICE}agent: the session has stopped; \`agent continue\` goes on with it\n`,
  });
});
