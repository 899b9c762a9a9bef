import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ruleInfos as rules } from "../../src/toolkit/judge/rules/info.js";
import { runIn } from "../machine/run.js";

test("schema prints the schema as it is", async () => {
  expect(await runIn(["schema"])).toEqual({
    code: 0,
    stdout: readFileSync("schema/config.schema.json", "utf8"),
    stderr: "",
  });
});

test("schema --draft 07 speaks draft 07", async () => {
  const { code, stdout } = await runIn(["schema", "--draft", "07"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).$schema).toBe("http://json-schema.org/draft-07/schema#");
  expect(stdout).not.toMatch(/\$defs|2020-12/);
  expect(stdout).toContain("18446744073709551615");
});

test("rules lists every rule, once", async () => {
  const lines = (await runIn(["rules"])).stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(" ")[0])).toEqual(rules.map(({ id }) => id));
  const told = rules.map((rule) => ({
    ...rule,
    facts: expect.arrayContaining([expect.stringMatching(/^Severity: /)]),
    why: expect.stringMatching(/.{60}/s),
    cases: expect.arrayContaining([expect.objectContaining({ kind: "fine" })]),
  }));
  expect(JSON.parse((await runIn(["rules", "--format", "json"])).stdout)).toEqual(told);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
});
