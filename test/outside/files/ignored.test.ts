/** The catalog of files has the files that git does not ignore, whatever its rules are. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { onDisk } from "../../files/workplace.js";

const FILES = [
  ...[
    "a",
    "b.log",
    "keep.log",
    "x/a",
    "x/b.log",
    "x/y/a",
    "x/y/keep.log",
    "out/a",
    "out/x/b.log",
    "x/out/a",
    ".hidden",
  ],
  ...["a b", "[a]", "#a", "!a", "x/y/z/deep.log"],
];

const rule = fc.constantFrom(
  ...[
    "a",
    "/a",
    "x/a",
    "*.log",
    "!keep.log",
    "out/",
    "/out",
    "x/**",
    "**/y",
    "x/**/a",
    "!x/y/",
    "*",
    "!*/",
    "!a",
    "[ab]",
    "?",
  ],
  ...[
    "\\#a",
    "\\!a",
    "# a",
    "",
    "/",
    "x/*",
    "!/x/y",
    "**",
    "a/",
    "\\[a\\]",
    "[!a]",
    "a b",
    "a ",
    ".*",
    "**/",
    "*g",
    "k*p.*",

    "y/a",
  ],
);

const rules = fc.array(rule, { maxLength: 6 });

test("random rules, at the root and in a directory", async () => {
  const work = onDisk({}, { settings: { exclude_generated: false, cache_ttl_secs: 0 } });
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-C", work.directory, ...words], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: work.outside, GIT_CONFIG_NOSYSTEM: "1" },
    });
  git("init", "-q");
  for (const file of FILES) {
    mkdirSync(dirname(join(work.directory, file)), { recursive: true });
    writeFileSync(join(work.directory, file), "");
  }
  await fc.assert(
    fc.asyncProperty(rules, rules, async (root, inner) => {
      writeFileSync(join(work.directory, ".gitignore"), `${root.join("\n")}\n`);
      writeFileSync(join(work.directory, "x/.gitignore"), `${inner.join("\n")}\n`);
      const expected = git("ls-files", "--others", "--exclude-standard", "-z").split("\0").filter(Boolean).sort();
      const { folders } = await work.catalog.below(work.directory, false);
      const own = folders.flatMap(({ path, files }) => files.map((name) => (path === "" ? name : `${path}/${name}`)));
      expect(own.sort()).toEqual(expected);
    }),
    { numRuns: 400, interruptAfterTimeLimit: 30_000 },
  );
  rmSync(work.outside, { recursive: true });
});
