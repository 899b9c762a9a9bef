/** Known findings are not reported: the findings that a baseline may hold, when it is out of date, and when it cannot be used. */
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maySuppress } from "../../src/toolkit/judge/suppression/apply.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { cases } from "../cases.js";
import { type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import type { Run } from "../machine/run.js";

const KEYS = "version: 3\nmodels:\n  a: { class: full, enabld: true }\n  b: { class: full, enabld: true }\n";
const FILE = "known.json";

const findings = (run: Run): readonly Diagnostic[] => JSON.parse(run.stdout).diagnostics;
const rulesOf = (run: Run): readonly string[] => findings(run).map(({ rule }) => rule);

interface Entry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly layer: string;
  readonly file: string;
}

const entries = (at: Machine): readonly Entry[] => JSON.parse(at.read(FILE)).findings;
const put = (at: Machine, name: string, text: string): void => writeFileSync(at.path(name), text);

const update = (at: Machine, ...words: readonly string[]): Promise<Run> =>
  at.run(["lint", "--baseline", FILE, "--update-baseline", ...words]);
const check = (at: Machine, ...words: readonly string[]): Promise<Run> =>
  at.run(["lint", "--baseline", FILE, ...words]);

describe("what is known is not reported", () => {
  test("and counted", async () => {
    const at = machine({ [PROJECT]: KEYS });
    const first = await update(at);
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toMatch(/^known\.json: 2 findings \(2 new, 0 gone\)\n/);
    const again = await check(at, "--fail-on", "warning");
    expect(again).toEqual({
      code: 0,
      stdout: "",
      stderr: "no problems in .agent/config.yaml (project)\n2 known findings in the baseline\n",
    });
  });

  test("what is new is", async () => {
    const at = machine({ [PROJECT]: KEYS });
    await update(at);
    put(at, PROJECT, `# a remark\n\n${KEYS}  c: { clss: full }\n`);
    const run = await check(at, "--format", "json", "--fail-on", "warning");
    expect(run.code).toBe(1);
    expect(findings(run).map(({ path }) => path)).toEqual(["/models/c/clss"]);
  });

  test("wherever in the repository one works", async () => {
    const files = { [PROJECT]: KEYS, "a/b/": "" };
    const at = machine(files);
    await update(at);
    const below = machine({ ...files, [FILE]: at.read(FILE) }, { cwd: "a/b" });
    const { code, stdout, stderr } = await below.run(["lint", "--baseline", "../../known.json", "--fail-on=warning"]);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("2 known") });
  });
});

describe("the file", () => {
  test("is one line for each finding, sorted", async () => {
    const at = machine({ [PROJECT]: KEYS, "b/.agent/config.yaml": KEYS });
    await update(at, PROJECT, "b/.agent/config.yaml");
    const lines = at.read(FILE).split("\n");
    expect(lines.slice(0, 3)).toEqual(["{", '  "version": 1,', '  "findings": [']);
    expect(lines.slice(-4)).toEqual([expect.stringMatching(/^ {4}\{.*\}$/), "  ]", "}", ""]);
    expect(entries(at).map(({ file }) => file)).toEqual([
      ...[".agent/config.yaml", ".agent/config.yaml", "b/.agent/config.yaml", "b/.agent/config.yaml"],
    ]);
    const prints = entries(at)
      .slice(0, 2)
      .map(({ fingerprint }) => fingerprint);
    expect(prints).toEqual([...prints].sort());
  });

  test("stays as it is when nothing has changed, and is empty when nothing is left", async () => {
    const at = machine({ [PROJECT]: KEYS });
    await update(at);
    const before = { text: at.read(FILE), inode: statSync(at.path(FILE)).ino };
    expect((await update(at)).stderr).toMatch(/^known\.json: 2 findings \(0 new, 0 gone\)\n/);
    expect({ text: at.read(FILE), inode: statSync(at.path(FILE)).ino }).toEqual(before);
    put(at, PROJECT, "version: 3\n");
    expect((await update(at)).stderr).toMatch(/^known\.json: 0 findings \(0 new, 2 gone\)\n/);
    expect(at.read(FILE)).toBe('{\n  "version": 1,\n  "findings": []\n}\n');
  });

  test("holds no secret, no absolute path and nothing that acts", async () => {
    const key = "sk-CANARY-0123456789abcdef";
    const at = machine({
      "::error::\u202e/.agent/config.yaml": `version: 3\nproviders: { p: { ${key}: 1, ke: ${key} } }\n`,
    });
    await update(at, "::error::\u202e");
    expect(entries(at).length).toBeGreaterThan(0);
    expect(at.read(FILE)).not.toMatch(/CANARY|\u202e/);
    expect(at.read(FILE)).not.toContain(at.root);
  });
});

describe("what may not be suppressed may not be known", () => {
  const BAD = `version: 3
tui: { theme: drak }
mcp_servers:
  files: { transport: stdio, command: npx, env: { API_KEY: sk-proj-0123456789abcdefghij } }
models: { a: { class: full, enabld: true } }
# agentcfg-ignore
`;

  test("it is not written, and counts for nothing where somebody wrote it", async () => {
    const at = machine({ [PROJECT]: BAD });
    const said = rulesOf(await update(at, "--format=json"));
    expect(said).toEqual(
      expect.arrayContaining([
        "schema/unknown-value",
        "trust/starts-process",
        "secret/literal",
        "suppress/unknown-rule",
      ]),
    );
    expect(entries(at).map(({ rule }) => rule)).toEqual(["schema/unknown-key"]);
  });

  const REFUSED = "cannot be kept in a baseline, because";

  test.each([
    [
      "what the agent refuses",
      "version: 3\ntui: { theme: drak }\nfoo: 1\nbar: 2\n",
      [`1 finding ${REFUSED} the agent would refuse the file`],
    ],
    [
      "what a project does",
      BAD,
      [
        `1 finding ${REFUSED} the agent would refuse the file`,
        `1 finding ${REFUSED} a repository may not hide what it does to its user`,
        `1 finding ${REFUSED} no comment may hide it either`,
      ],
    ],
    ["nothing", KEYS, []],
  ])("the reason is said of %s, whenever the baseline is updated", async (_, text, reasons) => {
    const at = machine({ [PROJECT]: text });
    for (const run of [await update(at), await update(at)]) {
      expect(run.stderr.split("\n").filter((line) => line.includes(REFUSED))).toEqual(reasons);
      expect(run.code).toBe(reasons.length > 0 ? 1 : 0);
    }
    expect((await check(at)).stderr).not.toContain(REFUSED);
  });

  test("the reason is said of a file outside of the repository", async () => {
    const at = machine({ [GLOBAL]: KEYS, [PROJECT]: "version: 3\n" });
    expect((await update(at)).stderr).toContain(`2 findings ${REFUSED} the file is not in this repository\n`);
  });

  test("forged entries of every finding hide only what may be hidden", async () => {
    const at = machine({ [PROJECT]: BAD });
    const { findingFingerprints } = await import("../../src/toolkit/judge/report/fingerprint.js");
    const { groundOf } = await import("../../src/toolkit/judge/report/ground.js");
    const forged = [...findingFingerprints(at.lint(), groundOf(at.host)).values()].map((fingerprint) => ({
      ...{ fingerprint, rule: "schema/unknown-key", layer: "project", file: PROJECT },
    }));
    put(at, FILE, JSON.stringify({ version: 1, findings: forged }));
    const run = await check(at, "--format=json");
    expect(run.code).toBe(1);
    expect(findings(run).filter(({ rule, severity, layer }) => maySuppress(rule, severity, layer))).toEqual([]);
    expect(findings(run).length).toBe(at.lint().diagnostics.length - 1);
  });

  test("what a comment suppresses is not written: the comment goes, and the finding is new", async () => {
    const comment = "# agentcfg-ignore-file schema/unknown-key -- ours\n";
    const at = machine({ [PROJECT]: comment + KEYS });
    expect((await update(at)).stderr).toMatch(/^known\.json: 0 findings/);
    put(at, PROJECT, KEYS);
    expect(rulesOf(await check(at, "--format=json"))).toEqual(["schema/unknown-key", "schema/unknown-key"]);
  });

  test("findings in the user's own file are none of a repository's business", async () => {
    const at = machine({ [GLOBAL]: KEYS, [PROJECT]: "version: 3\n" });
    expect(rulesOf(await update(at, "--format=json"))).toEqual(["schema/unknown-key", "schema/unknown-key"]);
    expect(entries(at)).toEqual([]);
    const dotfiles = machine({ "agent/config.yaml": KEYS });
    await update(dotfiles, "agent/config.yaml");
    expect(entries(dotfiles).map(({ layer, file }) => ({ layer, file }))).toEqual([
      { layer: "global", file: "agent/config.yaml" },
      { layer: "global", file: "agent/config.yaml" },
    ]);
  });
});

describe("entries that are gone", () => {
  const GONE = "2 entries of the baseline are gone; `--update-baseline` removes them";

  test("are said, and removed when that is asked for", async () => {
    const at = machine({ [PROJECT]: KEYS });
    await update(at);
    put(at, PROJECT, KEYS.replace("b: { class: full, enabld: true }", "b: { class: full }"));
    expect((await check(at)).stderr).toContain("1 entry of the baseline is gone; `--update-baseline` removes it\n");
    put(at, PROJECT, "version: 3\n");
    expect((await check(at)).stderr).toContain(GONE);
    await update(at);
    expect(entries(at)).toEqual([]);
  });

  test("not those of a file that was not looked at, of one that cannot be read, or of a rule that is not wanted", async () => {
    const at = machine({ [PROJECT]: KEYS, "b/.agent/config.yaml": KEYS });
    await update(at, PROJECT, "b/.agent/config.yaml");
    put(at, PROJECT, "version: 3\n");
    const other = await check(at, "b/.agent/config.yaml");
    expect(other.stderr).not.toContain("gone");
    expect((await check(at, "--ignore", "schema")).stderr).not.toContain("gone");
    expect((await update(at, "--select", "mcp")).stderr).toContain("4 findings (0 new, 0 gone)");
    put(at, PROJECT, "version: [\n");
    expect((await check(at)).stderr).not.toContain("gone");
    expect((await update(at)).code).toBe(1);
    expect(entries(at)).toHaveLength(4);
  });

  test("those of a file that is no more", async () => {
    const at = machine({ [PROJECT]: "version: 3\n", "b/.agent/config.yaml": KEYS });
    await update(at, "b/.agent/config.yaml");
    const moved = machine({ [PROJECT]: "version: 3\n", [FILE]: at.read(FILE) });
    expect((await check(moved)).stderr).toContain(GONE);
  });
});

describe("a baseline that is none", () => {
  const entry = { fingerprint: "0".repeat(32), rule: "schema/unknown-key", layer: "project", file: PROJECT };
  test.each<readonly [string, string | Uint8Array, string]>([
    ["not JSON", "version: 1\n", "it is not JSON"],
    ["empty", "", "it is not JSON"],
    ["not a text", Buffer.from([0xff, 0xfe, 0x00]), "it is not JSON"],
    ["cut off", '{"version": 1, "findings": [{', "it is not JSON"],
    ["deep", "[".repeat(200_000), "it is not JSON"],
    ["a number", "1", "it is not a baseline"],
    ["a configuration", '{"version": 3}', "it is not a baseline"],
    ["without a version", '{"findings": []}', "it is not a baseline"],
    ["of a version that is a text", '{"version": "1", "findings": []}', "it is not a baseline"],
    ["newer", '{"version": 2, "findings": [], "more": 1}', "it was written by a newer version of agentcfg"],
    ["with a text among its findings", '{"version": 1, "findings": ["x"]}', "not all of its findings have"],
    ["with null", '{"version": 1, "findings": [null]}', "not all of its findings have"],
    [
      "of another layer",
      JSON.stringify({ version: 1, findings: [{ ...entry, layer: "x" }] }),
      "not all of its findings",
    ],
    ["with a prototype", '{"version": 1, "findings": [{"__proto__": {"rule": "x"}}]}', "not all of its findings have"],
  ])("%s", async (_, text, said) => {
    const at = machine({ [PROJECT]: KEYS, [FILE]: text });
    const expected = {
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(`agentcfg: cannot use the baseline known.json: ${said}`),
    };
    expect(await check(at)).toEqual(expected);
    // And it is never overwritten.
    expect(await update(at)).toEqual(expected);
    expect(readFileSync(at.path(FILE))).toEqual(Buffer.from(text));
  });

  test("missing, a directory, in a directory that there is not", async () => {
    const at = machine({ [PROJECT]: KEYS, "folder/": "" });
    const said = async (file: string, ...words: readonly string[]): Promise<Run> =>
      at.run(["lint", "--baseline", file, ...words]);
    expect(await said(FILE)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("`--update-baseline` makes one"),
    });
    for (const words of [[], ["--update-baseline"]])
      expect(await said("folder", ...words)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("it is a directory"),
      });
    expect((await said("\u001b[31m")).stderr).not.toContain("\u001b");
  });

  test("a link is read and never written through", async () => {
    const at = machine({ [PROJECT]: KEYS });
    await update(at);
    symlinkSync(FILE, at.path("link.json"));
    const words = ["lint", "--baseline", "link.json", "--fail-on=warning"];
    expect((await at.run(words)).code).toBe(0);
    put(at, PROJECT, "version: 3\n");
    const run = await at.run([...words, "--update-baseline"]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot write the baseline link.json: ") });
    expect(entries(at)).toHaveLength(2);
  });

  test("nothing is written where nothing was checked", async () => {
    const at = machine({});
    expect((await update(at)).code).toBe(3);
    expect((await update(at, "nothing.yaml")).code).toBe(2);
    expect(existsSync(at.path(FILE))).toBe(false);
  });

  test("a million entries, and too many", async () => {
    const count = cases(1_000_000);
    const text = (more: string): string => {
      const line = (n: number): string =>
        `{"fingerprint":"${n}","rule":"b","layer":"project","file":"${PROJECT}"${more}}`;
      return `{"version":1,"findings":[${Array.from({ length: count }, (_, n) => line(n)).join(",")}]}`;
    };
    const at = machine({ [PROJECT]: KEYS, [FILE]: text("").replaceAll(PROJECT, "a") });
    expect(await check(at)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`${count} entries of the baseline`),
    });
    put(at, FILE, text(`,"more":"${"x".repeat((64 * 1024 * 1024) / count)}"`));
    const said = "agentcfg: cannot use the baseline known.json: it is larger than 64 MiB\n";
    expect(await check(at)).toEqual({ code: 2, stdout: "", stderr: said });
  });
});

const texts = readdirSync("fixtures/err")
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => readFileSync(`fixtures/err/${name}`, "utf8"))
  .filter((text) => !/^(%|---|\ufeff)/m.test(text) && !text.includes("\r"));

test("a baseline made of a run makes it silent, also below more lines, but for what may not be in one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.array(fc.constantFrom("", "# a remark"), { maxLength: 5 }),
      async (text, above) => {
        const at = machine({ [PROJECT]: text });
        const all = findings(await at.run(["lint", "--format=json"]));
        const lasting = all.filter(({ rule, severity, layer }) => !maySuppress(rule, severity, layer));
        const updated = await update(at, "--format=json");
        const rules = lasting.map(({ rule }) => rule);
        expect(rulesOf(updated)).toEqual(rules);
        expect(rulesOf(await check(at, "--format=json"))).toEqual(rules);
        put(at, PROJECT, above.map((line) => `${line}\n`).join("") + text);
        const later = await check(at, "--format=json");
        expect(rulesOf(later)).toEqual(rules);
        const { stderr } = await check(at);
        expect(stderr).not.toContain("gone");
      },
    ),
    { numRuns: cases(200) },
  );
});
