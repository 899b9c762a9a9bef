/** Words of a command line that are read without the library: exactly as the library reads them, or not at all. */
import { Command as Program } from "commander";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lintCommand } from "../../src/cli/commands/lint.js";
import { readArguments } from "../../src/terminal/arguments.js";
import { describeWords } from "../../src/terminal/program.js";
import { cases } from "../cases.js";

function byLibrary(words: readonly string[]): unknown {
  const program = new Program("lint").exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
  describeWords(program, lintCommand);
  try {
    program.parse(words, { from: "user" });
    return { words: program.args, flags: program.opts() };
  } catch {
    return undefined;
  }
}

const names = lintCommand.options.flatMap(({ flags }) => flags.split(/[ ,]+/).filter((one) => one.startsWith("-")));
const word = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom(
    "a.yaml",
    "-",
    "--",
    "json",
    "pretty",
    "sarif",
    "json:a",
    "error",
    "global",
    "",
    "-x",
    "--form",
    "-qq",
    "--fix=1",
    "-h",
  ),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("json", "json:a", "sarif", "error", "", "a=b", "x"))
    .map(([name, value]) => `${name}=${value}`),
);

test("as the library reads them", () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const own = readArguments(lintCommand, words);
      if (own === undefined) return;
      read += 1;
      expect(own).toEqual(byLibrary(words));
    }),
    { numRuns: cases(3000) },
  );
  expect(read).toBeGreaterThan(cases(3000) / 20);
});

test.each<readonly [readonly string[]]>([
  [[]],
  [["a.yaml", "b.json"]],
  [["--no-global", "--format", "json", "-q", "a.yaml"]],
  [["--fail-on=warning", "--project", "x", "--no-ignores", "-"]],
])("what is usual is read: %j", (words) => {
  expect(readArguments(lintCommand, words)).toEqual(byLibrary(words));
});

test.each<readonly [readonly string[]]>([
  [["--help"]],
  [["--nothing"]],
  [["--format", "xml"]],
  [["--format", "sarif"]],
  [["--format", "json:a"]],
  [["--format", "json", "--format", "json"]],
  [["--format"]],
  [["--global", "--fix"]],
  [["--", "-x"]],
])("what is not is left to it: %j", (words) => {
  expect(readArguments(lintCommand, words)).toBeUndefined();
});
