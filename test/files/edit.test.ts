/** The tools `edit` and `write`: exactly what is asked for changes, and every other byte stays (P-S107). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import { inMemory, put, type Work } from "./workplace.js";

const text = ({ disk }: ReturnType<typeof inMemory>, path: string): string =>
  Buffer.from(disk.bytes(`/work/${path}`)).toString("latin1");

test.each([
  ["one place", "one\ntwo\nthree\n", "two", "2", "one\n2\nthree\n"],
  ["several lines", "a\nb\nc\nd\n", "b\nc\n", "x\n", "a\nx\nd\n"],
  ["a line that is added", "a\nb\n", "a\n", "a\nnew\n", "a\nnew\nb\n"],
  ["a text that is removed", "a\nb\nc\n", "b\n", "", "a\nc\n"],
  ["no line end at the end", "a\nb", "b", "c", "a\nc"],
  ["a line end that is asked for", "a\nb", "b", "b\n", "a\nb\n"],
  ["CRLF", "a\r\nb\r\nc\r\n", "a\nb\n", "a\nx\ny\n", "a\r\nx\r\ny\r\nc\r\n"],
  ["CRLF, one line", "a\r\nb\r\n", "b", "x\ny", "a\r\nx\r\ny\r\n"],
  ["CRLF that is spelled out", "a\r\nb\r\n", "a\r\nb", "a\r\nx", "a\r\nx\r\n"],
  ["CRLF, at its end", "a\r\nb\r\n", "b\n", "b\nc\n", "a\r\nb\r\nc\r\n"],
  ["a mixed file, whose other lines keep their ends", "a\r\nb\nc\r\nd\n", "b\nc\nd", "b\nx\nd", "a\r\nb\nx\r\nd\n"],
  ["a mixed file, at a line of its own", "a\nb\r\nc\n", "a\nb\nc", "a\nb\nx\nc", "a\nb\r\nx\r\nc\n"],
  ["carriage returns alone", "a\rb\rc", "b", "x", "a\rx\rc"],
  ["a mark at the beginning", "\xef\xbb\xbfa\nb\n", "a", "x", "\xef\xbb\xbfx\nb\n"],
  ["bytes that are not UTF-8", "a\xff\xfe\nb\n\x80", "b", "x", "a\xff\xfe\nx\n\x80"],
  ["dollar signs, which mean nothing", "a\n", "a", "$&$1$$", "$&$1$$\n"],
  ["characters of several bytes", "gr\xc3\xbc\xc3\x9fe\n", "ü", "ue", "grue\xc3\x9fe\n"],
])("%s", async (_, before, old, wanted, after) => {
  const work = inMemory({ "a.txt": Buffer.from(before, "latin1") });
  expect(await work.on("edit", { path: "a.txt", old, new: wanted })).toMatchObject({ isError: false });
  expect(text(work, "a.txt")).toBe(after);
});

test("all places, and their lines", async () => {
  const work = inMemory({ "a.txt": "x\ny\nx x\n" });
  const done = await work.on("edit", { path: "a.txt", old: "x", new: "zz", all: true });
  expect(done).toMatchObject({ text: "changed `a.txt`: 3 places, in lines 1, 3", isError: false });
  expect(text(work, "a.txt")).toBe("zz\ny\nzz zz\n");
});

test.each([
  ["aaa", "aa", "b", "ba"],
  ["abababab", "abab", "x", "xx"],
  ["a\r\na\r\n", "a\n", "b\nc\n", "b\r\nc\r\nb\r\nc\r\n"],
])("all places of %j that overlap", async (before, old, wanted, after) => {
  const work = inMemory({ a: before });
  await work.on("edit", { path: "a", old, new: wanted, all: true });
  expect(text(work, "a")).toBe(after);
});

test("a text that is there twice is refused with the lines where it begins", async () => {
  const work = inMemory({ "a.ts": "if (a) {\n  go();\n}\nif (b) {\n  go();\n}\n" });
  const { text: said, isError } = await work.on("edit", { path: "a.ts", old: "  go();\n}", new: "  stop();\n}" });
  expect(isError).toBe(true);
  expect(said).toBe(
    "[`old` is there 2 times: nothing was changed; add lines around it, or set `all`; it begins here:]\n2\t  go();\n5\t  go();",
  );
  expect(text(work, "a.ts")).toContain("go();\n}\nif (b)");
});

test("places that overlap are two", async () => {
  const work = inMemory({ a: "aaa" });
  expect((await work.on("edit", { path: "a", old: "aa", new: "b" })).text).toContain("there 2 times");
});

const SOURCE = "function add(a, b) {\n    return a + b;\n}\n\nfunction sub(a, b) {\n    return a - b;\n}\n";

test.each([
  [
    "other white space",
    "function sub(a, b) {\n\treturn a - b;\n}",
    "these lines differ in white space",
    "5\tfunction sub",
  ],
  ["another word", "function sub(a, b) {\n    return a * b;\n}", "these lines come near", "5\tfunction sub"],
  ["one line with a slip", "    return a +b", "these lines come near", "2\t    return a + b;"],
  ["numbers of lines", "5\tfunction sub(a, b) {", "these lines come near", "5\tfunction sub"],
])("a text that is not there because of %s is refused with the lines that come near", async (_, old, why, line) => {
  const work = inMemory({ "a.js": SOURCE });
  const { text: said, isError } = await work.on("edit", { path: "a.js", old, new: "x" });
  expect([isError, said.includes(why), said.includes(line)]).toEqual([true, true, true]);
  expect(text(work, "a.js")).toBe(SOURCE);
});

test("nothing comes near", async () => {
  const work = inMemory({ "a.js": SOURCE });
  expect((await work.on("edit", { path: "a.js", old: "12345 67890", new: "x" })).text).toBe(
    "[`old` is not in the file: nothing was changed; no line comes near it]",
  );
});

test("a file that changed since it was read is refused until it is read again, one that was not read is not", async () => {
  const work = inMemory({ a: "one\n", b: "one\n" });
  await work.on("read", { path: "a" });
  put(work.disk, "/work/a", "one\ntwo\n");
  put(work.disk, "/work/b", "one\ntwo\n");
  const edit = (path: string) => work.on("edit", { path, old: "one", new: "1" });
  expect((await edit("a")).text).toBe("[the file changed since you read it: read it again]");
  expect(text(work, "a")).toBe("one\ntwo\n");
  expect(await edit("b")).toMatchObject({ isError: false });
  await work.on("read", { path: "a", from: 2 });
  expect(await edit("a")).toMatchObject({ isError: false });
  expect(await work.on("edit", { path: "a", old: "1", new: "I" })).toMatchObject({ isError: false });
});

test("a new file, in directories that are not there yet", async () => {
  const work = inMemory({});
  const done = await work.on("edit", { path: "src/new/a.ts", old: "", new: "x\n" });
  expect(done).toEqual({
    ...{ text: "made `src/new/a.ts`", isError: false },
    diff: { path: "/work/src/new/a.ts", old: null, new: "x\n", line: 1 },
    locations: [{ path: "/work/src/new/a.ts", line: 1 }],
  });
  expect(text(work, "src/new/a.ts")).toBe("x\n");
});

test.each([
  ["an empty one is written", "", false, "x\n"],
  ["one with a text is not", "y\n", true, "y\n"],
])("a file that is there already: %s", async (_, before, isError, after) => {
  const work = inMemory({ a: before });
  expect(await work.on("edit", { path: "a", old: "", new: "x\n" })).toMatchObject({ isError });
  expect(text(work, "a")).toBe(after);
});

test("the diff holds the changed lines with three around them", async () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);
  const work = inMemory({ a: lines.join("") });
  const { diff, locations } = await work.on("edit", { path: "a", old: "line 10\n", new: "ten\nX\n" });
  expect(diff).toEqual({
    ...{ path: "/work/a", line: 7 },
    old: lines.slice(6, 13).join(""),
    new: [...lines.slice(6, 9), "ten\nX\n", ...lines.slice(10, 13)].join(""),
  });
  expect(locations).toEqual([{ path: "/work/a", line: 7 }]);
});

test("of a long change a part is told", async () => {
  const work = inMemory({});
  const { diff } = await work.on("edit", { path: "a", old: "", new: "0123456789\n".repeat(10_000) });
  expect(diff).toMatchObject({ old: null, elided: true });
  expect(diff?.new.length).toBeLessThanOrEqual(limits.diffBytes);
  expect(diff?.new).toMatch(/… \d+ bytes left out …/);
});

const refusals: readonly (readonly [string, object, RegExp])[] = [
  ["no file", { path: "b.txt", old: "a", new: "b" }, /there is no file `b.txt`; near it: `a.txt`/],
  ["a directory", { path: "src", old: "a", new: "b" }, /`src` is a directory/],
  ["no text", { path: "zero", old: "a", new: "b" }, /it is no text/],
  ["the same text twice", { path: "a.txt", old: "a", new: "a" }, /same text/],
  ["no path", { old: "a", new: "b" }, /`path` is missing/],
  ["an empty path", { path: " ", old: "a", new: "b" }, /`path` must be a text/],
  ["a path with a NUL", { path: "a\0", old: "a", new: "b" }, /NUL/],
  ["a number for a path", { path: 5, old: "a", new: "b" }, /`path` must be a text/],
  ["no new text", { path: "a.txt", old: "a" }, /`new` must be a text/],
  ["a flag that is none", { path: "a.txt", old: "a", new: "b", all: "yes" }, /`all` must be true or false/],
  ["a field of another tool", { path: "a.txt", old: "a", new: "b", old_string: "x" }, /no field `old_string`/],
];

test.each(refusals)("%s is a result that says so", async (_, input, said) => {
  const work = inMemory({ "a.txt": "a", zero: "a\0b", "src/x": "" });
  const done = await work.on("edit", input as Record<string, unknown>);
  expect(done.isError).toBe(true);
  expect(done.text).toMatch(said);
  expect(text(work, "a.txt")).toBe("a");
});

test("a text of many wildcards takes no longer than its file", async () => {
  const work = inMemory({ a: "a".repeat(2_000_000) });
  const done = await work.on("edit", { path: "a", old: `b${"a".repeat(500_000)}`, new: "c" });
  expect(done.isError).toBe(true);
  expect((await work.on("edit", { path: "a", old: "a", new: "b", all: true })).text).toContain("too often");
});

test("a full disk leaves the file as it was", async () => {
  const work = inMemory({ a: "one\n" });
  work.disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
  expect((await work.on("edit", { path: "a", old: "one", new: "two" })).text).toBe("[the disk is full]");
  work.disk.decide = () => undefined;
  expect(text(work, "a")).toBe("one\n");
});

test("two changes at once are made one after the other", async () => {
  const work = inMemory({ a: "1 2 3\n" });
  const edits = ["1", "2", "3"].map((old) => work.on("edit", { path: "a", old, new: `${old}${old}` }));
  expect((await Promise.all(edits)).every(({ isError }) => !isError)).toBe(true);
  expect(text(work, "a")).toBe("11 22 33\n");
});

async function written(work: Work, content: string): Promise<string> {
  return (await work.on("write", { path: "a", content })).text;
}

test("`write` replaces a file that was read, and makes a new one", async () => {
  const work = inMemory({ a: "one\n" });
  expect(await written(work, "two\n")).toBe("[`a` exists: read it before you write it anew]");
  await work.on("read", { path: "a" });
  expect(await written(work, "two\n")).toBe("wrote `a`");
  expect(await written(work, "two\n")).toBe("[the file has this text already: nothing was changed]");
  put(work.disk, "/work/a", "three\n");
  expect(await written(work, "four\n")).toBe("[the file changed since you read it: read it again]");
  expect(text(work, "a")).toBe("three\n");
  expect((await work.on("write", { path: "b/c", content: "x" })).text).toBe("made `b/c`");
});

test.each([
  ["CRLF stays", "a\r\nb\r\n", "a\nc\n", "a\r\nc\r\n"],
  ["a mark stays", "\xef\xbb\xbfa\n", "b\n", "\xef\xbb\xbfb\n"],
  ["mixed ends become those that are written", "a\r\nb\n", "a\nc\n", "a\nc\n"],
  ["ends that are spelled out are written", "a\r\n", "b\r\nc\n", "b\r\nc\n"],
])("`write`: %s", async (_, before, content, after) => {
  const work = inMemory({ a: Buffer.from(before, "latin1") });
  await work.on("read", { path: "a" });
  await written(work, content);
  expect(text(work, "a")).toBe(after);
});
