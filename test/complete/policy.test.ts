/** Completion in a policy: its own keys and values, and nothing of a configuration. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { completionsAt } from "../../src/service/complete/complete.js";
import type { Completion } from "../../src/service/complete/completion.js";
import { plainText } from "../../src/service/complete/snippet-text.js";
import { policyShape } from "../../src/toolkit/judge/policy/policy.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { check } from "../../src/toolkit/read/schema/check.js";
import { placeOf } from "../../src/toolkit/read/schema/place.js";
import { compileSchema } from "../../src/toolkit/read/schema/shape.js";
import { sampled } from "../cases.js";
import { CURSOR } from "./ask.js";

const SCHEMA = compileSchema(JSON.parse(readFileSync("schema/policy.schema.json", "utf8")));

function ask(marked: string, format: Format = "yaml"): readonly Completion[] {
  const offset = marked.indexOf(CURSOR);
  const typed = { text: marked.replace(CURSOR, ""), format, shape: policyShape(), scope: undefined };
  return completionsAt(typed, offset, { snapshot: undefined, variables: [], schema: SCHEMA });
}

const labels = (marked: string, format?: Format): readonly string[] => ask(marked, format).map(({ label }) => label);

const TOP = ["$schema", "contact", "allow", "require"];
const ALLOW = ["hosts", "provider_kinds", "commands", "packages", "permission_matchers", "config_command_substitution"];
const REQUIRE = ["exact_versions", "secret_files", "web_fetch_disallow_http"];
const MATCHERS = ["standard", "bypass", "bypass_plus", "autonomous"];
const KINDS = ["catalog", "custom_alpha_compatible", "custom_beta_compatible", "custom_beta_responses"];

test.each<readonly [string, readonly string[]]>([
  ["¦", TOP],
  ["all¦", TOP],
  ["allow:\n  hosts: []\n¦", TOP.filter((key) => key !== "allow")],
  ["allow:\n  ¦", ALLOW],
  ["allow:\n  hosts: [a.example]\n  pro¦\n", ALLOW.filter((key) => key !== "hosts")],
  ["allow: { ¦ }\n", ALLOW],
  ["allow: { hosts: [], ¦", ALLOW.filter((key) => key !== "hosts")],
  ["require:\n  ¦\n", REQUIRE],
  ["require:\n\t¦\n", REQUIRE],
  ["require:\r\n  ¦\r\nallow:\r\n  hosts: [\r\n", REQUIRE],
  ["allow:\n  permission_matchers: [¦]\n", MATCHERS],
  ["allow:\n  permission_matchers: [standard, b¦\n", MATCHERS],
  ["allow:\n  permission_matchers:\n    - ¦\n", MATCHERS],
  ["allow:\n  provider_kinds:\n    - custom¦\n", KINDS],
  ["allow:\n  config_command_substitution: ¦\n", ["true", "false"]],
  ["require: { exact_versions: ¦ }\n", ["true", "false"]],
  ["allow:\n  hosts: [¦]\n", []],
  ["allow:\n  commands: ['${¦']\n", []],
  ["contact: ${¦\n", []],
  ["models:\n  ¦\n", []],
  ["providers:\n  ¦\n", []],
  ["providers:\n  acme:\n    ¦\n", []],
  ["allow:\n  zebra:\n    ¦\n", []],
  ["# ¦\n", []],
])("YAML: %j", (text, expected) => {
  expect(labels(text).toSorted()).toEqual(expected.toSorted());
});

test.each<readonly [string, readonly string[]]>([
  ["¦", TOP],
  ["{ ¦ }", TOP],
  ['{ "al¦ }', TOP],
  ['{ "allow": { "hosts": [], ¦ } }', ALLOW.filter((key) => key !== "hosts")],
  ['{\n  "allow": {\n    "ho¦\n  }\n}\n', ALLOW],
  ['{ "allow": { "permission_matchers": [¦] } }', MATCHERS],
  ['{ "allow": { "permission_matchers": ["sta¦', MATCHERS],
  ['{ "allow": { "provider_kinds": ["¦"] } }', KINDS],
  ['{ "require": { "exact_versions": ¦ } }', ["true", "false"]],
  ['{ "contact": "${¦" }', []],
  ['{ "models": { ¦ } }', []],
])("JSON: %j", (text, expected) => {
  for (const format of ["json", "jsonc"] as const) expect(labels(text, format).toSorted()).toEqual(expected.toSorted());
});

test("each key and value has its type and its meaning", () => {
  for (const item of [...ask("allow:\n  ¦"), ...ask("require:\n  ¦"), ...ask("¦")])
    expect([item.label, item.detail, item.documentation]).toEqual([item.label, expect.any(String), expect.any(String)]);
  for (const text of ["allow: { permission_matchers: [¦] }", "allow: { provider_kinds: [¦] }"])
    for (const { documentation } of ask(text)) expect(documentation).toMatch(/\S\.$/);
  expect(ask("¦", "json").find(({ label }) => label === "allow")?.insert).toBe('{ "allow": {$1} }');
  expect(ask("allow:\n  ¦").find(({ label }) => label === "hosts")?.insert).toBe("hosts:\n  - ");
});

const WHOLE = `# ours
contact: security@acme.example
allow:
  hosts: ["*.acme.example", localhost]
  provider_kinds:
    - catalog/alpha
  permission_matchers: [standard]
  config_command_substitution: false
require: { exact_versions: true }
`;
const WHOLE_JSON =
  '{\n  "contact": "me",\n  "allow": { "hosts": [], "permission_matchers": ["standard"] },\n  "require": {}\n}\n';

test.each([
  ["yaml", WHOLE],
  ["jsonc", WHOLE_JSON],
] as const)("a readable %s stays readable with any item, and has no key outside the schema", (format, text) => {
  const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
  let count = 0;
  for (const offset of sampled(offsets, 3)) {
    const marked = `${text.slice(0, offset)}${CURSOR}${text.slice(offset)}`;
    for (const item of ask(marked, format)) {
      const after = `${text.slice(0, item.span.start)}${plainText(item)}${text.slice(item.span.end)}`;
      const { root, problems } = parse({ file: "policy", text: after }, format);
      expect([after, problems, root === undefined]).toEqual([after, [], false]);
      if (root === undefined) continue;
      count += 1;
      const facts = check(placeOf(root, policyShape()), { literal: (written) => written });
      expect([after, facts.filter(({ kind }) => kind === "unknown-key")]).toEqual([after, []]);
    }
  }
  expect(count).toBeGreaterThan(20);
});
