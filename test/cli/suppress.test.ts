/** `lint --suppress RULE --reason TEXT`, as a user calls it. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { runHere } from "../machine/run.js";

const RULE = "schema/unknown-key";
const SUPPRESS = ["lint", "--suppress", RULE, "--reason", "another tool's"];
const COMMENT = `# agentcfg-ignore ${RULE} -- another tool's\n`;
const BLOCK = `version: 3
config_command_substitution: true
default_permission_matcher: autonomous
autonomous_permission_matcher:
  classifier_rules: |
    Deny calls that hide a second one,
    such as echo $(id).
`;
const USER = "version: 3\nfulll: m\n";
const THEIRS = "version: 3\ndefaults:\r\n  fulll: m\r\n  minni: m\r\n";

test("writes a comment for each finding of every checked file, and has nothing to do the second time", async () => {
  const place = machine({ [GLOBAL]: USER, [PROJECT]: THEIRS });
  const first = await place.run(SUPPRESS);
  expect(first).toMatchObject({ code: 0, stdout: "" });
  expect(first.stderr).toMatch(
    /^~\/\.config\/agent\/config\.yaml: 1 comment written\n\.agent\/config\.yaml: 2 comments written\n/,
  );
  const written = [
    USER.replace("fulll", `${COMMENT}fulll`),
    THEIRS.replace(/ {2}(?=fulll|minni)/g, `  ${COMMENT.trim()}\r\n  `),
  ];
  expect([GLOBAL, PROJECT].map(place.read)).toEqual(written);
  const second = await place.run(SUPPRESS);
  expect(second.stderr).toContain(`there is no finding of \`${RULE}\` to suppress\n`);
  expect(second.code).toBe(0);
  expect([GLOBAL, PROJECT].map(place.read)).toEqual(written);
});

test("a named file alone changes, and the findings that are left decide the exit code", async () => {
  const place = machine({ [GLOBAL]: USER, [PROJECT]: `${THEIRS}updates: null\r\n` });
  const result = await place.run([...SUPPRESS, PROJECT, "--format", "concise"]);
  expect(result.code).toBe(1);
  expect(result.stdout).toMatch(/^\.agent\/config\.yaml:7:1: error\[layer\/global-only\].*\n$/);
  expect(place.read(GLOBAL)).toBe(USER);
});

test("standard input is written to standard output, and the report to standard error", async () => {
  const { host } = machine({});
  const comment = ["-", "--stdin-filename", "x.yaml", "--format", "concise"];
  const { code, stdout, stderr } = await runHere([...SUPPRESS, ...comment], host, `${USER}minni: n # mine`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `version: 3\n${COMMENT}fulll: m\n${COMMENT}minni: n # mine` });
  expect(stderr).toMatch(/^x\.yaml: 2 comments written\n/);
});

describe("a finding stays, and the exit code is 2,", () => {
  test.each([
    ["in strict JSON", "x.json", '{ "version": 3, "fulll": 1 }', RULE, "line 1 of x.json: strict JSON has no comments"],
    [
      "where a project may not suppress it",
      PROJECT,
      "version: 3\ndefaults: { full: $(x) }\n",
      "substitution/in-project",
      "line 2 of .agent/config.yaml: findings of `substitution/in-project` cannot be suppressed in a project's file",
    ],
    [
      "within a text of several lines",
      "x.yaml",
      BLOCK,
      "substitution/runs-in-prose",
      "line 7 of x.yaml: a comment there would be a part of the text around it; `agentcfg-ignore-file` counts everywhere",
    ],
  ])("%s", async (_, file, text, rule, why) => {
    const place = machine({ [file]: text });
    const result = await place.run(["lint", "--suppress", rule, "--reason", "so be it", "--no-global", file]);
    expect(result.stderr).toContain(`cannot suppress ${why}\n`);
    expect(result.code).toBe(2);
    expect(place.read(file)).toBe(text);
  });
});

describe("refused is", () => {
  test.each([
    [["--suppress", RULE], "`--suppress` needs `--reason TEXT`: a comment without a reason suppresses nothing"],
    [["--suppress", RULE, "--reason", " \n"], "`--reason` is empty: a comment without a reason suppresses nothing"],
    [["--suppress", RULE, "--reason", "a\u0007"], "`--reason` has characters that cannot be shown"],
    [["--reason", "mine"], "`--reason` needs `--suppress RULE`"],
    [
      ["--suppress", "schema/unknown-kee", "--reason", "mine"],
      "there is no rule or family of rules `schema/unknown-kee`; did you mean `schema/unknown-key`?",
    ],
    [["--suppress", "schema", "--reason", "mine"], "`--suppress` takes one rule, and `schema` is a family of them"],
    [["--suppress", "syntax/yaml", "--reason", "mine"], "findings of `syntax/yaml` cannot be suppressed"],
    [[...SUPPRESS.slice(1), "--fix"], "`--suppress` does not combine with `--fix`: fix first"],
    [[...SUPPRESS.slice(1), "--diff"], "`--suppress` writes comments and `--diff` only shows fixes: use one of them"],
    [[...SUPPRESS.slice(1), "--watch"], "`--watch` writes nothing: leave out `--suppress`"],
    [
      [...SUPPRESS.slice(1), "--staged"],
      "`--staged` reads the index and `--suppress` writes the working tree: use one of them",
    ],
    [[...SUPPRESS.slice(1), "--no-ignores"], "`--no-ignores` reports what comments suppress: leave it out"],
    [
      [...SUPPRESS.slice(1), "--baseline", "b.json", "--update-baseline"],
      "`--suppress` does not combine with `--update-baseline`: suppress first",
    ],
  ])("%j", async (options, message) => {
    const place = machine({ [GLOBAL]: USER });
    expect(await place.run(["lint", ...options])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(message),
    });
    expect(place.read(GLOBAL)).toBe(USER);
  });
});

test("selected findings alone are suppressed, whatever severity a user gave them", async () => {
  const place = machine({ [GLOBAL]: USER });
  const ignored = await place.run([...SUPPRESS, "--ignore", RULE]);
  expect(ignored.stderr).toContain("there is no finding");
  const weighed = await place.run([...SUPPRESS, "--severity", `${RULE}=error`]);
  expect(weighed.code).toBe(0);
  expect(place.read(GLOBAL)).toBe(USER.replace("fulll", `${COMMENT}fulll`));
});

test("the command of docs/lint.md does what the page says", async () => {
  const page = readFileSync("docs/lint.md", "utf8");
  const [, words = "", reason = "", rest = ""] = /^agentcfg (lint --suppress .*) "(.*)" (.*)$/m.exec(page) ?? [];
  const place = machine({ [PROJECT]: THEIRS });
  expect(await place.run([...words.split(" "), reason, rest])).toMatchObject({ code: 0, stdout: "" });
  expect(place.read(PROJECT).match(/# agentcfg-ignore schema\/unknown-key -- another tool reads it\r\n/g)).toHaveLength(
    2,
  );
});
