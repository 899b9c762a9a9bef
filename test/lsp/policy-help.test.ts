/** Help in a policy that is open: meanings, keys, values and an outline, also while its text is broken; and none of a configuration. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CompletionItem, DocumentSymbol, Hover } from "vscode-languageserver/node";
import { policyKeys } from "../../src/toolkit/judge/policy/policy.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { type Begun, begin, positionOf } from "./texts.js";

const YAML = `contact: security@acme.example
allow:
  hosts: ["*.acme.example", localhost]
  permission_matchers:
    - standard
  config_command_substitution: false
require:
  exact_versions: true
`;
const JSON_TEXT = `{
  "contact": "security@acme.example",
  "allow": { "hosts": ["*.acme.example"], "permission_matchers": ["standard"], "config_command_substitution": false },
  "require": { "exact_versions": true }
}
`;
const FILES = [
  ["work/agentcfg/policy.yaml", YAML],
  ["work/agentcfg/policy.json", JSON_TEXT],
] as const;

async function hovered({ client, at }: Begun, name: string, text: string, mark: string): Promise<string> {
  const position = positionOf(text, mark, 2);
  const hover = await client.request<Hover | null>("textDocument/hover", { textDocument: { uri: at(name) }, position });
  return (hover?.contents as { value: string } | undefined)?.value ?? "";
}

const QUESTIONS: readonly (readonly [string, readonly string[]])[] = [
  ["contact", ["contact: string", "Whom a developer asks about this policy"]],
  ["allow", ["allow: mapping", "The only values that a configuration may have"]],
  [
    "hosts",
    [
      "allow.hosts: list of string",
      "*.acme.example for all names below",
      "policy/forbidden-host reports an address whose host",
      "agentcfg explain policy/forbidden-host prints its page",
    ],
  ],
  ["*.acme", ["allow.hosts: list of string"]],
  [
    "standard",
    ["allow.permission_matchers", "policy/forbidden-matcher", "standard: Applies the allow, ask and deny rules."],
  ],
  ["false", ["allow.config_command_substitution", "policy/command-substitution"]],
  ["exact_versions", ["require.exact_versions", "policy/unpinned-package"]],
];

test.each(FILES)("hover in %s", async (name, text) => {
  const begun = await begin({});
  begun.client.open(begun.at(name), text);
  for (const [mark, expected] of QUESTIONS) {
    const told = await hovered(begun, name, text, mark);
    for (const part of expected) expect(`${mark}: ${told}`).toContain(part);
  }
});

test("a mistake has the reason of its rule, and an unknown key no other line", async () => {
  const [name] = FILES[0];
  const text = "alow: { hosts: [] }\nallow: { hosts: a }\n";
  const begun = await begin({});
  begun.client.open(begun.at(name), text);
  expect(await hovered(begun, name, text, "alow")).toBe("policy/unusable reports a policy that cannot be used");
  const told = await hovered(begun, name, text, "hosts: a");
  expect(told.split("\n")[0]).toBe("allow.hosts: list of string");
  expect(told).not.toContain("policy/unusable");
  expect(await hovered(begun, name, text, "hosts: []")).toBe("");
});

const TYPED: readonly (readonly [string, string, string])[] = [
  ["work/agentcfg/policy.yaml", YAML, YAML.replace("require:\n", "require:\n  ¦\n  se\n")],
  ["work/agentcfg/policy.yaml", YAML, YAML.replace("require:\n", "require: {\n  sec¦\n")],
  ["work/agentcfg/policy.json", JSON_TEXT, JSON_TEXT.replace('"require": {', '"require": { "se¦",')],
  ["work/agentcfg/policy.json", JSON_TEXT, JSON_TEXT.replace('"require": {', '"require": { ¦ "x"')],
];

test.each(TYPED)(
  "while somebody types in %s, other lines have hovers, and the text an outline and keys",
  async (name, text, marked) => {
    const begun = await begin({});
    const { client, at } = begun;
    const textDocument = { uri: at(name) };
    client.open(at(name), text);
    const broken = marked.replace("¦", "");
    client.change(at(name), broken, 2);
    expect((await client.findingsOf(at(name), 2)).diagnostics).not.toEqual([]);
    expect(await hovered(begun, name, broken, "hosts")).toContain("allow.hosts");
    const position = positionOf(marked, "¦");
    const items = await client.request<CompletionItem[]>("textDocument/completion", { textDocument, position });
    expect(items.map(({ label }) => label)).toContain("secret_files");
    const symbols = await client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
    expect(symbols.map(({ name: one }) => one)).toContain("allow");
  },
);

test("the outline has the values that the schema lists, and no text of the author", async () => {
  const [name, text] = FILES[0];
  const begun = await begin(
    {},
    { capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } } },
  );
  begun.client.open(begun.at(name), text);
  const textDocument = { uri: begun.at(name) };
  const symbols = await begun.client.request<DocumentSymbol[]>("textDocument/documentSymbol", { textDocument });
  const drawn = (all: readonly DocumentSymbol[]): unknown =>
    all.map(({ name: one, detail, children = [] }) => [one, detail ?? "", drawn(children)]);
  expect(drawn(symbols)).toEqual([
    ["contact", "", []],
    [
      "allow",
      "",
      [
        ["hosts", "2 items", []],
        ["permission_matchers", "1 item", []],
        ["config_command_substitution", "false", []],
      ],
    ],
    ["require", "", [["exact_versions", "true", []]]],
  ]);
});

test("a policy has no references, links, hints, tokens and actions, and no name to change", async () => {
  const [name] = FILES[0];
  const text = "# ${HOME}\nallow: { hosts: [a, '${HOME}'], commands: [./a.sh] }\nalow: {}\n";
  const { client, at } = await begin({});
  client.open(at(name), text);
  const textDocument = { uri: at(name) };
  const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
  const empty: Record<string, unknown> = {};
  for (const method of [
    "documentLink",
    "inlayHint",
    "semanticTokens/full",
    "codeAction",
    "references",
    "definition",
    "prepareRename",
    "rename",
  ])
    empty[method] = await client.request(`textDocument/${method}`, {
      textDocument,
      range,
      position: positionOf(text, "hosts"),
      newName: "b",
    });
  expect(empty).toEqual({
    documentLink: [],
    inlayHint: [],
    "semanticTokens/full": { data: [] },
    codeAction: [],
    references: [],
    definition: [],
    prepareRename: null,
    rename: null,
  });
});

test("every rule about policies but the one about their files enforces a key, as docs/policy.md says", () => {
  const table = readFileSync("docs/policy.md", "utf8").matchAll(/^\| `(\w+\.\w+)` \|.*\[`(policy\/[\w-]+)`\]/gm);
  const documented = Array.from(table, ([, key, rule]) => [rule, key]);
  const enforced = rules.flatMap(({ id, policyKey }) => (policyKey === undefined ? [] : [[id, policyKey.join(".")]]));
  expect(enforced.toSorted()).toEqual(documented.toSorted());
  expect(enforced.map(([, key]) => key).toSorted()).toEqual(
    policyKeys()
      .map(({ path }) => path.join("."))
      .toSorted(),
  );
  expect(
    rules.filter(({ isOfPolicy, policyKey }) => isOfPolicy && policyKey === undefined).map(({ id }) => id),
  ).toEqual(["policy/unusable"]);
});
