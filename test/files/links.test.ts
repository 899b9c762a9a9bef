/** Links, swaps, pipes, modes and owners on the disk of this machine: no call reads or writes outside of what was allowed (P-S107). */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FileError } from "../../src/agent/machine/interfaces/files.js";
import { nodeTree } from "../../src/agent/machine/node/tree.js";
import { onDisk, type ToolName } from "./workplace.js";

type Place = ReturnType<typeof onDisk>;

const read = ({ directory }: Place, path: string): string => readFileSync(join(directory, path), "utf8");

const EDIT = { old: "one", new: "two" };

/** Paths that lead out of the working directory; `outside` holds `a.txt`. */
const OUT: readonly (readonly [string, (place: Place) => string])[] = [
  ["a way up", () => "../outside/a.txt"],
  ["a way down and up", () => "src/../../outside/a.txt"],
  ["an absolute path", ({ outside }) => join(outside, "a.txt")],
  ["a link to a file", () => "link.txt"],
  ["a link to a directory", () => "linked/a.txt"],
  ["a link to a link", () => "second/a.txt"],
  ["a link that goes up", () => "up/outside/a.txt"],
];

function withLinks(): Place {
  const work = onDisk({ "src/b.txt": "one\n" });
  writeFileSync(join(work.outside, "a.txt"), "one\n");
  symlinkSync(join(work.outside, "a.txt"), join(work.directory, "link.txt"));
  symlinkSync(work.outside, join(work.directory, "linked"));
  symlinkSync("linked", join(work.directory, "second"));
  symlinkSync("..", join(work.directory, "up"));
  return work;
}

test.each(OUT)("%s is judged by its real place", async (_, pathOf) => {
  const work = withLinks();
  const path = pathOf(work);
  const [place] = await placesOf(work, "edit", { path, ...EDIT });
  expect(place).toMatchObject({ path: join(work.outside, "a.txt"), isChanged: true });
  const allowed = [{ path: join(work.directory, "src/b.txt"), isChanged: true }];
  for (const [name, input] of [
    ["read", { path }],
    ["edit", { path, ...EDIT }],
    ["search", { pattern: "one", path }],
  ] as const)
    expect(await work.on(name, input, { places: allowed })).toMatchObject({ isError: true });
  expect(readFileSync(join(work.outside, "a.txt"), "utf8")).toBe("one\n");
});

async function placesOf(work: Place, name: ToolName, input: Record<string, unknown>) {
  const seen: unknown[] = [];
  const { editTool } = await import("../../src/agent/session/files/edit.js");
  const { readTool } = await import("../../src/agent/session/files/read.js");
  const tool = (name === "edit" ? editTool : readTool)(work);
  seen.push(...((await tool.places?.(input)) ?? []));
  return seen;
}

test("a link inside is followed, and the file that it leads to is changed", async () => {
  const work = onDisk({ "src/a.txt": "one\n" });
  symlinkSync("src/a.txt", join(work.directory, "a.txt"));
  const [place] = await placesOf(work, "edit", { path: "a.txt", ...EDIT });
  expect(place).toEqual({
    ...{ path: join(work.directory, "src/a.txt"), named: join(work.directory, "a.txt"), isChanged: true },
  });
  expect(await work.on("edit", { path: "a.txt", ...EDIT })).toMatchObject({ isError: false });
  expect(read(work, "src/a.txt")).toBe("two\n");
  expect(lstatSync(join(work.directory, "a.txt")).isSymbolicLink()).toBe(true);
});

test("a walk follows no link, and a circle of links ends", async () => {
  const work = withLinks();
  symlinkSync(".", join(work.directory, "src/self"));
  expect((await work.on("search", { pattern: "one" })).text).toBe("src/b.txt\n1\tone");
  expect((await work.on("list", { glob: "*.txt" })).text.split("\n")).toEqual(["link.txt", "src/b.txt"]);
});

const SWAPS: readonly (readonly [string, (work: Place) => void])[] = [
  [
    "the file becomes a link",
    ({ directory, outside }) => {
      rmSync(join(directory, "sub/a.txt"));
      symlinkSync(join(outside, "a.txt"), join(directory, "sub/a.txt"));
    },
  ],
  [
    "its directory becomes a link",
    ({ directory, outside }) => {
      renameSync(join(directory, "sub"), join(directory, "moved"));
      symlinkSync(outside, join(directory, "sub"));
    },
  ],
];

test.each(SWAPS)("after the permission %s: nothing is read or changed", async (_, swap) => {
  for (const [name, input] of [
    ["read", { path: "sub/a.txt" }],
    ["edit", { path: "sub/a.txt", ...EDIT }],
    ["edit", { path: "sub/new.txt", old: "", new: "x" }],
    ["search", { pattern: "one", path: "sub/a.txt" }],
    ["list", { path: "sub" }],
  ] as const) {
    const work = onDisk({ "sub/a.txt": "one\n" });
    writeFileSync(join(work.outside, "a.txt"), "one\n");
    const done = await work.on(name, input, { meanwhile: () => swap(work) });
    // A directory that is still the same one may get a new file.
    const isSame =
      name !== "search" && lstatSync(join(work.directory, "sub")).isDirectory() && !input.path.endsWith("a.txt");
    expect(done.isError).toBe(!isSame);
    expect(done.text).not.toContain("\tone");
    expect(readdirSync(work.outside)).toEqual(["a.txt"]);
    expect(readFileSync(join(work.outside, "a.txt"), "utf8")).toBe("one\n");
  }
});

test("a directory that becomes a link while it is held stays the one it was", async () => {
  const work = onDisk({ "sub/a.txt": "one\n" });
  writeFileSync(join(work.outside, "a.txt"), "outside\n");
  const held = await nodeTree.hold(join(work.directory, "sub"));
  renameSync(join(work.directory, "sub"), join(work.directory, "moved"));
  symlinkSync(work.outside, join(work.directory, "sub"));
  await held.put("a.txt", Buffer.from("two\n"), Buffer.from("one\n"));
  await held.put("b.txt", Buffer.from("new\n"), undefined);
  expect(Buffer.from(await held.read("a.txt", 100)).toString()).toBe("two\n");
  await held.release();
  expect([read(work, "moved/a.txt"), read(work, "moved/b.txt")]).toEqual(["two\n", "new\n"]);
  expect(readdirSync(work.outside)).toEqual(["a.txt"]);
  const refused = await nodeTree.hold(join(work.directory, "sub")).catch((error: FileError) => error.failure);
  expect(["replaced", "not-a-file"]).toContain(refused);
});

test("a file that changes between reading and writing keeps the change", async () => {
  const work = onDisk({ "a.txt": "one\n" });
  const held = await nodeTree.hold(work.directory);
  writeFileSync(join(work.directory, "a.txt"), "other\n");
  await expect(held.put("a.txt", Buffer.from("two\n"), Buffer.from("one\n"))).rejects.toMatchObject({
    failure: "replaced",
  });
  await expect(held.put("a.txt", Buffer.from("two\n"), undefined)).rejects.toMatchObject({ failure: "exists" });
  await held.release();
  expect([read(work, "a.txt"), readdirSync(work.directory)]).toEqual(["other\n", ["a.txt"]]);
});

test("the mode stays, and a new file and its directories have the usual ones", async () => {
  const work = onDisk({ "run.sh": "one\n", usual: "" });
  mkdirSync(join(work.directory, "as-usual"));
  chmodSync(join(work.directory, "run.sh"), 0o750);
  await work.on("edit", { path: "run.sh", ...EDIT });
  await work.on("edit", { path: "new/a.txt", old: "", new: "x" });
  const modeOf = (path: string): number => statSync(join(work.directory, path)).mode & 0o7777;
  expect(modeOf("run.sh")).toBe(0o750);
  expect([modeOf("new/a.txt"), modeOf("new")]).toEqual([modeOf("usual"), modeOf("as-usual")]);
  expect(readdirSync(work.directory).sort()).toEqual(["as-usual", "new", "run.sh", "usual"]);
});

test.each([
  ["read-only", (path: string) => chmodSync(path, 0o444), /read-only/],
  ["one of two names", (path: string) => linkSync(path, `${path}.second`), /2 names \(hard links\)/],
])("a file that is %s stays as it is", async (_, prepare, said) => {
  const work = onDisk({ "a.txt": "one\n" });
  prepare(join(work.directory, "a.txt"));
  expect((await work.on("edit", { path: "a.txt", ...EDIT })).text).toMatch(said);
  expect(read(work, "a.txt")).toBe("one\n");
});

test("a pipe, a device and a link that leads nowhere are no files, and nothing waits for them", async () => {
  const work = onDisk({});
  execFileSync("mkfifo", [join(work.directory, "pipe")]);
  symlinkSync("nowhere", join(work.directory, "dangling"));
  symlinkSync("circle", join(work.directory, "circle"));
  for (const path of ["pipe", "/dev/zero", "dangling", "circle"]) {
    expect((await work.on("read", { path })).isError).toBe(true);
    expect((await work.on("edit", { path, ...EDIT })).isError).toBe(true);
    expect((await work.on("edit", { path, old: "", new: "x" })).isError).toBe(true);
    expect((await work.on("search", { pattern: "x", path })).isError).toBe(true);
  }
  expect((await work.on("search", { pattern: "x" })).text).toBe("[no line matches]");
  expect(existsSync(join(work.directory, "nowhere"))).toBe(false);
});

const isSuperuser = process.geteuid?.() === 0;

test("a directory without permission is a result that says so", async () => {
  const work = onDisk({ "closed/a.txt": "one\n", "b.txt": "one\n" });
  chmodSync(join(work.directory, "closed"), 0o000);
  const [result, all] = [await work.on("read", { path: "closed/a.txt" }), await work.on("search", { pattern: "one" })];
  chmodSync(join(work.directory, "closed"), 0o700);
  // The superuser may do everything.
  expect(result.text).toBe(isSuperuser ? "1\tone" : "[the system does not permit it]");
  expect(all.text).toContain("b.txt\n1\tone");
  if (!isSuperuser) expect(all.text).toContain("[1 directory may not be read]");
});

test("the working directory may be reached by a link", async () => {
  const work = onDisk({ "a.txt": "one\n" });
  symlinkSync(work.directory, join(work.outside, "way"));
  expect(await work.on("read", { path: join(work.outside, "way/a.txt") })).toMatchObject({ text: "1\tone" });
  expect(realpathSync(join(work.outside, "way"))).toBe(work.directory);
});
