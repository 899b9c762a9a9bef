/** What comes of a file of each tool: the configuration, and what is said of the rest. */
import { describe, expect, test } from "vitest";
import { importFrom } from "../../src/toolkit/import-from.js";
import { lint } from "../../src/toolkit/lint.js";
import { TOOLS } from "../../src/toolkit/read/other-tools/table.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { EXAMPLES, SECRETS } from "./examples.js";

test("every tool has an example", () => {
  expect(EXAMPLES.map(({ id }) => id)).toEqual(TOOLS.map(({ id }) => id).toSorted());
});

describe.each(EXAMPLES)("$id", ({ id, name, text }) => {
  test("prints the configuration, and what is to say of the rest", async () => {
    const { code, stdout, stderr } = await machine({ [name]: text }).run(["import", name]);
    expect(code).toBe(0);
    await expect(stdout).toMatchFileSnapshot(`../../fixtures/import/${id}/expected.yaml`);
    await expect(stderr).toMatchFileSnapshot(`../../fixtures/import/${id}/expected.txt`);
  });

  test("prints the same as JSON, and adds the same to either layer", async () => {
    const at = machine({ [name]: text });
    const { stdout } = await at.run(["import", name, "--format", "json"]);
    const result = importFrom(text, { file: name });
    expect(result).toMatchObject({ ok: true, config: JSON.parse(stdout) });
    expect((await at.run(["import", name, "--into", "global"])).code).toBe(0);
    expect(at.read(GLOBAL)).toBe((await at.run(["import", name])).stdout);
    expect((await at.run(["import", name, "--into", "project"])).code).toBe(0);
    expect(at.read(PROJECT)).toBe(at.read(GLOBAL));
  });

  test.each(["global", "project"] as const)("has no error in the %s layer", (as) => {
    const result = importFrom(text, { file: name, as });
    const config = result.ok ? JSON.stringify(result.config) : "";
    const { diagnostics } = lint({ texts: [{ file: "config.json", text: config, as }] });
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(diagnostics.filter(({ rule }) => rule === "secret/literal")).toEqual([]);
  });

  test("shows no secret, whatever is done with it", async () => {
    const at = machine({ [name]: text });
    const runs = [
      await at.run(["import", name]),
      await at.run(["import", name, "--format", "json"]),
      await at.run(["import", name, "--into", "global", "--diff"]),
      await at.run(["import", name, "--into", "project"]),
      await at.run(["lint", name]),
      await at.run(["lint", name, "--format", "json"]),
    ];
    const shown = [...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]), at.read(PROJECT)].join("\n");
    expect(SECRETS.filter((secret) => shown.includes(secret))).toEqual([]);
  });

  test("is one finding to lint, by its name or by its keys", async () => {
    const at = machine({ [name]: text });
    if (name.endsWith(".toml")) {
      const stderr = expect.stringContaining("a configuration ends in");
      expect(await at.run(["lint", name])).toMatchObject({ code: 2, stdout: "", stderr });
      return;
    }
    for (const file of [name, `other${/\.\w+$/.exec(name)?.[0]}`]) {
      const { diagnostics } = lint({ texts: [{ file, text }], host: at.host });
      expect(diagnostics.map(({ rule, severity }) => ({ rule, severity }))).toEqual([
        { rule: "schema/other-tool", severity: "error" },
      ]);
    }
  });
});

test("the examples hold every secret that is looked for", () => {
  const texts = EXAMPLES.map(({ text }) => text).join("\n");
  expect(SECRETS.filter((secret) => !texts.includes(secret))).toEqual([]);
});
