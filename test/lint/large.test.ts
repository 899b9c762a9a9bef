import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { largeYaml } from "./large.js";

const yaml = largeYaml(5000);
const root = parse({ file: "x", text: yaml }, "yaml").root;
const json = JSON.stringify(root && toData(root), null, 2);

const diagnose = (file: string, text: string): readonly unknown[] =>
  lint({ texts: [{ file, text }] }).diagnostics.map(({ rule, range }) => [rule, range.start.line]);

test("5,000 lines of YAML, and the same as JSON, are silent", () => {
  expect(yaml.split("\n").length).toBeGreaterThan(5000);
  expect(diagnose("config.yaml", yaml)).toEqual([]);
  expect(diagnose("config.json", json)).toEqual([]);
});

test("a mistake in the last line is found there", () => {
  const last = yaml.split("\n").length;
  expect(diagnose("config.yaml", `${yaml}verson: 3\n`)).toEqual([["schema/unknown-key", last]]);
});

test("100,000 entries in one mapping are read in linear time", () => {
  const text = `version: 3\nplugins: {${Array.from({ length: 100_000 }, (_, index) => `p${index}: 1`).join(",")}}`;
  expect(text.length).toBeLessThan(1024 * 1024 * 1.2);
  expect(diagnose("config.yaml", text.slice(0, 1024 * 1024 - 1).replace(/,[^,]*$/, "}"))).toEqual([]);
});
