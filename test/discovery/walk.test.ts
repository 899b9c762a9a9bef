/** Which projects are found below a directory: the ones that git would not leave out, however many directories there are. */
import { execFileSync } from "node:child_process";
import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ignoredAbove } from "../../src/toolkit/read/discovery/ignored.js";
import { walk } from "../../src/toolkit/read/discovery/walk.js";
import type { Listing } from "../../src/toolkit/read/host/host.js";
import { listDirectory } from "../../src/toolkit/read/host/node.js";
import { type Machine, machine } from "../machine/machine.js";
import { memoryHost } from "../machine/memory.js";

const V = "version: 3\n";

/** The projects that are found in the repository, or from a directory in it, by their directories. */
function found(at: Machine, from = ".", gitignore = true): readonly string[] {
  const directory = posix.join(at.repository, from);
  const ignored = gitignore ? ignoredAbove(at.host)(directory) : undefined;
  const options = { host: at.host, list: listDirectory, gitignore, tick: () => undefined };
  const { names, unreadable } = walk(directory, ignored, options);
  expect(unreadable).toEqual([]);
  return names.map((name) => posix.relative(at.repository, name).replace(/\/?\.agent\/config\.\w+$/, "") || ".");
}

const project = (...directories: readonly string[]): Record<string, string> =>
  Object.fromEntries(directories.map((directory) => [posix.join(directory, ".agent/config.yaml"), V]));

describe("what is found", () => {
  test("every project, its parents first, the others by name; in `.git` and `node_modules` nothing", () => {
    const at = machine(
      project("b", ".", "a/x", "a", "B", "node_modules/n", "a/node_modules/n", ".git/hooks", "é", "a\nb"),
    );
    expect(found(at)).toEqual([".", "B", "a", "a/x", "a\nb", "b", "é"]);
    expect(found(at, ".", false)).toEqual(found(at));
  });

  test("all four names; where there are several, their project", () => {
    const names = ["config.yaml", "config.yml", "config.json", "config.jsonc"];
    const at = machine(Object.fromEntries(names.map((name) => [`${name}/.agent/${name}`, V])));
    expect(found(at)).toEqual(["config.json", "config.jsonc", "config.yaml", "config.yml"]);
    const both = machine({ "a/.agent/config.json": "{}", "a/.agent/config.yaml": V, "a/.agent/other.yaml": V });
    expect(found(both)).toEqual(["a"]);
  });

  test("no other directory, no other file, and no link to a directory", () => {
    const at = machine({
      ...{ ".agent/config.toml": V, "a/.agent": "", "b/agent/config.yaml": V, "config.yaml": V },
      ...{
        "d/self": { to: "." },
        "d/up": { to: "../.." },
        loop: { to: "loop" },
        "e/to": { to: "../f" },
        "f/.agent/": "",
      },
    });
    expect(found(at)).toEqual([]);
  });

  test("a linked `.agent`, and a configuration that is a link or a directory: whether they count is for lint to say", () => {
    const at = machine({
      ...{
        "shared/config.yaml": V,
        "a/.agent": { to: "../shared" },
        "b/.agent/config.yaml": { to: "../../shared/config.yaml" },
      },
      ...{ "c/.agent": { to: "nowhere" }, "d/.agent/config.yaml": { to: "nowhere" } },
      "e/.agent/config.yaml/": "",
    });
    expect(found(at)).toEqual(["a", "b", "d", "e"]);
  });
});

describe("what is left out", () => {
  test.each<readonly [string, string, readonly string[]]>([
    ["a name", "out", ["."]],
    ["a directory", "out/", ["."]],
    ["one place", "/out/", [".", "a/out"]],
    ["all but one", "out/*\n!out/in", [".", "out/in", "a/out"]],
    ["what is taken back within what is left out", "out\n!out/in", ["."]],
    ["the configuration alone", "out/.agent/config.yaml", [".", "out/in", "a/out"]],
    ["all configurations", ".agent/", ["."]],
    ["with Windows line ends and a byte order mark", "\ufeffout/\r\n", ["."]],
    ["in other capitals, nothing", "OUT", [".", "out", "out/in", "a/out"]],
    ["by a comment, nothing", "# out\n\\#out\n   \n", [".", "out", "out/in", "a/out"]],
  ])("%s", (_, text, left) => {
    const at = machine({ ...project(".", "out", "out/in", "a/out"), ".gitignore": text });
    expect(found(at).toSorted()).toEqual(left.toSorted());
    expect(found(at, ".", false)).toHaveLength(4);
  });

  test("by what is no pattern, nothing, wherever it stands", () => {
    const nothing = "/\n!/\n!\n  \n\t\n# out\n\\\n";
    const at = machine({ ...project("out", "a/out"), ".gitignore": nothing, "a/.gitignore": nothing });
    expect(found(at)).toEqual(["a/out", "out"]);
  });

  test("by a nearer file, by one clone alone, and by none of another repository", () => {
    const at = machine({
      ...project("a/out", "b/out", "c", "inner/out", "inner/mine"),
      ...{ ".gitignore": "out\n", "b/.gitignore": "!out\n", ".git/info/exclude": "c\n", "inner/.git/HEAD": "" },
      "inner/.git/info/exclude": "mine\n",
    });
    expect(found(at)).toEqual(["b/out", "inner/out"]);
  });

  test("below a directory that is named, what the files above it say, unless it is left out itself", () => {
    const at = machine({
      ...project("a/b/out", "a/b/in", "out/x/out", "out/x/y"),
      ".gitignore": "out\n",
      "a/.gitignore": "",
    });
    expect(found(at, "a/b")).toEqual(["a/b/in"]);
    expect(found(at, "out")).toEqual(["out/x/out", "out/x/y"]);
    expect(found(at, "out/x")).toEqual(["out/x/out", "out/x/y"]);
  });

  test("the `.agent` directory of what is named never is", () => {
    const at = machine({ ...project(".", "a"), ".gitignore": ".agent\n" });
    expect(found(at)).toEqual(["."]);
    expect(found(at, "a")).toEqual(["a"]);
  });

  test("an ignore file that is a link, a directory or far too large says nothing", () => {
    const at = machine({
      ...project("a/out", "b/out", "c/out"),
      ...{
        rules: "out\n",
        "a/.gitignore": { to: "../rules" },
        "b/.gitignore/": "",
        "c/.gitignore": "out\n".repeat(100_000),
      },
    });
    expect(found(at)).toEqual(["a/out", "b/out", "c/out"]);
  });

  test("a pattern that would take for ever is left out", () => {
    const deep = "a/".repeat(1000);
    const at = machine({ ...project(deep), ".gitignore": `${"**/a/".repeat(12)}b/\n` });
    expect(found(at)).toEqual([deep.slice(0, -1)]);
  });

  test("what git leaves out, whatever the patterns are", () => {
    const name = fc.constantFrom("a", "b", "ab", "[a]", "a b");
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("/"));
    const glob = fc.constantFrom("a", "b", "*", "a*", "?", "[ab]", "[!a]", "**", "a/", "\\[a]", "a b", "*b");
    const pattern = fc
      .tuple(
        fc.constantFrom("", "!", "/"),
        fc.array(glob, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("", "/", "  "),
      )
      .map(([start, steps, end]) => `${start}${steps.join("/")}${end}`);
    const lines = fc.array(pattern, { maxLength: 3 });
    const tree = fc.record({
      projects: fc.uniqueArray(path, { minLength: 1, maxLength: 6 }),
      files: fc.array(fc.tuple(fc.oneof(fc.constant("."), path), lines), { minLength: 1, maxLength: 3 }),
    });
    // Trees side by side in one repository, so that git is asked once about all of them.
    const trees = fc.array(tree, { minLength: 25, maxLength: 25 });
    /** What such a line says of one repository, for each of the trees. */
    const inEach = (line: string): string => {
      const [, sign = "", anchor = "", rest = ""] = /^(!?)(\/?)(.*)$/.exec(line) ?? [];
      const isAnchored = anchor !== "" || rest.trimEnd().slice(0, -1).includes("/");
      return `${sign}/*/${isAnchored ? "" : "**/"}${rest}`;
    };
    fc.assert(
      fc.property(trees, lines, (all, exclude) => {
        const files = all.flatMap((one, index) => [
          ...Object.entries(project(...one.projects.map((name) => `tree-${index}/${name}`))),
          ...one.files.map(
            ([name, text]) => [posix.join(`tree-${index}`, name, ".gitignore"), text.join("\n")] as const,
          ),
        ]);
        const at = machine({
          ...Object.fromEntries(files),
          ...{ ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/": "", ".git/refs/": "" },
          ".git/info/exclude": exclude.map(inEach).join("\n"),
        });
        const told = execFileSync("git", ["ls-files", "--others", "--exclude-standard", "-z"], {
          ...{ cwd: at.repository, env: at.env, encoding: "utf8" },
        });
        const paths = told.split("\0").filter((one) => one.endsWith(".agent/config.yaml"));
        expect(paths.length).toBeGreaterThan(0);
        expect(found(at).toSorted()).toEqual(paths.map((one) => posix.dirname(posix.dirname(one))).toSorted());
      }),
      { numRuns: 4 },
    );
  });
});

describe("of very many directories", () => {
  const host = memoryHost({ files: {} });
  /** A tree of directories that is made as it is looked at. */
  const wide = (directory: string): Listing => {
    const depth = directory.split("/").length - 2;
    const below =
      depth < 2 ? Array.from({ length: 316 }, (_, at) => ({ name: `d${at}`, kind: "directory" as const })) : [];
    return directory.endsWith("/.agent")
      ? [{ name: "config.yaml", kind: "file" }]
      : [...below, ...(directory.endsWith("d7") ? [{ name: ".agent", kind: "directory" as const }] : [])];
  };

  test("100,000 are looked into, each once and in order", () => {
    const ticks = { count: 0 };
    const tick = (): void => {
      ticks.count += 1;
    };
    const { names, unreadable } = walk("/repo", undefined, { host, list: wide, gitignore: true, tick });
    expect(unreadable).toEqual([]);
    // The directories, and an `.agent` in every one that is called so.
    expect(ticks.count).toBe(1 + 316 + 316 * 316 + 1 + 316);
    expect(names).toHaveLength(317);
    expect(names.slice(0, 2)).toEqual(["/repo/d0/d7/.agent/config.yaml", "/repo/d1/d7/.agent/config.yaml"]);
  });

  test("as deep as a path can be", () => {
    const list = (directory: string): Listing =>
      directory.length < 4096 ? [{ name: "a", kind: "directory" }] : { reason: "its name is too long" };
    const { unreadable } = walk("/repo", undefined, { host, list, gitignore: true, tick: () => undefined });
    expect(unreadable).toEqual([{ file: `${"a/".repeat(2045)}a`, reason: "its name is too long" }]);
  });
});
