/** Which rules of the files of permissions hold (P-S108): those of the user and of the project, and of broken files what restricts. */
import { expect, test } from "vitest";
import { loadPermissions, type PermissionOptions } from "../../src/toolkit/permissions.js";
import { type Files, machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

const OWN = "~/.config/agent/permissions.yaml";
const PROJECT = ".agent/permissions.yaml";

/** The rules as text, with the name of the file and the line. */
function loaded(files: Files, options: PermissionOptions = {}) {
  const { host, home, repository } = machine(files);
  const result = loadPermissions({ host, ...options });
  const nameOf = (place = ""): string => place.replace(`${home}/.config/agent/`, "~/").replace(`${repository}/`, "");
  return {
    ...result,
    rules: result.rules.map(({ effect, rule, source, place }) => [source, effect, rule, nameOf(place)]),
    mistakes: result.diagnostics.map(
      ({ rule, severity, file, range }) => `${severity} ${rule} ${file}:${range.start.line}`,
    ),
  };
}

test("the user's rules come first, then those of the project", () => {
  const { rules, mistakes, files } = loaded({
    [OWN]: `version: 1
allow:
  - { tool: shell, command: "npm test" }
  - tool: edit
    path: src/**
deny:
  - { tool: shell, command: "git push *" }
`,
    [PROJECT]: "ask: [{ tool: edit, path: package.json }]\n",
  });
  expect(rules).toEqual([
    ["user", "deny", { tool: "shell", command: "git push *" }, "~/permissions.yaml:7"],
    ["user", "allow", { tool: "shell", command: "npm test" }, "~/permissions.yaml:3"],
    ["user", "allow", { tool: "edit", path: "src/**" }, "~/permissions.yaml:4"],
    ["project", "ask", { tool: "edit", path: "package.json" }, ".agent/permissions.yaml:1"],
  ]);
  expect(mistakes).toEqual([]);
  expect(files.map(({ scope, file, sha256 }) => [scope, file, sha256?.length])).toEqual([
    ["global", OWN, 64],
    ["project", PROJECT, 64],
  ]);
});

test("a project allows nothing, and its other rules count without being vouched for", () => {
  const { rules } = loaded({
    [PROJECT]: "allow: [{ tool: shell }]\ndeny: [{ tool: shell, command: rm * }]\n",
  });
  expect(rules).toEqual([["project", "deny", { tool: "shell", command: "rm *" }, ".agent/permissions.yaml:2"]]);
});

const ALLOWED = "allow: [{ tool: read }]\n";
const DENIED = "deny: [{ tool: edit }]\n";

/** Text of the user's file, the first finding about it, and the rules that count. */
const BROKEN: readonly (readonly [
  what: string,
  text: string | Uint8Array,
  mistake: string,
  rules: readonly unknown[],
])[] = [
  ["an empty file", "", "", []],
  ["only comments", "# none yet\n", "", []],
  ["lists without items", "allow:\nask: null\ndeny: []\n", "", []],
  ["a mark of byte order and CRLF", `\ufeff${ALLOWED}${DENIED}`.replaceAll("\n", "\r\n"), "", ["deny", "allow"]],
  ["a misspelt list", `${ALLOWED}${DENIED}dney: []\n`, "error schema/unknown-key 3", ["deny"]],
  ["a misspelt field", `${ALLOWED}deny:\n  - { tol: shell, command: rm * }\n`, "error schema/unknown-key 3", ["deny"]],
  [
    "a list for a text",
    `${ALLOWED}deny: [{ tool: shell, command: [rm, -r] }]\n`,
    "error schema/wrong-type 2",
    ["deny"],
  ],
  ["a text for a rule", `${ALLOWED}${DENIED.replace("]", ", read]")}`, "error permission/text 2", ["deny"]],
  ["a version that does not exist yet", `version: 2\n${ALLOWED}${DENIED}`, "error schema/out-of-range 1", ["deny"]],
  ["an open bracket", `${DENIED}ask: [\n`, "error syntax/yaml 2", ["deny"]],
  ["a key twice", `${DENIED}${ALLOWED}${ALLOWED}`, "error syntax/duplicate-key 3", ["deny"]],
  [
    "a merge, which merges nothing",
    `${DENIED}allow: [{ <<: { command: npm test }, tool: shell }]\n`,
    "warning syntax/merge-key 2",
    ["deny"],
  ],
  [
    "an alias",
    "deny: [{ tool: &a edit, path: &b src }]\nask: [{ tool: read, path: *b }, { tool: *a }]\n",
    "",
    ["deny", "ask", "ask"],
  ],
  ["a list at the top", "- { tool: read }\n", "error syntax/not-a-mapping 1", []],
  ["bytes of a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), "error syntax/encoding 1", []],
  ["more than a mebibyte", `${DENIED}#${"x".repeat(1024 * 1024)}\n`, "error syntax/limit 1", []],
];

test.each(BROKEN)("%s", (_, text, mistake, effects) => {
  const { rules, mistakes } = loaded({ [OWN]: text });
  expect([mistakes[0] ?? "", rules.map(([, effect]) => effect)]).toEqual([
    mistake.replace(/ (\d+)$/, ` ${OWN}:$1`),
    effects,
  ]);
});

test("a rule that denies counts without the field that cannot be read: it denies more, not less", () => {
  const { rules } = loaded({ [OWN]: "deny: [{ tool: shell, command: [rm, -r] }]\n" });
  expect(rules.map(([, , rule]) => rule)).toEqual([{ tool: "shell" }]);
});

/** Files that cannot be read at all: names of files, and the finding. */
const UNREADABLE: readonly (readonly [what: string, files: Files, mistake: string])[] = [
  ["two files of one user", { [OWN]: DENIED, "~/.config/agent/permissions.json": "{}" }, "error layer/ambiguous-file"],
  ["a directory of that name", { [`${OWN}/`]: "" }, "error layer/unreadable"],
  ["a link that leads nowhere", { [OWN]: { to: "nowhere.yaml" } }, "error layer/unreadable"],
  [
    "a link out of the project",
    { [PROJECT]: { to: "../../elsewhere.yaml" }, "../elsewhere.yaml": DENIED },
    "error layer/leaves-project",
  ],
  [
    "a link in a project whose user follows none",
    {
      [GLOBAL]: "daemon: { follow_symlinks_for_configs: false }\n",
      [PROJECT]: { to: "../rules.yaml" },
      "rules.yaml": DENIED,
    },
    "warning layer/link-skipped",
  ],
];

test.each(UNREADABLE)("%s", (_, files, mistake) => {
  const { rules, mistakes } = loaded(files);
  expect([rules, mistakes.map((one) => one.replace(/ [^ ]*$/, ""))]).toEqual([[], [mistake]]);
});

test("a link of the user's own to a file elsewhere is followed", () => {
  const { rules } = loaded({
    [OWN]: { to: "../../dotfiles/permissions.yaml" },
    "~/dotfiles/permissions.yaml": ALLOWED,
  });
  expect(rules.map(([source, effect]) => [source, effect])).toEqual([["user", "allow"]]);
});

/** Options of the call, and the sources of the rules that it finds. */
const CHOICES: readonly (readonly [what: string, options: PermissionOptions, sources: readonly string[]])[] = [
  ["nothing named", {}, ["user", "project"]],
  ["no project", { project: false }, ["user"]],
  ["no user", { global: false }, ["project"]],
  ["another configuration of the user", { global: "other/config.yaml" }, ["user", "project"]],
  ["a directory as the project", { project: "sub" }, ["user", "project"]],
  ["the configuration of another project", { project: "sub/.agent/config.yaml" }, ["user", "project"]],
  ["a project without permissions", { project: "other" }, ["user"]],
];

test.each(CHOICES)("of %s", (_, options, sources) => {
  const { rules } = loaded(
    {
      [OWN]: ALLOWED,
      [PROJECT]: DENIED,
      "sub/.agent/permissions.json": '{ "ask": [{ "tool": "list" }] }',
      "other/permissions.yml": ALLOWED,
    },
    options,
  );
  expect(rules.map(([source]) => source)).toEqual(sources);
});

test("without a home there is no file of the user", () => {
  const at = machine({ [PROJECT]: DENIED });
  const { rules, diagnostics } = loadPermissions({ cwd: at.cwd, env: {} });
  expect([rules.map(({ source }) => source), diagnostics]).toEqual([["project"], []]);
});
