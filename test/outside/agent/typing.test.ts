/** Lines that a person types in real pseudo-terminals: several lines, earlier ones, completed paths and the status, on terminals of any size (P-S118). */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Place, place } from "../../agent/process.js";
import { isThere } from "../../machine/required.js";
import { ONCE, single } from "../../model/asking.js";
import { modelServer, type Script, saying } from "../../model/server.js";
import { promptsOf, Screen } from "./screen.js";

const hasPython = isThere("python3", "--version");
if (!hasPython) console.warn("no line was typed in a pseudo-terminal: there is no python3");

const [UP, SEARCH, UNDO, YANK] = ["\x1b[A", "\x12", "\x1f", "\x19"];
const LONG = "the quick brown fox jumps over the lazy dog and runs away into the wide world, twice";

/** A model that says what it was asked, and is busy for a prompt that says so. */
const model: Script = (one) => {
  const { messages } = JSON.parse(one.asked.body) as { readonly messages: readonly { readonly content: string }[] };
  const { content = "" } = messages.at(-1) ?? {};
  if (content !== "be busy") return saying(`<${content}>`)(one);
  one.head(429, { "retry-after": "30" });
  return one.end();
};

/** A directory with files, and a configuration for that model. */
async function placeWithFiles(): Promise<Place> {
  const server = await modelServer(model);
  const at = place(single(`${server.url}/v1`).replace(ONCE, "retry: { base_delay_ms: 1 }"));
  mkdirSync(join(at.path, "src"));
  for (const name of ["README.md", "src/main.ts", "src/machine.ts", "my notes.txt", ".hidden"])
    writeFileSync(join(at.path, name), "");
  return at;
}

/** The name of a row, its reads, and the prompt that Enter sends then. */
type Row = readonly [string, readonly string[], string];

/** In this order, in one conversation. */
const ROWS: readonly Row[] = [
  ["a line", ["hello"], "hello"],
  ["Alt-Enter", ["one\x1b\rtwo"], "one\ntwo"],
  ["a backslash before Enter", ["three\\\rfour"], "three\nfour"],
  ["the newest line", [UP], "three\nfour"],
  ["an earlier line, changed", [UP, UP, UP, " and"], "one\ntwo and"],
  ["a search", [SEARCH, "hel"], "hello"],
  ["a search that is given up", ["mine", SEARCH, "hel", "\x07", "!"], "mine!"],
  ["a paste", ["\x1b[200~a\rb\x1b[201~"], "a\nb"],
  ["a path", ["see @REA", "\t", "please"], "see @README.md please"],
  ["a path in a directory", ["@sr", "\t", "mac", "\t"], "@src/machine.ts "],
  ["a path with a space", ["@my", "\t"], '@"my notes.txt" '],
  ["choices", ["@src/ma", "\t", "i", "\t"], "@src/main.ts "],
  ["Ctrl-A, Ctrl-E, Ctrl-W and Ctrl-Y", ["two \x01one \x05three\x17", YANK], "one two three"],
  ["Alt-B and Alt-D", ["one two three", "\x1bb", "\x1bb", "\x1bd"], "one  three"],
  ["undo", ["one two", UNDO], "one"],
  ["Home, Delete and End", ["xabc", "\x1b[H", "\x1b[3~", "\x1b[F", "!"], "abc!"],
  ["wide characters", ["日本語 😀 é"], "日本語 😀 é"],
  [
    "a line that is longer than the terminal",
    [LONG, "\x1b[D", "\x1b[D", "!"],
    `${LONG.slice(0, -2)}!${LONG.slice(-2)}`,
  ],
];

/** What the screen shows of an answer: lines as wide as the terminal. */
function wrapped(text: string, columns: number): string {
  return text
    .split("\n")
    .flatMap((line) => rowsOf(line, columns))
    .join("\n");
}

function rowsOf(line: string, columns: number): readonly string[] {
  const rows = Array.from({ length: Math.ceil(line.length / columns) }, (_, at) =>
    line.slice(at * columns, (at + 1) * columns),
  );
  return rows.length === 0 ? [""] : rows.map((row) => row.trimEnd());
}

const TERMINALS: readonly (readonly [string, number, Readonly<Record<string, string>>])[] = [
  ["of 80 columns", 80, {}],
  ["of 40 columns", 40, {}],
  ["of 24 columns", 24, {}],
  ["that reports no size", 0, {}],
  ["without colours", 80, { NO_COLOR: "1" }],
];

describe.runIf(hasPython)("typed lines", () => {
  test.each(TERMINALS)("on a terminal %s", async (_, columns, env) => {
    const at = await placeWithFiles();
    const screen = new Screen(["new", "--name", "s", ...at.start], at, env, [columns]);
    await screen.endsWith(">\nm");
    for (const [name, reads, prompt] of ROWS) {
      for (const read of reads) await screen.press(read);
      const before = screen.text;
      screen.type("\r");
      const answer = wrapped(`<${prompt}>`, columns || 80);
      await screen.running.until(
        () =>
          /\n>\nm · [\d.]+k\/60k$/.test(screen.text) && screen.text.split(answer).length > before.split(answer).length,
      );
      // The line stays above the answer, and no status between them.
      expect([name, screen.text.split("\n").filter((row) => row.startsWith("m ·"))]).toEqual([
        name,
        [screen.text.split("\n").at(-1)],
      ]);
    }
    expect(promptsOf(at, "s")).toEqual(ROWS.map(([, , prompt]) => prompt));
    expect(/\x1b\[\d*m/.test(screen.running.stdout)).toBe(env["NO_COLOR"] === undefined);
    screen.type("\x04");
    expect(await screen.ended()).toBe(0);
    const history = join(at.state, "prompts.jsonl");
    expect(statSync(history).mode & 0o777).toBe(0o600);
    expect(readFileSync(history, "utf8").split("\n").length).toBe(ROWS.length);
  });

  test("the status fits into 40 columns, says what the turn waits for, and is gone at the end", async () => {
    const at = await placeWithFiles();
    const screen = new Screen(["new", "--name", "s", ...at.start], at, {}, [40]);
    await screen.endsWith(">\nm");
    screen.type("be busy\r");
    await screen.running.until(() => /\nm · waits until \d\d:\d\d(?::\d\d)?$/.test(screen.text));
    screen.type("next");
    await screen.running.until(() => /\n> next\nm · waits until \S+$/.test(screen.text));
    screen.type("\x1b");
    await screen.running.until(() => /\nagent: the turn was cancelled\n> next\nm(?: · \S+k\/60k)?$/.test(screen.text));
    screen.type("\x15/monitor bypass\r");
    await screen.running.until(() => /\n>\nm · (?:\S+k\/60k · )?bypass$/.test(screen.text));
    for (const row of screen.text.split("\n")) expect(row.length).toBeLessThanOrEqual(40);
    screen.type("\x04");
    expect(await screen.ended()).toBe(0);
    expect(screen.text).toMatch(/\nagent: the session goes on: agent attach\s+s$/);
    expect(screen.text).not.toMatch(/^m(?: |$)/m);
  });

  test("another width of the terminal leaves one line and one status", async () => {
    const at = await placeWithFiles();
    const screen = new Screen(["new", "--name", "s", ...at.start], at, {}, [80, 30, 100]);
    await screen.endsWith(">\nm");
    await screen.press("a line that is longer than 30 columns");
    screen.resize();
    await screen.endsWith("> a line that is longer than 3\n0 columns\nm");
    screen.resize();
    await screen.endsWith("> a line that is longer than 30 columns\nm");
    await screen.press("!");
    screen.type("\r");
    await screen.running.until(() => /\n<a line that is longer than 30 columns!>\n>\nm · \S+$/.test(screen.text));
    screen.type("\x04");
    expect(await screen.ended()).toBe(0);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, boolean]>([
    ["in a job of a CI system", { CI: "true" }, true],
    ["that knows no escape sequences", { TERM: "dumb" }, false],
  ])("a terminal %s shows no status, and the window stands before the prompt", async (_, env, acts) => {
    const at = await placeWithFiles();
    const screen = new Screen(["new", "--name", "s", ...at.start], at, env);
    await screen.sees("> ");
    await screen.press("hello");
    screen.type("\r");
    await screen.sees("<hello>");
    await screen.sees("k/60k > ");
    await screen.press("see @REA");
    await screen.press("\t");
    await screen.press("\x7f");
    screen.type("\r");
    await screen.sees("<see @README.md>");
    await screen.sees("k/60k > ");
    screen.type("\x04");
    expect((await screen.running.ended()).code).toBe(0);
    expect([screen.running.stdout.includes("m ·"), screen.running.stdout.includes("\x1b")]).toEqual([false, acts]);
    expect(promptsOf(at, "s")).toEqual(["hello", "see @README.md"]);
  });

  test("`agent continue` asks for the latest session here, `/resume` goes to another one, and typed prompts come along", async () => {
    const at = await placeWithFiles();
    for (const name of ["first", "second"]) {
      const screen = new Screen(["new", "--name", name, ...at.start], at);
      await screen.endsWith(">\nm");
      screen.type(`of ${name}\r`);
      await screen.running.until(() => /\n>\nm · \S+k\/60k$/.test(screen.text));
      screen.type(name === "first" ? "/quit\r" : "/stop\r");
      expect(await screen.ended()).toBe(0);
    }
    const declined = new Screen(["continue", ...at.again], at);
    await declined.sees("go on with second (");
    await declined.sees("[Y/n] ");
    declined.type("x\x1b[200~y\x1b[201~n");
    await declined.sees("no\r\n`/resume` in a conversation and `agent sessions` list the others\r\n");
    expect((await declined.running.ended()).code).toBe(1);
    const screen = new Screen(["continue", ...at.again], at);
    await screen.sees("[Y/n] ");
    screen.type("\r");
    await screen.sees("> of second");
    await screen.running.until(() => /\n>\nm · \S+k\/60k$/.test(screen.text));
    await screen.press("/resume fi");
    await screen.press("\t");
    screen.type("\r");
    await screen.sees("agent: the session goes on: agent attach second");
    await screen.sees("> of first");
    await screen.running.until(() => /\n>\nm · \S+k\/60k$/.test(screen.text));
    await screen.press(UP);
    await screen.press(UP);
    await screen.running.until(() => /\n> of first\nm · \S+k\/60k$/.test(screen.text));
    screen.type(" again\r");
    await screen.running.until(() => screen.text.includes("\n<of first again>\n>\nm · "));
    screen.type("\x04");
    expect(await screen.ended()).toBe(0);
    expect(promptsOf(at, "first")).toEqual(["of first", "of first again"]);
    const interrupted = new Screen(["continue", ...at.again], at);
    await interrupted.sees("go on with first (");
    await interrupted.sees("running");
    interrupted.type("\x03");
    expect((await interrupted.running.ended()).code).toBe(130);
  });

  test("Ctrl-L empties the screen, and the line stays", async () => {
    const at = await placeWithFiles();
    const screen = new Screen(["new", "--name", "s", ...at.start], at);
    await screen.endsWith(">\nm");
    await screen.press("half a li");
    screen.type("\x0c");
    await screen.running.until(() => screen.running.stdout.includes("\x1b[H\x1b[2J"));
    screen.type("ne\r");
    await screen.sees("<half a line>");
    await screen.sees("k/60k\x1b[22m\x1b[1A");
    screen.type("\x03");
    expect(await screen.ended()).toBe(130);
  });
});
