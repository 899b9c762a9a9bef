/** `agentcfg explain` about a call: which permission rule decides, where it stands, and what the agent does (P-S108). */
import { expect, test } from "vitest";
import { type Files, machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

const OWN = `version: 1
allow:
  - { tool: shell, command: "npm test" }
  - { tool: edit, path: "src/**" }
  - { server: github, tool: "list_*" }
deny:
  - { tool: shell, command: "git push *" }
`;
const FILES: Files = {
  "~/.config/agent/permissions.yaml": OWN,
  ".agent/permissions.yaml": "ask:\n  - { tool: edit, path: src/gen/** }\nallow:\n  - { tool: shell }\n",
};

interface Told {
  readonly outcome: string;
  readonly effect: string;
  readonly reason: string;
  readonly part?: string;
  readonly rule?: { readonly file: string; readonly line: number; readonly source: string };
  readonly parts?: readonly { readonly part: string; readonly effect: string }[];
  readonly mistakes: readonly { readonly rule: string }[];
}

async function told(call: string, files: Files = FILES, ...flags: readonly string[]): Promise<Told> {
  const { stdout, stderr } = await machine(files).run(["explain", call, "--format", "json", ...flags]);
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

/** A call, what happens, and the line of the rule that decides. */
const CALLS: readonly (readonly [call: string, outcome: string, rule: string])[] = [
  ["shell: npm test", "runs", "user 3"],
  ["shell:npm test", "runs", "user 3"],
  ["shell: npm ci", "asks", ""],
  ["shell: git push", "denied", "user 7"],
  ["shell: npm test && git push origin main", "denied", "user 7"],
  ["shell: sh -c 'git push'", "denied", "user 7"],
  ["shell: echo $(git push)", "denied", "user 7"],
  ["edit: src/main.ts", "runs", "user 4"],
  ["edit: ./src/../package.json", "asks", ""],
  ["edit: src/gen/api.ts", "asks", "project 2"],
  ["mcp: github list_issues", "runs", "user 5"],
  ["mcp: github/list_issues", "runs", "user 5"],
  ["mcp__github__list_issues", "runs", "user 5"],
  ["mcp: github create_issue", "asks", ""],
  ["mcp: gitlab list_issues", "asks", ""],
  ["delegate", "runs", ""],
  ["read: src/main.ts", "runs", ""],
  ["list: .", "runs", ""],
  ["search: ../elsewhere", "asks", ""],
  ["read: /etc/hosts", "asks", ""],
];

test.each(CALLS)("%s: %s %s", async (call, outcome, rule) => {
  const story = await told(call);
  const { source, line } = story.rule ?? {};
  expect([story.outcome, source === undefined ? "" : `${source} ${line}`]).toEqual([outcome, rule]);
});

test("a command is explained part by part", async () => {
  const { part, parts } = await told("shell: npm test; npm ci | git push");
  expect(part).toBe("git push");
  expect(parts?.map(({ part: one, effect }) => [one, effect])).toEqual([
    ["npm test", "allow"],
    ["npm ci", "none"],
    ["git push", "deny"],
  ]);
});

/** The matcher of the user's configuration, and what happens to a call that no rule names, and to one that is denied. */
const MATCHERS: readonly (readonly [matcher: string, unnamed: string, denied: string])[] = [
  ["standard", "asks", "denied"],
  ["bypass_plus", "runs", "denied"],
  ["bypass", "runs", "runs"],
  ["autonomous", "classified", "denied"],
];

test.each(MATCHERS)("with the matcher %s", async (matcher, unnamed, denied) => {
  const files = { ...FILES, [GLOBAL]: `version: 3\ndefault_permission_matcher: ${matcher}\n` };
  expect((await told("shell: ls", files)).outcome).toBe(unnamed);
  expect((await told("shell: git push", files)).outcome).toBe(denied);
});

/** With `secret_files: [.env, "*.pem"]`: a call, and what happens under every matcher. */
test.each([
  ["read: .env", "asks"],
  ["edit: src/key.pem", "asks"],
  ["shell: cat .env", "asks"],
  ["shell: npm test .env", "asks"],
  ["shell: git push .env", "denied"],
  ["read: src/main.ts", "runs"],
])("%s: %s, where files are secret", async (call, outcome) => {
  for (const matcher of ["standard", "bypass_plus", "autonomous"]) {
    const config = `version: 3\ndefault_permission_matcher: ${matcher}\npermissions: { secret_files: [.env, "*.pem"] }\n`;
    const story = await told(call, { ...FILES, [GLOBAL]: config });
    expect([matcher, story.outcome]).toEqual([matcher, outcome]);
    if (outcome === "asks")
      expect([story.reason, story.rule]).toEqual([expect.stringMatching(/names a secret file/), undefined]);
  }
});

test("a project that its user does not vouch for cannot choose a weaker matcher", async () => {
  const files = { ...FILES, [GLOBAL]: "version: 3\n", ".agent/config.yaml": "default_permission_matcher: bypass\n" };
  expect((await told("shell: git push", files)).outcome).toBe("denied");
});

test("mistakes in the files are told, because a file with one allows nothing", async () => {
  const story = await told("shell: npm test", { "~/.config/agent/permissions.yaml": `${OWN}alow: []\n` });
  expect([story.outcome, story.mistakes.map(({ rule }) => rule)]).toEqual(["asks", ["schema/unknown-key"]]);
});

test("as text", async () => {
  const { stdout } = await machine(FILES).run(["explain", "shell: npm test && git push"]);
  expect(stdout).toBe(`shell: npm test && git push
  outcome  never runs
  because  a rule denies it
  rule     deny { tool: shell, command: "git push *" }
           at ~/.config/agent/permissions.yaml:7 (user)
  part     git push
  parts    npm test: allow at ~/.config/agent/permissions.yaml:3
           git push: deny at ~/.config/agent/permissions.yaml:7
  problem  error[permission/project-allows]: the permissions of a project must not allow anything (.agent/permissions.yaml:3:1)
`);
});

test("without permission rules", async () => {
  const { stdout } = await machine({}).run(["explain", "shell: ls"]);
  expect(stdout).toBe("shell: ls\n  outcome  asks first\n  because  there are no permission rules here\n");
});

/** What is no call, and the answer. */
const MISTAKES: readonly (readonly [call: string, answer: string])[] = [
  ["bash: ls", "agentcfg: there is no tool `bash`; did you mean `shell`?\n"],
  ["shel: ls", "agentcfg: there is no tool `shel`; did you mean `shell`?\n"],
  ["shell:", "agentcfg: write the command behind it: `shell: git push`\n"],
  ["edit:", "agentcfg: write the file behind it: `edit: src/main.ts`\n"],
  ["mcp: github", "agentcfg: a tool of a server is `mcp: SERVER TOOL`, such as `mcp: github create_issue`\n"],
];

test.each(MISTAKES)("%s", async (call, answer) => {
  const { code, stdout, stderr } = await machine(FILES).run(["explain", call]);
  expect([code, stdout, stderr]).toEqual([2, "", answer]);
});

/** Words without a tool before them, and the call that they may mean. */
const COMMANDS: readonly (readonly [text: string, code: number, answer: string])[] = [
  ["npm test", 1, 'a configuration has no `["npm test"]`; did you mean the call `shell: npm test`?'],
  ["./a.sh x", 1, 'a configuration has no `["/a"]["sh x"]`; did you mean the call `shell: ./a.sh x`?'],
  ["edit src/x", 1, 'a configuration has no `["edit src/x"]`; did you mean the call `edit: src/x`?'],
  ['rm -rf "x"', 2, '`rm -rf "x"` is not a path; did you mean the call `shell: rm -rf "x"`?'],
  ["nope", 1, "a configuration has no `nope`"],
  ["models.a b.nope", 1, 'a configuration has no `models["a b"].nope`'],
  ["models[a b].nope", 1, 'a configuration has no `models["a b"].nope`'],
];

test.each(COMMANDS)("words that are no path: %s", async (text, code, answer) => {
  expect(await machine(FILES).run(["explain", text])).toEqual({ code, stdout: "", stderr: `agentcfg: ${answer}\n` });
});

test("a path of the configuration is still a path", async () => {
  const { stdout } = await machine({ [GLOBAL]: "version: 3\n" }).run(["explain", "daemon.retry"]);
  expect(stdout).toMatch(/^daemon\.retry\n/);
});

test("`bypass_plus` asks about what no rule denies while a file has errors", async () => {
  const files = { [GLOBAL]: "version: 3\ndefault_permission_matcher: bypass_plus\n" };
  const broken = { ...files, "~/.config/agent/permissions.yaml": "[[[\n" };
  expect(await told("shell: git push", broken)).toMatchObject({
    ...{ outcome: "asks", effect: "none", reason: "a file of permissions has errors" },
  });
  const allowing = { ...files, ".agent/permissions.yaml": "allow:\n  - { tool: shell }\n" };
  expect((await told("shell: git push", allowing)).outcome).toBe("runs");
  expect((await told("shell: git push", { ...broken, [GLOBAL]: "version: 3\n" })).outcome).toBe("asks");
});
