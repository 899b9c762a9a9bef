/** The last lines of a report: the judged files, the number of findings in each, the fixes that `--fix` would make. */
import { describe, expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const V = "version: 3\n";
const ERROR = `${V}tui: { theme: 5 }\n`;
const TYPO = `${V}defaults: { fulll: m }\n`;

const said = async (files: Parameters<typeof machine>[0], ...args: string[]): Promise<string> =>
  (await machine(files).run(["lint", "--format", "concise", ...args])).stderr;

describe("counts are told apart by file", () => {
  test("when both have something", async () => {
    expect(await said({ [GLOBAL]: `${ERROR}x: 1\n`, [PROJECT]: TYPO })).toBe(
      "1 error, 2 warnings in 2 files\n" +
        "  ~/.config/agent/config.yaml (global): 1 error, 1 warning\n" +
        "  .agent/config.yaml (project): 1 warning\n" +
        "`--fix` would fix 1 of them\n",
    );
  });

  test("when only one has", async () => {
    expect(await said({ [GLOBAL]: V, [PROJECT]: TYPO })).toBe(
      "1 warning in .agent/config.yaml (project), none in ~/.config/agent/config.yaml (global)\n`--fix` would fix it\n",
    );
  });

  test("of many files, those that have something", async () => {
    const names = ["a.yaml", "b.yaml", "c.yaml", "d.yaml"];
    const files = Object.fromEntries(names.map((name, index) => [name, index < 1 ? ERROR : V]));
    expect(await said(files, ...names)).toBe("1 error in a.yaml (global), none in 3 files\n");
    expect(await said({ ...files, "b.yaml": TYPO }, ...names)).toBe(
      "1 error, 1 warning in 2 of 4 files\n  a.yaml (global): 1 error\n  b.yaml (global): 1 warning\n`--fix` would fix 1 of them\n",
    );
  });
});

describe("no more is promised than --fix does", () => {
  test("of a fix that it would refuse", async () => {
    expect(await said({ "a.yaml": "versoin: 4\n" }, "a.yaml")).toBe("1 warning in a.yaml (global)\n");
  });

  test("beside others", async () => {
    expect(await said({ "a.yaml": "versoin: 4\ntui: { thme: dark }\n" }, "a.yaml")).toBe(
      "2 warnings in a.yaml (global)\n`--fix` would fix 1 of them\n",
    );
  });

  test("of a section whose name hides mistakes", async () => {
    expect(await said({ "a.yaml": `${V}mcpServers: { x: { command: x } }\n` }, "a.yaml")).toBe(
      "1 error, 1 warning in a.yaml (global)\n`--fix` would fix 1 of them\n",
    );
  });

  test("where there is too much to try", async () => {
    const long = `# ${"x".repeat(100_000)}\n`;
    expect(await said({ "a.yaml": `${TYPO}${long}` }, "a.yaml")).toBe(
      "1 warning in a.yaml (global)\n`--fix` can fix up to 1 of them\n",
    );
  });
});

describe("only files that were judged are named", () => {
  test("and not the layer that they were read over", async () => {
    expect(await said({ [GLOBAL]: ERROR, [PROJECT]: V }, PROJECT)).toBe(
      "no problems in .agent/config.yaml (project)\n",
    );
  });

  test("and when none could be, there is no summary", async () => {
    expect(await said({ [GLOBAL]: ERROR, [PROJECT]: V }, "none.yaml")).toBe(
      "agentcfg: cannot read none.yaml: there is no such file\n",
    );
  });
});

test("where there simply is no project, nothing is said of it", async () => {
  expect(await said({ [GLOBAL]: V })).toBe("no problems in ~/.config/agent/config.yaml (global)\n");
});

test("after --fix, nothing is said of fixes", async () => {
  expect(await said({ [GLOBAL]: `${ERROR}daemon: { log_level: inf }\n` }, "--fix")).toBe(
    "~/.config/agent/config.yaml: 1 fix applied\n1 error in ~/.config/agent/config.yaml (global)\n",
  );
});

describe("S16 a model without a provider, of which only a catalog could tell", () => {
  const MODEL = "big: { class: full, context_window: 200000 }";
  const URL = 'kind: { type: custom_beta_compatible }, url: "https://a.test/v1"';
  const NOTE =
    "1 place not checked: a catalog may say which provider runs the model, and none was given; `--catalog FILE` names one\n" +
    "  ~/.config/agent/config.yaml:2:11: `models.big` needs a `provider`, unless the agent knows this model itself\n";

  test.each<[string, string]>([
    ["no provider anywhere", `models: { ${MODEL} }\n`],
    ["one that it does not name", `models: { ${MODEL} }\nproviders: { acme: { ${URL} } }\ndefaults: { full: big }\n`],
  ])("%s: it is counted as not checked", async (_, text) => {
    const at = machine({ [GLOBAL]: V + text });
    expect((await at.run(["lint"])).stderr).toBe(`no problems in ~/.config/agent/config.yaml (global)\n${NOTE}`);
    expect(JSON.parse((await at.run(["lint", "--format", "json"])).stdout)).toMatchObject({ unchecked: 1 });
    expect(at.lint().diagnostics).toEqual([]);
  });

  test.each<[string, string]>([
    [
      "a provider",
      `providers: { a: { ${URL} } }\nmodels: { big: { provider: a, class: full, context_window: 5000 } }\n`,
    ],
    [
      "a parent",
      `providers: { a: { ${URL} } }\nmodels: { a/b: { provider: a, class: full, context_window: 5000 }, big: { inherits: a/b, class: full, context_window: 6000 } }\n`,
    ],
    ["no class, as what changes a model of the catalog", "models: { big: { context_window: 5000 } }\n"],
    ["nothing to do", "models: { big: { class: full, context_window: 5000, enabled: false } }\n"],
  ])("one with %s is not", async (_, text) => {
    const at = machine({ [GLOBAL]: V + text });
    expect((await at.run(["lint"])).stderr).toBe("no problems in ~/.config/agent/config.yaml (global)\n");
  });

  test("with a catalog it is checked", async () => {
    const at = machine({ [GLOBAL]: `${V}models: { ${MODEL} }\n`, "catalog.yaml": "models: { m: { class: full } }\n" });
    const { code, stdout, stderr } = await at.run(["lint", "--catalog", "catalog.yaml"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.not.stringContaining("not checked") });
    expect(stdout).toContain("error[model/missing-provider]");
  });

  test("a project's is counted where the project is judged, and once", async () => {
    const at = machine({ [GLOBAL]: V, [PROJECT]: `${V}models: { ${MODEL} }\n` });
    expect((await at.run(["lint", GLOBAL.replace("~", at.home)])).stderr).not.toContain("not checked");
    expect((await at.run(["lint"])).stderr).toContain(".agent/config.yaml:2:11: `models.big` needs");
  });
});
