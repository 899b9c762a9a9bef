/** Paths that lead to a file, by the layer that they are in. */
import { expect, test } from "vitest";
import { type FileLink, linksOf } from "../../src/service/marks/links.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { host, layerFrom, snapshotOf } from "./snapshot.js";

/** The links of one layer beside an empty one, as the marked text and the file. */
function linked(text: string, scope: Scope): readonly (readonly [string, string])[] {
  const global = layerFrom(scope === "global" ? text : "", "global");
  const project = layerFrom(scope === "project" ? text : "", "project");
  const links = linksOf(snapshotOf(global, project), scope === "global" ? global : project, host);
  return links.map(({ span, file }: FileLink) => [text.slice(span.start, span.end), file]);
}

const source = (text: string): string => `facets: { plan: { source: ${text} } }\n`;

test.each<[string, string | undefined, string?]>([
  [".agent/facets/plan.md", "/repo/app/.agent/facets/plan.md"],
  ["./a/../b/c.md", "/repo/app/b/c.md"],
  ["'it''s.md'", "/repo/app/it's.md", "it''s.md"],
  ['"\\u0061 b.md"', "/repo/app/a b.md", "\\u0061 b.md"],
  ["日本/語.md", "/repo/app/日本/語.md"],
  ["a#b%20c?.md", "/repo/app/a#b%20c?.md"],
  ["../outside.md", undefined],
  ["a/../../outside.md", undefined],
  ["/etc/passwd", undefined],
  ["~/plan.md", undefined],
  ["$HOME/plan.md", undefined],
  ['"${NAME}/plan.md"', undefined],
  ['"$(ls).md"', undefined],
  ["agent://facets/plan.md", undefined],
  ["https://evil.example/plan.md", undefined],
  ["file:///etc/passwd", undefined],
  ["command:evil", undefined],
  ["'C:\\a.md'", undefined],
  ["'a\\b.md'", undefined],
  ['"a\\nb.md"', undefined],
  ['"a\\u202eb.md"', undefined],
  ["NUL", undefined],
  ['""', undefined],
  [".", undefined],
  ["3", undefined],
  ["[a.md]", undefined],
])("in a project, the source %s leads to %s", (written, file, marked = written) => {
  expect(linked(source(written), "project")).toEqual(file === undefined ? [] : [[marked, file]]);
});

test("the same path in the global file leads into the open project", () => {
  expect(linked(source("a.md"), "global")).toEqual([["a.md", "/repo/app/a.md"]]);
  const alone = layerFrom(source("a.md"), "global");
  expect(linksOf(snapshotOf(alone), alone, host)).toEqual([]);
});

test.each<[Scope, string, string | undefined]>([
  ["global", "$USER_DIRECTORY/themes/a.yaml", "/home/user/.config/agent/themes/a.yaml"],
  ["global", "$USER_DIRECTORY/themes/../themes/b.yaml", "/home/user/.config/agent/themes/b.yaml"],
  ["global", "$USER_DIRECTORY/../themes/a.yaml", undefined],
  ["global", "$USER_DIRECTORY/config.yaml", undefined],
  ["global", "$USER_DIRECTORY/themes", undefined],
  ["global", '"$USER_DIRECTORY/themes/${NAME}.yaml"', undefined],
  ["global", "agent://themes/default.yaml", undefined],
  ["project", "$USER_DIRECTORY/themes/a.yaml", undefined],
])("in the %s file, the theme %s leads to %s", (scope, written, file) => {
  expect(linked(`tui: { theme-file: ${written} }\n`, scope)).toEqual(file === undefined ? [] : [[written, file]]);
});

test.each<[Scope, string, string | undefined]>([
  ["global", "/etc/ssl/corp-ca.pem", "/etc/ssl/corp-ca.pem"],
  ["global", "corp-ca.pem", undefined],
  ["global", "//server/share/corp-ca.pem", undefined],
  ["project", "/etc/ssl/corp-ca.pem", undefined],
])("in the %s file, the trust store %s leads to %s", (scope, written, file) => {
  expect(linked(`daemon: { tls: { trust_store: ${written} } }\n`, scope)).toEqual(
    file === undefined ? [] : [[written, file]],
  );
});

test("several are in the order of the text, over both kinds of keys, and none is an endpoint or a program", () => {
  const text = [
    "agent_behavior: { shell: { command: bash, init_script: scripts/env.sh } }",
    "providers: { p: { kind: { type: custom_beta_compatible }, url: https://p.example/v1 } }",
    "mcp_servers: { s: { transport: stdio, command: ./run.sh, args: [a/b.js] } }",
    "subagents: { b: { source: b.md } }",
    "facets: { a: &a { source: a.md }, c: *a }",
    "",
  ].join("\n");
  expect(linked(text, "project").map(([written]) => written)).toEqual(["scripts/env.sh", "b.md", "a.md"]);
});

test("a path that holds a secret is no link", () => {
  const words = "permissions: { secret_words: [correct-horse-battery] }\n";
  expect(linked(`${words}${source("a/correct-horse-battery.md")}`, "project")).toEqual([]);
});

test("a path that is too long for any file is no link", () => {
  expect(linked(source("a".repeat(5000)), "project")).toEqual([]);
});

test("a path over several lines is no link, a folded one on one line is", () => {
  expect(linked("facets:\n  plan:\n    source: >-\n      a/b.md\n", "project")).toEqual([
    ["a/b.md", "/repo/app/a/b.md"],
  ]);
  expect(linked("facets:\n  plan:\n    source: >-\n      a/b\n      c.md\n", "project")).toEqual([]);
});
