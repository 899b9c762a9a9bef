import { expect, test } from "vitest";
import type { Pair } from "../../src/playground/address.js";
import { EXAMPLES } from "../../src/playground/examples.js";
import { fixed, runOf, withoutSecrets } from "../../src/playground/judged.js";

function yaml(global: string, project = ""): Pair {
  return { global: { text: global, format: "yaml" }, project: { text: project, format: "yaml" } };
}

test("a pair without texts has no layers and no findings, and no file is looked for", () => {
  const { layers, diagnostics, unreadable } = runOf(yaml("", " \n")).result;
  expect({ layers, diagnostics, unreadable }).toEqual({ layers: [], diagnostics: [], unreadable: [] });
});

test("the files of a pair are judged together, at their usual places", () => {
  const { diagnostics } = runOf(
    yaml("version: 3\nmodels: { a: { clas: full, context_window: 5000 } }\n", "version: 3\ntui: { thme: dark }\n"),
  ).result;
  expect(diagnostics.map(({ rule, file }) => [rule, file])).toEqual([
    ["schema/unknown-key", ".agent/config.yaml"],
    ["schema/unknown-key", "~/.config/agent/config.yaml"],
  ]);
});

test("safe fixes change the text that has the mistake, and no other", () => {
  const pair = yaml("version: 3\n# mine\ntui: { theme: dark }\n", "version: 3\ntui: { thme: dark } # theirs\n");
  expect(fixed(pair, runOf(pair))).toEqual(yaml(pair.global.text, "version: 3\ntui: { theme: dark } # theirs\n"));
});

const KEY = "sk-proj-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a";

test.each([
  ["a value", `version: 3\nproviders: { a: { auth: { type: static_key, key: ${KEY} } } }\n`],
  ["a comment", `version: 3\n# ${KEY}\n`],
  ["a key", `version: 3\n${KEY}: 1\n`],
  ["a broken text", `version: 3\nproviders: { a: { auth: { key: ${KEY}\n`],
])("a secret in %s is not shared", (_, text) => {
  for (const pair of [yaml(text), yaml("", text), yaml("version: 3\n", text)]) {
    const shared = JSON.stringify(withoutSecrets(pair, runOf(pair).result));
    expect(shared).toContain("<redacted>");
    expect(shared).not.toContain(KEY);
  }
});

test.each([
  ["# auth: { type: authorization-header, value: hush-horse }"],
  ["# secret_words: [hush-horse]"],
  ["# key: |\n#   hush-horse"],
  ["# curl -u me:hush-horse https://x.test"],
])("a comment shares no value of a secret key: %j", (comment) => {
  const pair = yaml(`version: 3\n${comment}\ntui: { theme: dark }\n`);
  const shared = withoutSecrets(pair, runOf(pair).result)?.global.text;
  expect(shared).toContain("<redacted>");
  expect(shared).not.toContain("hush-horse");
  expect(shared).toContain("theme: dark");
});

test("a text that is too long to be read is not shared, and not as an empty one", () => {
  const pair = yaml("version: 3\n", `# ${"x".repeat(1_100_000)}\n`);
  expect(withoutSecrets(pair, runOf(pair).result)).toBeUndefined();
});

test("a text without a secret is shared as it is", () => {
  for (const { pair } of EXAMPLES) expect(withoutSecrets(pair, runOf(pair).result)).toEqual(pair);
});

test.each(EXAMPLES)("the example “$title” shows something", ({ pair }) => {
  expect(runOf(pair).result.diagnostics).not.toEqual([]);
});
