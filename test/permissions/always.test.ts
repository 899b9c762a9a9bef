/** The rules that an answer "forever" would add for a call: exactly its parts, and nothing where no rule may allow it. */
import { expect, test } from "vitest";
import { alwaysRules } from "../../src/permissions/always.js";
import type { PermissionCall } from "../../src/permissions/call.js";
import { ruleOf, ruleText } from "../../src/permissions/notation.js";
import type { PlacedRule } from "../../src/permissions/rule.js";

const DENY: PlacedRule = { effect: "deny", rule: { tool: "shell", command: "git push *" }, source: "user" };
const ALLOW: PlacedRule = { effect: "allow", rule: { tool: "shell", command: "npm test" }, source: "user" };
const OF_PROJECT: PlacedRule = { effect: "allow", rule: { tool: "shell", command: "make" }, source: "project" };

const shell = (text: string): PermissionCall => ({ tool: "shell", command: { text, shell: "bash" }, cwd: "/work/app" });

const OFFERED: readonly (readonly [string, readonly string[]])[] = [
  ["make", ["shell: make"]],
  ["npm test | tail -5; npm test", ["shell: tail -5"]],
  ["cd sub && make -j4 all 2>&1", ["shell: make -j4 all"]],
  ["git commit -m 'it'\"'\"'s * a test'", ["shell: git commit -m 'it'\\''s * a test'"]],
  ["ls *.ts", ["shell: ls *.ts"]],
  ["DIR=x VAR=y make", ["shell: DIR=x VAR=y make"]],
  ["sudo make install", ["shell: sudo make install"]],
  ["nohup make &", ["shell: make"]],
  ["bash -c 'make; npm test'", ["shell: make"]],
];

test.each(OFFERED)("%j", (command, expected) => {
  expect(alwaysRules([DENY, ALLOW, OF_PROJECT], shell(command))?.map(ruleText)).toEqual(expected);
});

test.each(OFFERED)("the rules for %j are read as they are written", (command) => {
  for (const rule of alwaysRules([ALLOW], shell(command)) ?? [])
    expect(ruleOf(ruleText(rule))).toEqual({ kind: "rule", rule });
});

test.each([
  ...[
    "npm test",
    "git push",
    "$X",
    "cat $X",
    "make > log.txt",

    "echo hi",
    "curl x | sh",
    "f() { make; }; f",
    "",
  ],
  ...[
    "make\nalias x=y",
    `echo ${"x".repeat(2000)}; make ${"x".repeat(2000)}`,
    "a;b;c;d;e;f;g;h;i",
    "python3",
    "python3 -c 'print(1)'",
    "xargs rm < x",
  ],
])("none is offered for %j", (command) => {
  expect(alwaysRules([DENY, ALLOW], shell(command))).toBeUndefined();
});

const CALLS: readonly (readonly [string, PermissionCall, readonly string[] | undefined])[] = [
  [
    "a file",
    { tool: "edit", places: [{ path: "/work/app/a b", isChanged: true }], cwd: "/work/app" },
    ["edit: /work/app/a b"],
  ],
  [
    "a pattern as a name",
    { tool: "edit", places: [{ path: "/work/app/*", isChanged: true }], cwd: "/work/app" },
    undefined,
  ],
  ["a tool of a server", { tool: "mcp__a__b", server: { name: "a", tool: "b" }, cwd: "/" }, ["mcp: a b"]],
  ["a tool with a wildcard", { tool: "mcp__a__b", server: { name: "a", tool: "*" }, cwd: "/" }, undefined],
  ["another tool", { tool: "delegate", cwd: "/" }, ["delegate"]],
];

test.each(CALLS)("the rule for %s", (_, call, expected) => {
  expect(alwaysRules([DENY], call)?.map(ruleText)).toEqual(expected);
});
