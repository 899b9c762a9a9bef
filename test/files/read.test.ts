/** The tool `read`: lines with numbers, images, and a result that says so for everything else (P-S107). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import { inMemory, onDisk, put } from "./workplace.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const FILES = {
  ...{
    "a.txt": "one\ntwo\nthree\n",
    empty: "",
    "no-end": "a\nb",
    "crlf.txt": "a\r\nb\r\n",
    latin: Buffer.from("caf\xe9\n", "latin1"),
  },
  ...{ "a.png": PNG, binary: Buffer.from([1, 0, 2]), utf16: Buffer.from("\ufeffa", "utf16le"), "src/App.ts": "app\n" },
  ...{ marked: "\ufeffa\n", "big.png": Buffer.concat([PNG, Buffer.alloc(limits.resultImageBytes)]) },
};

test.each([
  [{ path: "a.txt" }, "1\tone\n2\ttwo\n3\tthree"],
  [{ path: "./src/../a.txt" }, "1\tone\n2\ttwo\n3\tthree"],
  [{ path: "/work/a.txt", from: 2 }, "2\ttwo\n3\tthree"],
  [{ path: "a.txt", from: 2, to: 2 }, "2\ttwo"],
  [{ path: "a.txt", from: 3, to: 99 }, "3\tthree"],
  [{ path: "a.txt", from: null, to: null }, "1\tone\n2\ttwo\n3\tthree"],
  [{ path: "no-end" }, "1\ta\n2\tb"],
  [{ path: "empty" }, "[the file is empty]"],
  [{ path: "crlf.txt" }, "1\ta\n2\tb\n[lines end with CRLF]"],
  [{ path: "latin" }, "1\tcaf\ufffd\n[bytes that are not UTF-8 are shown as \ufffd]"],
  [{ path: "marked" }, "1\ta"],
])("%j", async (input, text) => {
  expect(await inMemory(FILES).on("read", input)).toMatchObject({ text, isError: false });
});

test.each([
  [{ path: "a.txt", from: 9 }, "[the file has only 3 lines]"],
  [{ path: "a.txt", from: 3, to: 2 }, "[`to` is before `from`]"],
  [{ path: "a.txt", from: 0 }, "[`from` must be the number of a line, from 1]"],
  [{ path: "a.txt", from: 1.5 }, "[`from` must be the number of a line, from 1]"],
  [{ path: "a.txt", to: "3" }, "[`to` must be the number of a line, from 1]"],
  [{ path: "src" }, "[`src` is a directory: `list` shows its entries]"],
  [{ path: "." }, "[`.` is a directory: `list` shows its entries]"],
  [{ path: "b.txt" }, "[there is no file `b.txt`; near it: `a.txt`]"],
  [{ path: "src/app.ts" }, "[there is no file `src/app.ts`; near it: `src/App.ts`]"],
  [{ path: "nowhere/at/all" }, "[there is no file `nowhere/at/all`]"],
  [{ path: "a.txt/b" }, "[`/work/a.txt` is not a directory]"],
  [{ path: "binary" }, "[it is no text: 3 bytes]"],
  [{ path: "utf16" }, "[it is no text: 4 bytes of UTF-16]"],
  [{}, "[`path` is missing]"],
  [{ path: "a.txt", limit: 5 }, "[there is no field `limit`, only `path`, `from`, `to`]"],
  [{ path: "x".repeat(5000) }, "[`path` is too long]"],
  [{ path: "a\ud800.txt" }, "[`path` must not hold half a character]"],
])("%j is refused", async (input, text) => {
  expect(await inMemory(FILES).on("read", input)).toMatchObject({ text, isError: true });
});

test("a file of the same name elsewhere is named, once the files are known", async () => {
  const work = inMemory(FILES);
  await work.on("list", { glob: "*" });
  expect((await work.on("read", { path: "App.ts" })).text).toBe("[there is no file `App.ts`; near it: `src/App.ts`]");
});

test("an image is one, and a larger one than a model is shown is a sentence", async () => {
  const work = inMemory(FILES);
  expect(await work.on("read", { path: "a.png" })).toMatchObject({
    ...{ text: `[image/png, ${PNG.length} bytes]`, isError: false },
    images: [{ mediaType: "image/png", base64: PNG.toString("base64") }],
  });
  const large = await work.on("read", { path: "big.png" });
  expect(large).toMatchObject({ isError: true });
  expect(large.images).toBeUndefined();
});

test("a long file is shown in parts, each of which says how to go on", async () => {
  const count = 5000;
  const work = inMemory({ long: Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("") });
  const seen: string[] = [];
  let from: number | undefined = 1;
  while (from !== undefined) {
    const { text } = await work.on("read", { path: "long", from });
    seen.push(...text.split("\n").filter((line) => !line.startsWith("[")));
    const next: string | undefined = /go on with `from: (\d+)`/.exec(text)?.[1];
    from = next === undefined ? undefined : Number(next);
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => `${index + 1}\tline ${index + 1}`));
});

test("a part is bounded in bytes too, and a long line is cut", async () => {
  const work = inMemory({ wide: `${"x".repeat(1900)}\n`.repeat(100), one: "y".repeat(10_000) });
  const { text } = await work.on("read", { path: "wide" });
  expect(Buffer.byteLength(text)).toBeLessThan(limits.readBytes + 200);
  expect(text).toMatch(/\[lines 1 to \d+ of 100: go on with `from: \d+`\]$/);
  expect((await work.on("read", { path: "one" })).text).toBe(`1\t${"y".repeat(2000)}… [8000 more characters]`);
});

test("a file that is too large is refused before it is read", async () => {
  const work = inMemory({ huge: Buffer.alloc(limits.fileBytes + 1, "a") });
  expect((await work.on("read", { path: "huge" })).text).toMatch(/^\[it has 16777217 bytes, more than the 16 MiB/);
});

test("a disk that fails is a result that says so", async () => {
  const work = inMemory(FILES);
  work.disk.decide = ({ path }) => (path.endsWith("a.txt") ? "denied" : undefined);
  expect((await work.on("read", { path: "a.txt" })).text).toBe("[the system does not permit it]");
});

test("a file whose text the system makes is not called empty", async () => {
  const work = inMemory(FILES);
  put(work.disk, "/proc/cpuinfo", "");
  expect((await work.on("read", { path: "/proc/cpuinfo" })).text).toBe(
    "[`/proc/cpuinfo` has no size, because the system makes its text: show it with `shell` (`cat`)]",
  );
});

test("a name that is too long for the disk is a result that says so", async () => {
  const work = onDisk({});
  const result = "[a name in the path is too long]";
  expect((await work.on("read", { path: "x".repeat(300) })).text).toBe(result);
  expect((await work.on("edit", { path: "x".repeat(300), old: "", new: "a" })).text).toBe(result);
});

test("a call that is cancelled does not run", async () => {
  const done = await inMemory(FILES).on("read", { path: "a.txt" }, { signal: AbortSignal.abort() });
  expect(done).toMatchObject({ text: "[not run: the call was cancelled]", isError: true });
});
