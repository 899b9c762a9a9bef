/** An answer "always" adds one rule to the user's file and changes nothing else in it (P-S108). */
import { expect, test } from "vitest";
import type { Rule } from "../../src/permissions/rule.js";
import { type AddPermissionResult, addPermission } from "../../src/toolkit/add-permission.js";
import { loadPermissions } from "../../src/toolkit/permissions.js";
import { type Files, machine } from "../machine/machine.js";

const OWN = "~/.config/agent/permissions.yaml";
const RULE: Rule = { tool: "shell", command: "npm test" };

/** A file, and the same file with the rule. */
const WRITTEN: readonly (readonly [what: string, name: string, before: string, after: string])[] = [
  [
    "a list in lines",
    OWN,
    "# mine\nversion: 1\nallow: # what runs\n  - tool: read   # all\n\ndeny:\n  - { tool: edit }\n",
    '# mine\nversion: 1\nallow: # what runs\n  - tool: read   # all\n  - { tool: shell, command: "npm test" }\n\ndeny:\n  - { tool: edit }\n',
  ],
  [
    "a list in brackets",
    OWN,
    "allow: [{ tool: read }]\n",
    'allow: [{ tool: read }, { tool: shell, command: "npm test" }]\n',
  ],
  [
    "no such list",
    OWN,
    "deny: [{ tool: edit }]\n",
    'deny: [{ tool: edit }]\nallow:\n  - { tool: shell, command: "npm test" }\n',
  ],
  ["an empty file", OWN, "", 'allow:\n  - { tool: shell, command: "npm test" }\n'],
  ["a list that is null", OWN, "allow:\ndeny: []\n", 'allow:\n  - { tool: shell, command: "npm test" }\ndeny: []\n'],
  [
    "CRLF",
    OWN,
    "allow:\r\n  - { tool: read }\r\n",
    'allow:\r\n  - { tool: read }\r\n  - { tool: shell, command: "npm test" }\r\n',
  ],
  [
    "JSON with comments",
    "~/.config/agent/permissions.jsonc",
    '{\n  // mine\n  "allow": [\n    { "tool": "read" }, // all\n  ],\n}\n',
    '{\n  // mine\n  "allow": [\n    { "tool": "read" }, // all\n    { "tool": "shell", "command": "npm test" },\n  ],\n}\n',
  ],
];

test.each(WRITTEN)("%s", (_, name, before, after) => {
  const at = machine({ [name]: before });
  const { kind } = addPermission({ host: at.host, rule: RULE, write: true });
  expect([kind, at.read(name)]).toEqual(["changed", after]);
  const { rules } = loadPermissions({ host: at.host });
  expect(rules.filter(({ effect }) => effect === "allow").at(-1)?.rule).toEqual(RULE);
});

test("without a file there is a new one, which only its user may read", () => {
  const at = machine({});
  const result = addPermission({ host: at.host, rule: RULE, write: true });
  expect(result).toMatchObject({ kind: "changed", isNew: true, file: at.path(OWN) });
  expect(at.read(OWN)).toBe('version: 1\nallow:\n  - { tool: shell, command: "npm test" }\n');
});

test("without `write`, nothing is written", () => {
  const at = machine({});
  addPermission({ host: at.host, rule: RULE });
  expect(at.host.kindOf(at.path(OWN))).toBeUndefined();
});

/** A file to which the rule is not added, and why. */
const REFUSED: readonly (readonly [what: string, files: Files, outcome: string])[] = [
  ["the same rule", { [OWN]: "allow: [{ command: npm   test }]\n" }, "unchanged"],
  ["a wider one", { [OWN]: "allow: [{ tool: shell, command: npm * }]\n" }, "unchanged"],
  ["one that denies", { [OWN]: "deny: [{ tool: shell, command: npm * }]\n" }, "hidden"],
  ["one that asks", { [OWN]: "ask: [{ tool: shell }]\n" }, "hidden"],
  ["a mistake, which makes all that it allows void", { [OWN]: "alow: []\n" }, "mistaken"],
  ["a broken text", { [OWN]: "allow: [\n" }, "mistaken"],
  ["a directory of that name", { [`${OWN}/`]: "" }, "mistaken"],
  ["two files", { [OWN]: "", "~/.config/agent/permissions.json": "{}" }, "mistaken"],
  ["an anchor on the list", { [OWN]: "allow: &a [{ tool: read }]\nask: *a\n" }, "by-hand"],
];

test.each(REFUSED)("%s", (_, files, outcome) => {
  const { host } = machine(files);
  expect(outcomeOf(addPermission({ host, rule: RULE, write: true }))).toBe(outcome);
});

function outcomeOf(result: AddPermissionResult): string {
  return result.kind === "refused" ? result.why : result.kind;
}

test("a link of the user's own is followed, and stays a link", () => {
  const at = machine({ [OWN]: { to: "../../dotfiles/rules.yaml" }, "~/dotfiles/rules.yaml": "allow: []\n" });
  expect(addPermission({ host: at.host, rule: RULE, write: true }).kind).toBe("changed");
  expect(at.read("~/dotfiles/rules.yaml")).toBe('allow:\n  - { tool: shell, command: "npm test" }\n');
  expect(at.host.kindOf(at.path(OWN))).toBe("link");
});

test.each([[{}], [{ tool: "" }], [{ tool: 5 }], [{ tool: "shell", comand: "x" }], ["shell"], [undefined]])(
  "%j is a mistake of the program",
  (rule) => {
    expect(() => addPermission({ rule: rule as Rule, host: machine({}).host })).toThrow(TypeError);
  },
);
