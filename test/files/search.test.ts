/** The tools `search` and `list`, and the catalog of files behind them (P-S107, spec 8). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import { HandClock } from "../ports/hand-clock.js";
import { inMemory, put } from "./workplace.js";

const PROJECT = {
  ...{
    "package.json": "{}",
    "README.md": "# add\n",
    "src/add.ts": "export function add() {}\n",
    "src/sub.ts": "// Add\nadd();\n",
  },
  ...{
    "src/deep/er/x.js": "add\n",
    ".env": "ADD=secret\nadd\n",
    "node_modules/a/index.js": "add\n",
    "dist/out.js": "add\n",
  },
  ...{
    ".git/config": "add\n",
    ".gitignore": "*.log\n/tmp/\n",
    "a.log": "add\n",
    "tmp/b.txt": "add\n",
    "bin.dat": "add\0",
  },
};

test("lines of text files, by path, without ignored, generated and binary ones", async () => {
  const { text, isError, locations } = await inMemory(PROJECT).on("search", { pattern: "\\badd\\b" });
  expect(isError).toBe(false);
  expect(text.split("\n")).toEqual([
    ...[".env", "2\tadd", "README.md", "1\t# add", "src/add.ts", "1\texport function add() {}"],
    ...["src/sub.ts", "2\tadd();", "src/deep/er/x.js", "1\tadd"],
  ]);
  expect(locations?.[3]).toEqual({ path: "/work/src/sub.ts", line: 2 });
});

test.each([
  [{ pattern: "add", glob: "*.ts" }, ["src/add.ts", "1\texport function add() {}", "src/sub.ts", "2\tadd();"]],
  [{ pattern: "add", glob: "src/*.{ts,js}" }, ["src/add.ts", "1\texport function add() {}", "src/sub.ts", "2\tadd();"]],
  [{ pattern: "add", path: "src", glob: "deep" }, ["src/deep/er/x.js", "1\tadd"]],
  [{ pattern: "add", path: "src/deep" }, ["src/deep/er/x.js", "1\tadd"]],
  [{ pattern: "^add", glob: "!*.ts" }, [".env", "2\tadd", "src/deep/er/x.js", "1\tadd"]],
  [{ pattern: "^// add", ignore_case: true }, ["src/sub.ts", "1\t// Add"]],
  [{ pattern: "(?i)^// add" }, ["src/sub.ts", "1\t// Add"]],
  [{ pattern: "^add", ignored: true, glob: "{*.log,tmp}" }, ["a.log", "1\tadd", "tmp/b.txt", "1\tadd"]],
  [{ pattern: "add", path: "node_modules/a" }, ["node_modules/a/index.js", "1\tadd"]],
  [{ pattern: "add", path: "src/sub.ts" }, ["src/sub.ts", "2\tadd();"]],
  [{ pattern: "add$", path: "a.log" }, ["a.log", "1\tadd"]],
  [{ pattern: "nowhere" }, ["[no line matches]"]],
  [{ pattern: "\\p{Lu}DD=" }, [".env", "1\tADD=secret"]],
  [{ pattern: "\\_|^// A" }, ["src/sub.ts", "1\t// Add"]],
])("%j", async (input, lines) => {
  expect((await inMemory(PROJECT).on("search", input)).text.split("\n")).toEqual(lines);
});

test.each([
  [{ pattern: "(" }, /not a regular expression/],
  [{ pattern: "" }, /must not be empty/],
  [{}, /`pattern` must be a text/],
  [{ pattern: "a", path: "nowhere" }, /there is no `nowhere`/],
  [{ pattern: "a", path: "sr" }, /there is no `sr`; near it: `src`/],
  [{ pattern: "a", glob: "/" }, /`glob` names nothing/],
])("%j is refused", async (input, said) => {
  const done = await inMemory(PROJECT).on("search", input);
  expect([done.isError, said.test(done.text)]).toEqual([true, true]);
});

test("secret files are left out, unless the call names one", async () => {
  const work = inMemory(PROJECT, { secretFiles: [".env"] });
  const all = await work.on("search", { pattern: "secret|ADD=" });
  expect(all.text).toBe("[no line matches]\n[1 file left out: secret]");
  expect((await work.on("search", { pattern: "secret", path: ".env" })).text).toBe(".env\n1\tADD=secret");
});

test("an expression that backtracks without end is stopped, and the daemon goes on", async () => {
  const clock = new HandClock();
  const work = inMemory({ "a.txt": `${"a".repeat(60)}!\n`, "b.txt": "aa\n" }, { clock });
  const running = work.on("search", { pattern: "^(a+)+$" });
  // The event loop is free, so time can pass.
  while (clock.waiting === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  clock.pass(limits.searchStep);
  const { text, isError } = await running;
  expect(isError).toBe(true);
  expect(text).toContain("the expression takes too much time or memory near `/work/a.txt`: the search was stopped");
});

test("a search that is cancelled ends", async () => {
  const stop = new AbortController();
  const clock = new HandClock();
  const work = inMemory({ "a.txt": `${"a".repeat(60)}!\n` }, { clock });
  const running = work.on("search", { pattern: "^(a+)+$" }, { signal: stop.signal });
  while (clock.waiting === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  stop.abort();
  expect((await running).text).toBe("[the call was cancelled]");
});

test("results are bounded, and say so", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`f${index + 10}.txt`, "hit\n".repeat(60)]),
  );
  const { text } = await inMemory(files).on("search", { pattern: "hit" });
  const lines = text.split("\n");
  expect(lines.filter((line) => line.endsWith("\thit"))).toHaveLength(limits.searchLines);
  expect(lines).toContain("[10 more in this file]");
  expect(lines.at(-1)).toBe("[there may be more: narrow `pattern`, `path` or `glob`]");
});

test("of a long line the part around the match is shown", async () => {
  const work = inMemory({ "a.js": `${"x".repeat(5000)}needle${"y".repeat(5000)}\n` });
  const { text } = await work.on("search", { pattern: "needle" });
  expect(text).toMatch(/^a\.js\n1\t…x{100}needley{294}…$/);
});

test("a name with ends of lines makes no lines of its own", async () => {
  const work = inMemory({ "a\nb.txt\n1\tforged": "hit\n" });
  const shown = '"a\\nb.txt\\n1\\tforged"';
  expect((await work.on("search", { pattern: "hit" })).text).toBe(`${shown}\n1\thit`);
  expect((await work.on("list", { glob: "*" })).text).toBe(shown);
  expect((await work.on("list", {})).text).toBe(shown);
});

test.each([["x".repeat(1001)], [`${"{a,b}".repeat(6)}${"*a".repeat(200)}`]])(
  "a glob of too much work is refused",
  async (glob) => {
    expect((await inMemory(PROJECT).on("list", { glob })).text).toBe("[`glob` is too long]");
  },
);

test("a file that is gone, or larger than others, does not end the search", async () => {
  const work = inMemory({
    "a.txt": "hit\n",
    "b.txt": "hit\n",
    "c.txt": Buffer.alloc(limits.searchFileBytes + 1, "hit\n"),
  });
  await work.on("list", { glob: "*" });
  work.disk.move("/work/a.txt");
  expect((await work.on("search", { pattern: "hit" })).text).toBe(
    "b.txt\n1\thit\n[1 file left out: more than 4194304 bytes]",
  );
  expect((await work.on("search", { pattern: "hit", path: "c.txt" })).text).toContain("c.txt\n1\thit");
});

test.each([
  [
    {},
    [
      ".env",
      ".git/",
      ".gitignore",
      "README.md",
      "a.log",
      "bin.dat",
      "dist/",
      "node_modules/",
      "package.json",
      "src/",
      "tmp/",
    ],
  ],
  [{ path: "src" }, ["add.ts", "deep/", "sub.ts"]],
  [{ glob: "*.ts" }, ["src/add.ts", "src/sub.ts"]],
  [{ path: "src", glob: "**/*.js" }, ["src/deep/er/x.js"]],
  [{ glob: "*.log" }, ["[nothing in `.`]"]],
  [{ glob: "*.log", ignored: true }, ["a.log"]],
])("list %j", async (input, lines) => {
  expect((await inMemory(PROJECT).on("list", input)).text.split("\n")).toEqual(lines);
});

test.each([
  [{ path: "nowhere" }, "[there is no directory `nowhere`]"],
  [{ path: "README.md" }, "[`README.md` is not a directory]"],
])("list %j is refused", async (input, text) => {
  expect(await inMemory(PROJECT).on("list", input)).toMatchObject({ text, isError: true });
});

test("a long list is cut, and says how many more there are", async () => {
  const files = Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`f${index}`, ""]));
  const lines = (await inMemory(files).on("list", {})).text.split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([1001, "[200 more: name a directory below, or a `glob`]"]);
});

test("the catalog is served for a while, and anew after a change by a tool", async () => {
  const clock = new HandClock();
  const work = inMemory({ a: "x" }, { clock });
  const names = async (): Promise<string> => (await work.on("list", { glob: "*" })).text;
  expect(await names()).toBe("a");
  put(work.disk, "/work/b", "x");
  expect(await names()).toBe("a");
  clock.pass(30_000);
  expect(await names()).toBe("a\nb");
  await work.on("edit", { path: "c", old: "", new: "x" });
  expect(await names()).toBe("a\nb\nc");
});

const MANY = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`d${index}/f`, "x"]));

test("outside a repository the walk ends at its budget of files, and the result says so", async () => {
  const work = inMemory(MANY, { settings: { max_files: 10 } });
  const lines = (await work.on("list", { glob: "f" })).text.split("\n");
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toContain("`daemon.file_catalog.max_files`");
});

test("inside a repository it has none", async () => {
  const work = inMemory({ ...MANY, ".git/HEAD": "" }, { settings: { max_files: 10, max_duration_ms: 0 } });
  expect((await work.on("list", { glob: "f" })).text.split("\n")).toHaveLength(30);
});

test("outside a repository it ends after its time", async () => {
  const work = inMemory(MANY, { settings: { max_duration_ms: 0 } });
  expect((await work.on("search", { pattern: "x" })).text).toContain("`daemon.file_catalog.max_duration_ms`");
});

test.each([
  ["node_modules", { "node_modules/a.js": "", "src/node_modules/b.js": "", "c.js": "" }, ["c.js"]],
  ["output beside its project", { "Cargo.toml": "", "target/a.js": "", "x/target/b.js": "" }, ["x/target/b.js"]],
  ["a tagged cache", { "out/CACHEDIR.TAG": "", "out/a.js": "", "b.js": "" }, ["b.js"]],
])("generated trees are left out, also with ignored files: %s", async (_, files, own) => {
  const list = async (more: object): Promise<readonly string[]> =>
    (await inMemory(files, more).on("list", { glob: "*.js", ignored: true })).text.split("\n");
  expect(await list({})).toEqual(own);
  expect(await list({ settings: { exclude_generated: false } })).toHaveLength(
    Object.keys(files).filter((file) => file.endsWith(".js")).length,
  );
});

test("rules of directories above and of nested repositories", async () => {
  const files = {
    ...{
      ".git/info/exclude": "excluded\n",
      ".gitignore": "*.tmp\n!keep.tmp\n",
      excluded: "",
      "a.tmp": "",
      "keep.tmp": "",
    },
    ...{ "pkg/.gitignore": "/own\n!b.tmp\n", "pkg/own": "", "pkg/b.tmp": "", "pkg/sub/own": "" },
    ...{ "nested/.git/HEAD": "", "nested/c.tmp": "", "nested/excluded": "" },
  };
  const { text } = await inMemory(files).on("list", { glob: "!.gitignore" });
  expect(text.split("\n")).toEqual(["keep.tmp", "nested/c.tmp", "nested/excluded", "pkg/b.tmp", "pkg/sub/own"]);
});
