/** Options that choose the reported findings, their severities and the exit code. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { cases } from "../cases.js";
import { machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";
import type { Run } from "../machine/run.js";

const MIXED = `version: 3
tui: { theme: drak }
models:
  a: { class: ful, enabld: true }
mcp_servers:
  files: { transport: stdio, command: npx, agrs: [] }
`;

interface Said extends Run {
  /** The rules of the findings, as often as they are reported. */
  readonly rules: readonly string[];
}

async function lint(text: string, ...words: readonly string[]): Promise<Said> {
  const run = await machine({ [PROJECT]: text }).run(["lint", "--format", "concise", ...words]);
  return { ...run, rules: [...run.stdout.matchAll(/ (?:error|warning|info)\[(.+?)\]/g)].map(([, rule = ""]) => rule) };
}

describe("rules and families", () => {
  const [value, key, starts] = ["schema/unknown-value", "schema/unknown-key", "trust/starts-process"];
  test.each<readonly [string, readonly string[]]>([
    ["--select trust", [starts]],
    ["--select trust/", [starts]],
    ["--select schema/unknown-key", [key, key]],
    ["--select schema/unknown-key,trust", [key, starts, key]],
    ["--select schema/unknown-key --select trust", [key, starts, key]],
    ["--ignore schema", [starts]],
    ["--ignore schema/unknown-key,trust", [value, value]],
    ["--select schema --ignore schema/unknown-key", [value, value]],
    ["--select schema/unknown-key --ignore schema", [key, key]],
    ["--select schema --ignore schema", []],
    ["--select trust/starts-process --ignore trust/starts-process", []],
    ["--select mcp", []],
  ])("%s", async (line, expected) => {
    expect((await lint(MIXED, "--fail-on", "info", ...line.split(" "))).rules).toEqual(expected);
  });

  test("what is left out counts nowhere", async () => {
    const left = await lint(MIXED, "--ignore", "schema");
    expect(left).toMatchObject({
      code: 0,
      stderr: "no problems in .agent/config.yaml (project)\n1 program would start: `agentcfg review`\n",
    });
    const { stdout } = await machine({ [PROJECT]: MIXED }).run(["lint", "--format=json", "--ignore=trust,schema"]);
    expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [], summary: { errors: 0, warnings: 0, infos: 0 } });
  });

  test.each([
    ["--select schem", "`schem`; did you mean `schema`?"],
    ["--ignore schema/unknwon-key", "did you mean `schema/unknown-key`?"],
    ["--ignore unknown-key", "did you mean `schema/unknown-key`?"],
    ["--severity unknown-key=info", "did you mean `schema/unknown-key`?"],
    ["--select nonsense", "`agentcfg rules` lists them"],
    ["--select schema,,mcp", 'no rule or family of rules `""`'],
    ["--severity schema", "write RULE=error, warning or info"],
    ["--severity schema=warn", "did you mean `warning`?"],
    ["--severity schema=off", "to leave a rule out, ignore it"],
    ["--severity =info", 'no rule or family of rules `""`'],
    ["--max-warnings many", "takes a number, not `many`"],
    ["--max-warnings -1", "takes a number, not `-1`"],
    ["--max-warnings=-1", "takes a number, not `-1`"],
    ["--max-warnings 1e3", "takes a number, not `1e3`"],
    ["--statistics --diff", "use one of them"],
    ["--statistics --format sarif", "has no format `sarif`"],
    ["--statistics --format json:a.json", "has no format `json:a.json`"],
    ["--update-baseline", "needs `--baseline FILE`"],
    ["--fix --baseline b.json --update-baseline", "fix first"],
    ["--watch --baseline b.json --update-baseline", "use one of them"],
  ])("%s is a usage error", async (line, said) => {
    const { code, stdout, stderr } = await machine({ [PROJECT]: MIXED }).run(["lint", ...line.split(" ")]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/^agentcfg: /);
  });

  test("a name of any length is shortened", async () => {
    const { stderr } = await lint(MIXED, "--select", `x${"y".repeat(5000)}\u001b[31m`);
    expect(stderr.length).toBeLessThan(300);
    expect(stderr).not.toContain("\u001b");
  });
});

describe("severities", () => {
  const severities = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await lint(MIXED, "--fail-on", "info", ...words);
    return [...stdout.matchAll(/ (error|warning|info)\[(?:.+?)\]/g)].map(([, severity = ""]) => severity);
  };

  test.each<readonly [string, readonly string[]]>([
    ["--severity schema=info", ["info", "info", "info", "info", "info"]],
    ["--severity schema=info,schema/unknown-key=error", ["info", "info", "error", "info", "error"]],
    ["--severity schema/unknown-key=error --severity schema=info", ["info", "info", "info", "info", "info"]],
    ["--severity trust=error", ["error", "error", "warning", "error", "warning"]],
  ])("%s", async (line, expected) => {
    expect(await severities(...line.split(" "))).toEqual(expected);
  });

  test("decide the exit code", async () => {
    expect((await lint(MIXED)).code).toBe(1);
    expect((await lint(MIXED, "--severity", "schema=warning")).code).toBe(0);
    expect((await lint(MIXED, "--severity", "schema=warning", "--fail-on", "warning")).code).toBe(1);
    expect((await lint("version: 3\nmodels: { a: { enabld: true } }\n", "--severity", "schema=error")).code).toBe(1);
  });
});

describe("what says that a file cannot be read is always said", () => {
  const BROKEN = "version: 3\ntui: { theme: [dark }\n";
  const TWICE = "version: 3\ntui: { theme: dark, theme: light }\n";

  test.each([
    ["a bracket that is never closed", BROKEN, "syntax/yaml"],
    ["a list", "- 1\n", "syntax/not-a-mapping"],
    ["a key that stands twice", TWICE, "syntax/duplicate-key"],
    ["a newer version", "version: 4\n", "version/newer"],
    ["a file of another tool", "models: []\nmcpServers: { a: { command: x } }\n", undefined],
  ])("%s", async (_, text, rule) => {
    const all = await lint(text);
    const lasting = rule === undefined ? [] : [rule];
    const [family = ""] = (rule ?? "schema/other-tool").split("/");
    for (const words of [
      ["--ignore", family],
      ["--select", "mcp"],
      ["--severity", `${family}=info`],
    ]) {
      const some = await lint(text, ...words);
      expect(some.rules).toEqual(expect.arrayContaining(lasting));
      if (lasting.length > 0) expect({ words, code: some.code }).toEqual({ words, code: all.code });
    }
  });

  test("and that it is", async () => {
    const { stderr } = await lint(BROKEN, "--ignore", "syntax");
    expect(stderr).toContain("1 of them cannot be left out, because a file is not read, or a policy forbids the value");
    expect((await lint(BROKEN, "--ignore", "schema")).stderr).not.toContain("cannot be left out");
  });
});

describe("a comment for a rule that is not wanted", () => {
  const FINE = "version: 3\n# agentcfg-ignore schema/unknown-key -- ours\ntui: {}\n";
  const TWO =
    "version: 3\n# agentcfg-ignore schema/unknown-key, schema/unknown-value -- ours\nmodels: { a: { enabld: true } }\n";

  test.each<readonly [string, string, string, readonly string[]]>([
    ["is unused while the rule is wanted", FINE, "--ignore trust", ["suppress/unused"]],
    ["is not unused", FINE, "--ignore schema/unknown-key", []],
    ["is not unused with its family", FINE, "--ignore schema", []],
    ["is not unused where others are taken", FINE, "--select suppress,mcp", []],
    ["is unused for the rule that is wanted", TWO, "--ignore schema/unknown-key", ["suppress/unused"]],
    ["is unused for no other", TWO, "--ignore schema/unknown-value", []],
  ])("%s", async (_, text, line, expected) => {
    expect((await lint(text, ...line.split(" "))).rules).toEqual(expected);
  });

  test("is not taken away by --fix", async () => {
    const at = machine({ [PROJECT]: FINE });
    await at.run(["lint", "--fix", "--ignore", "schema"]);
    expect(at.read(PROJECT)).toBe(FINE);
    await at.run(["lint", "--fix"]);
    expect(at.read(PROJECT)).not.toContain("ignore");
  });
});

test("--fix and --diff mend what is wanted and nothing else", async () => {
  const at = machine({ [PROJECT]: MIXED });
  const diff = await at.run(["lint", "--diff", "--select", "schema/unknown-key"]);
  expect(diff.stdout).toMatch(/^\+.*enabled: true/m);
  expect(diff.stdout).not.toMatch(/^\+.*dark/m);
  await at.run(["lint", "--fix", "--select", "schema/unknown-key"]);
  expect(at.read(PROJECT)).toBe(MIXED.replace("enabld", "enabled").replace("agrs", "args"));
  expect(await at.run(["lint", "--fix", "--select", "mcp"])).toMatchObject({ code: 0 });
  expect(at.read(PROJECT)).toContain("drak");
});

describe("the exit code", () => {
  const WARNINGS = "version: 3\nmodels: { a: { enabld: true }, b: { clss: full } }\n";
  test.each([
    [WARNINGS, "--max-warnings 2", 0, ""],
    [WARNINGS, "--max-warnings 1", 1, "agentcfg: 2 warnings are more than `--max-warnings` allows\n"],
    [WARNINGS, "--max-warnings 1 --quiet", 1, "agentcfg: 2 warnings are more than `--max-warnings` allows\n"],
    [
      "version: 3\nmodels: { a: { enabld: true } }\n",
      "--max-warnings=0",
      1,
      "agentcfg: 1 warning is more than `--max-warnings` allows\n",
    ],
    [WARNINGS, "--max-warnings 1 --ignore schema", 0, ""],
    [WARNINGS, "--max-warnings 1 --exit-zero", 0, ""],
    [WARNINGS, "--fail-on warning --exit-zero", 0, ""],
    ["version: 300\n", "--exit-zero", 0, ""],
  ])("%j with %s", async (text, line, code, said) => {
    const run = await lint(text, ...line.split(" "));
    expect(run.code).toBe(code);
    expect(run.stderr.includes("agentcfg: ") ? run.stderr.slice(run.stderr.indexOf("agentcfg: ")) : "").toBe(said);
  });

  test("with --quiet, the warnings that are too many are shown", async () => {
    const shown = async (most: string): Promise<number> =>
      (await lint(WARNINGS, "--quiet", "--max-warnings", most)).stdout.match(/warning\[/g)?.length ?? 0;
    expect([await shown("1"), await shown("2")]).toEqual([2, 0]);
  });

  test("of a diff, too", async () => {
    const at = machine({ [PROJECT]: MIXED });
    expect((await at.run(["lint", "--diff"])).code).toBe(1);
    expect((await at.run(["lint", "--diff", "--exit-zero"])).code).toBe(0);
  });

  test("stays where nothing could be checked", async () => {
    const at = machine({});
    expect((await at.run(["lint", "--exit-zero"])).code).toBe(3);
    expect((await at.run(["lint", "--exit-zero", "nothing.yaml"])).code).toBe(2);
  });
});

describe("statistics", () => {
  test("the most frequent first, with a mark for what --fix mends", async () => {
    const { code, stdout, stderr } = await lint(MIXED, "--statistics");
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: `2  [*]  warning[schema/unknown-key]  a key that the configuration does not have
2  [*]  error[schema/unknown-value]  a value that is not one of those accepted
1       info[trust/starts-process]   the programs that a project starts
`,
    });
    expect(stderr).toContain("2 errors, 2 warnings, 1 info");
  });

  test("as JSON", async () => {
    const at = machine({ [PROJECT]: MIXED });
    const { stdout, stderr } = await at.run(["lint", "--statistics", "--format", "json", "--select", "schema"]);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      rules: [
        { rule: "schema/unknown-key", severity: "warning", count: 2, fixable: 2 },
        { rule: "schema/unknown-value", severity: "error", count: 2, fixable: 2 },
      ],
    });
    expect(stderr).toBe("");
  });

  test("of what makes the exit code 1, quietly; and nothing of nothing", async () => {
    expect((await lint(MIXED, "--statistics", "--quiet")).stdout).toMatch(/^2 {2}\[\*\] {2}error\[.*\n$/);
    expect((await lint("version: 3\n", "--statistics")).stdout).toBe("");
  });
});

const texts = readdirSync("fixtures/err")
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => readFileSync(`fixtures/err/${name}`, "utf8"));
const name = fc.constantFrom(...rules.map(({ id }) => id), ...new Set(rules.map(({ id }) => id.split("/")[0] ?? "")));
const names = fc.array(name, { minLength: 1, maxLength: 4 }).map((some) => some.join(","));

test("what is taken and what is left out are together all there is", async () => {
  const found = (run: Run): readonly Diagnostic[] => JSON.parse(run.stdout).diagnostics;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...texts), names, async (text, chosen) => {
      const at = machine({ [PROJECT]: text });
      const [all = [], taken = [], left = []] = (
        await Promise.all(
          [[], ["--select", chosen], ["--ignore", chosen]].map((words) => at.run(["lint", "--format=json", ...words])),
        )
      ).map(found);
      const spelled = (some: readonly Diagnostic[]): readonly string[] => some.map((one) => JSON.stringify(one));
      const both = new Set([...spelled(taken), ...spelled(left)]);
      const unused = (line: string): boolean => line.includes('"rule":"suppress/unused"');
      expect(spelled(all).filter((line) => !both.has(line) && !unused(line))).toEqual([]);
      expect([...both].filter((line) => !spelled(all).includes(line))).toEqual([]);
      for (const { rule } of taken.filter(
        ({ rule }) => !rule.startsWith("syntax/") && !left.some((one) => one.rule === rule),
      ))
        expect(chosen.split(",").some((one) => one === rule || rule.startsWith(`${one}/`))).toBe(true);
    }),
    { numRuns: cases(300) },
  );
});
