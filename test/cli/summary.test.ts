/** The last lines of a report: what was judged, how much is wrong in each file, what `--fix` would do. */
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
        "`--fix` would mend 1 of them\n",
    );
  });

  test("when only one has", async () => {
    expect(await said({ [GLOBAL]: V, [PROJECT]: TYPO })).toBe(
      "1 warning in .agent/config.yaml (project), none in ~/.config/agent/config.yaml (global)\n`--fix` would mend it\n",
    );
  });

  test("of many files, those that have something", async () => {
    const names = ["a.yaml", "b.yaml", "c.yaml", "d.yaml"];
    const files = Object.fromEntries(names.map((name, index) => [name, index < 1 ? ERROR : V]));
    expect(await said(files, ...names)).toBe("1 error in a.yaml (global), none in 3 files\n");
    expect(await said({ ...files, "b.yaml": TYPO }, ...names)).toBe(
      "1 error, 1 warning in 2 of 4 files\n  a.yaml (global): 1 error\n  b.yaml (global): 1 warning\n`--fix` would mend 1 of them\n",
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
