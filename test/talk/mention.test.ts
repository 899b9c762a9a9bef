/** Files in a prompt, `@path`: where a mention stands, how it is spelt, and its completion (P-S118). */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ReadDirectory } from "../../src/agent/machine/interfaces/directory.js";
import { nodeReadDirectory } from "../../src/agent/machine/node/directory.js";
import { completeMention, mentionAtEnd, mentionOf } from "../../src/agent/program/talk/mention.js";
import { ignoreRules } from "../../src/text/ignore-rules.js";

test.each<readonly [string, string | undefined]>([
  ["@", ""],
  ["see @src/a", "src/a"],
  ["see (@src", "src"],
  ["a line\n@src", "src"],
  ["mail to me@example.org", undefined],
  ["@src and", undefined],
  ["@src ", undefined],
  ["", undefined],
  ["@a @b", "b"],
  ['@"my fi', "my fi"],
  ['@"my file"', undefined],
  ['@"my file" @', ""],
  ['@"a \\" b', 'a " b'],
  ['@"a \\\\', "a \\"],
  ['@"a @b', "a @b"],
  ["@@a", "@a"],
  [`@${"a".repeat(5000)}`, undefined],
])("the mention at the end of %.60j is %j", (text, path) => {
  expect(mentionAtEnd(text)?.path).toBe(path);
});

test.each([
  ["src/a.ts", "@src/a.ts"],
  ["my file", '@"my file"'],
  ['a"b', '@"a\\"b"'],
  ["a\\b", '@"a\\\\b"'],
  ["日本", "@日本"],
])("a path %j is spelt %s, and read as the same path", (path, spelt) => {
  expect(mentionOf(path, true)).toBe(spelt);
  expect(mentionAtEnd(spelt.replace(/"$/, ""))?.path).toBe(path);
});

/** A directory with these files; names with a slash at the end are directories. */
function tree(names: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "agent-mention-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of names) {
    mkdirSync(name.endsWith("/") ? join(root, name) : dirname(join(root, name)), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(join(root, name), "");
  }
  return root;
}

interface Options {
  readonly ignored?: readonly string[];
  readonly columns?: number;
  readonly read?: ReadDirectory;
}

/** What Tab makes of a text in a directory, with the rows of choices behind it. */
async function tab(root: string, text: string, { ignored = [], columns = 40, read = nodeReadDirectory }: Options = {}) {
  const mention = mentionAtEnd(text);
  if (mention === undefined) return undefined;
  const ports = { read, join, ignored: async () => ignoreRules(ignored.join("\n")) };
  const completed = await completeMention(mention, root, ports, columns, new AbortController().signal);
  if (completed === undefined) return undefined;
  return (
    text.slice(0, text.length - completed.characters) +
    completed.text +
    completed.choices.replace(/^/, "|").replace(/^\|$/, "")
  );
}

const FILES = [
  "README.md",
  "package.json",
  "src/main.ts",
  "src/machine.ts",
  "src/deep/er/needle.ts",
  "my notes/first file.txt",
  'odd"name',
  ".hidden/x",
  ".env",
  "node_modules/pkg/needle.ts",
  "dist/needle.js",
  "日本.txt",
  "Makefile",
];

test.each<readonly [string, string, string | undefined]>([
  ["a file", "see @REA", "see @README.md "],
  ["a file in other letters", "@rea", "@README.md "],
  ["a directory goes on", "@sr", "@src/"],
  ["a common beginning", "@src/m", "@src/ma"],
  ["choices where nothing more is common", "@src/ma", "@src/ma|src/machine.ts  src/main.ts\n"],
  ["a name with spaces", "@my", '@"my notes/'],
  ["inside a name with spaces", '@"my notes/', '@"my notes/first file.txt" '],
  ["a quote that was typed stays", '@"REA', '@"README.md" '],
  ["a quote in a name", "@odd", '@"odd\\"name" '],
  ["no name", "@zzz", undefined],
  ["no directory", "@zzz/a", undefined],
  ["hidden files after a dot", "@.", "@.|.env      .hidden/\n"],
  ["a hidden file", "@.e", "@.env "],
  ["a file below, by its name", "see @need", "see @src/deep/er/needle.ts "],
  ["a directory below", "@er", "@src/deep/er/"],
  ["an ignored name where nothing else fits", "@dis", "@dist/"],
  ["and what is in it", "@dist/", "@dist/needle.js "],
  ["a directory above", "@src/../pack", "@src/../package.json "],
  ["other letters", "@日", "@日本.txt "],
  ["no mention", "src", undefined],
])("Tab completes %s: %s", async (_, text, completed) => {
  expect(await tab(tree(FILES), text, { ignored: ["dist"] })).toBe(completed);
});

test.each<readonly [string, string, string | undefined]>([
  ["a wildcard", "@trace", "@trace.txt "],
  ["a line that keeps", "@keep", "@keep.log "],
  ["a directory alone", "@out", "@output "],
  ["a path", "@src/gen", "@src/genuine.ts "],
  ["below, by its name", "@need", "@src/needle.ts "],
  ["an ignored name where nothing else fits", "@tr.", undefined],
  ["ignored, and nothing else fits", "@trail", "@trail.log "],
  ["a directory outside has other rules", "@src/../trail", "@src/../trail.log "],
])("what the lines of a .gitignore ignore is left out: %s", async (_, text, completed) => {
  const files = ["trace.log", "trace.txt", "keep.log", "trail.log", "out/a", "output", "src/gen/needle.ts"];
  const root = tree([...files, "src/genuine.ts", "src/needle.ts", "out/needle.ts"]);
  const ignored = ["*.log", "!keep.log", "out/", "/src/gen"];
  expect(await tab(root, text, { ignored })).toBe(completed);
});

test("a whole path, and a link to a directory", async () => {
  const root = tree(["a/b.txt"]);
  symlinkSync(join(root, "a"), join(root, "link"));
  symlinkSync(join(root, "gone"), join(root, "broken"));
  expect(await tab(root, "@lin")).toBe("@link/");
  expect(await tab(root, "@bro")).toBe("@broken ");
  expect(await tab("/nowhere", `@${root}/a/`)).toBe(`@${root}/a/b.txt `);
});

test.each([
  ["out of the working directory", "@need", "link", "..", undefined],
  ["back into itself", "@need", "src/link", ".", undefined],
  ["beside a file of the directory", "@inner", "src/link", "..", "@src/inner.txt "],
  ["that has the name itself", "@lin", "src/link", "..", "@src/link/"],
  ["that was typed", "@link/need", "link", "..", "@link/needle.txt "],
])("a name is not looked for behind a link %s", async (_, text, link, target, completed) => {
  const above = tree(["needle.txt", "work/src/inner.txt"]);
  const root = join(above, "work");
  symlinkSync(link === "link" ? target : join(root, target), join(root, link));
  expect(await tab(root, text)).toBe(completed);
});

test("names that a line cannot hold are left out, and nothing that is shown acts on the terminal", async () => {
  const root = tree(["plain", "line\nbreak", "esc\x1b[2Jape", "bidi\u202e", "tab\t"]);
  expect(await tab(root, "@")).toBe("@plain ");
  for (const begin of ["line", "esc", "bidi", "tab"]) expect(await tab(root, `@${begin}`)).toBeUndefined();
});

test("many choices are shown in columns, and then their number", async () => {
  const names = Array.from({ length: 100 }, (_, at) => `file-${String(at).padStart(3, "0")}`);
  const shown = (await tab(tree(names), "@file-0")) ?? "";
  const rows = shown.split("\n").slice(0, -1);
  expect([rows[0], rows[1], rows.at(-1)]).toEqual([
    "@file-0|file-000  file-001  file-002  file-003",
    "file-004  file-005  file-006  file-007",
    "… and 60 more",
  ]);
  for (const row of rows.slice(1)) expect(row.length).toBeLessThan(40);
});

test("a long name is cut in its row", async () => {
  const shown = await tab(tree(["x".repeat(60), `${"x".repeat(59)}y`]), `@${"x".repeat(59)}`);
  expect(shown?.split("|")[1]).toBe(`${"x".repeat(38)}…\n${"x".repeat(38)}…\n`);
});

/** A directory with so many files, which counts those that are read. */
function endless(count: number): { read: ReadDirectory; looked: () => number } {
  let all = 0;
  const read: ReadDirectory = async (_, { matches, most }) => {
    const entries = [];
    let looked = 0;
    for (; looked < Math.min(most, count); looked += 1) {
      const name = looked % 100 === 0 ? `dir${looked}` : `file${looked}`;
      if (matches(name)) entries.push({ name, isDirectory: looked % 100 === 0, isLink: false });
    }
    all += looked;
    return { entries, looked };
  };
  return { read, looked: () => all };
}

test("of 300,000 files in one directory, and of any number below, a part is looked at", async () => {
  const { read, looked } = endless(300_000);
  expect(await tab("/w", "@file99999", { read })).toBe("@file99999 ");
  expect(looked()).toBe(100_000);
  expect(await tab("/w", "@needle", { read })).toBeUndefined();
  expect(looked()).toBeLessThanOrEqual(220_000);
});
