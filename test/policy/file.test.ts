/** The file of a policy: none, an empty one and one with a mistake are three things, and options of a user add to it only. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { lintSettings } from "../../src/toolkit/lint-settings.js";
import { watch } from "../../src/toolkit/watch.js";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, POLICY, PROJECT } from "../machine/names.js";

const FAR = 'version: 3\nproviders: { far: { kind: { type: custom_beta_compatible }, url: "https://evil.test/v1" } }\n';
const HOSTS = "allow: { hosts: [llm.acme.example] }\n";

const rulesOf = (at: Machine): readonly string[] =>
  at
    .lint()
    .diagnostics.map(({ rule }) => rule)
    .filter((rule) => rule.startsWith("policy/"));

test.each<readonly [string, Files, readonly string[]]>([
  ["no file", {}, []],
  ["an empty file", { [POLICY]: "" }, []],
  ["a comment", { [POLICY]: "# later\n" }, []],
  ["a policy", { [POLICY]: HOSTS }, ["policy/forbidden-host"]],
  [
    "with a byte order mark and CRLF",
    { [POLICY]: `\uFEFF${HOSTS.replaceAll("\n", "\r\n")}` },
    ["policy/forbidden-host"],
  ],
  ["JSON in YAML", { [POLICY]: '{"allow":{"hosts":["llm.acme.example"]}}' }, ["policy/forbidden-host"]],
  ["a link", { [POLICY]: { to: "other.yaml" }, "/etc/agentcfg/other.yaml": HOSTS }, ["policy/forbidden-host"]],
])("%s", async (_, files, expected) => {
  const at = machine({ [GLOBAL]: FAR, ...files });
  expect(rulesOf(at)).toEqual(expected);
  expect((await at.load()).ok).toBe(expected.length === 0);
  expect((await at.run(["lint"])).code).toBe(expected.length === 0 ? 0 : 1);
});

const LONG = `# ${"x".repeat(2 * 1024 * 1024)}\n`;

test.each<readonly [string, Files, string]>([
  [
    "an unknown key",
    { [POLICY]: "allow: { host: [a.example] }\n" },
    "policy.yaml:1:10: this policy cannot be used: unknown key `host` in `allow`; did you mean `hosts`?",
  ],
  [
    "a value of another type",
    { [POLICY]: "allow: { hosts: a.example }\n" },
    "policy.yaml:1:17: this policy cannot be used: `allow.hosts` must be a list, not a string",
  ],
  [
    "no value",
    { [POLICY]: "allow:\n  hosts:\n" },
    "policy.yaml:2:3: this policy cannot be used: `allow.hosts` must be a list, not null",
  ],
  [
    "an address",
    { [POLICY]: 'allow: { hosts: ["https://a.example"] }\n' },
    "policy.yaml:1:18: this policy cannot be used: `https://a.example` is not a host",
  ],
  [
    "an unknown strategy",
    { [POLICY]: "allow: { permission_matchers: [standart] }\n" },
    "policy.yaml:1:32: this policy cannot be used: `allow.permission_matchers[0]` cannot be `standart`; did you mean `standard`?",
  ],
  [
    "a strategy like no other",
    { [POLICY]: "allow: { permission_matchers: [strict] }\n" },
    "policy.yaml:1:32: this policy cannot be used: `allow.permission_matchers[0]` cannot be `strict`; one of `standard`, `bypass`, `bypass_plus` or `autonomous`",
  ],
  [
    "an unknown kind of provider",
    { [POLICY]: "allow: { provider_kinds: [openai] }\n" },
    "policy.yaml:1:27: this policy cannot be used: `openai` is not a kind of provider; the kinds are `catalog`, `catalog/NAME` for one entry",
  ],
  ["two equal keys", { [POLICY]: "allow: {}\nallow: {}\n" }, "policy.yaml:2:1: this policy cannot be used"],
  ["broken YAML", { [POLICY]: "allow: [\n" }, "this policy cannot be used"],
  ...["- hosts\n", "hosts\n", "42\n"].map((text): [string, Files, string] => [
    `the file ${JSON.stringify(text)}`,
    { [POLICY]: text },
    "policy.yaml:1:1: this policy cannot be used: a policy is a mapping with keys such as `allow` and `require`",
  ]),
  [
    "a colon without a space",
    { [POLICY]: "contact:me\n" },
    "policy.yaml:1:1: this policy cannot be used: a configuration is a mapping of keys to values, but this file contains a single value; ",
  ],
  ["a byte that is no text", { [POLICY]: new Uint8Array([0x61, 0xff]) }, "policy.yaml:1:2: this policy cannot be used"],
  ["a NUL", { [POLICY]: "allow: {}\0\n" }, "policy.yaml:1:10: this policy cannot be used"],
  ["two megabytes", { [POLICY]: LONG }, "policy.yaml:1:1: this policy cannot be used"],
  ["a directory", { [`${POLICY}/`]: "" }, "policy.yaml:1:1: this policy cannot be used: it is a directory"],
  [
    "a link to nothing",
    { [POLICY]: { to: "nothing" } },
    "policy.yaml:1:1: this policy cannot be used: it is a link to a file that does not exist",
  ],
])("%s is an error, never no policy", async (_, files, expected) => {
  const at = machine({ [GLOBAL]: "version: 3\n", ...files });
  const { diagnostics, ok } = await at.load();
  expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(new Set(["policy/unusable"]));
  expect(ok).toBe(false);
  expect(rulesOf(at).length).toBeGreaterThan(0);
  for (const command of [
    ["lint"],
    ["lint", "--format", "json"],
    ["explain", "--policy"],
    ["explain", "tui.theme"],
    ["review"],
  ]) {
    const { code, stderr, stdout } = await at.run(command);
    expect(stderr).toContain(expected);
    expect([code, stdout]).toEqual([2, ""]);
  }
});

test("a policy that every user of the machine may write is not used", async () => {
  const at = machine({ [GLOBAL]: "version: 3\n", [POLICY]: HOSTS });
  chmodSync(at.path(POLICY), 0o666);
  expect((await at.run(["lint"])).stderr).toContain("every user of this machine may write it; `chmod o-w` mends that");
  expect((await at.load()).ok).toBe(false);
  chmodSync(at.path(POLICY), 0o664);
  expect((await at.load()).ok).toBe(true);
});

test("a named policy holds in addition to the machine's, and cannot replace it", async () => {
  const at = machine({
    [GLOBAL]: FAR,
    [POLICY]: HOSTS,
    "loose.yaml": "",
    "kinds.yaml": "allow: { provider_kinds: [catalog] }\n",
  });
  const rules = async (policy: string): Promise<readonly string[]> => {
    const { stdout } = await at.run(["lint", "--policy", policy, "--format", "json"]);
    return JSON.parse(stdout).diagnostics.map(({ rule }: { readonly rule: string }) => rule);
  };
  expect(await rules("loose.yaml")).toEqual(["policy/forbidden-host"]);
  expect(await rules("kinds.yaml")).toEqual(["policy/forbidden-provider", "policy/forbidden-host"]);
  expect((await at.run(["lint", "--policy", "none.yaml"])).code).toBe(2);
  const { diagnostics, ok } = await at.load({ policy: "kinds.yaml" });
  expect([ok, diagnostics.map(({ rule }) => rule)]).toEqual([
    false,
    ["policy/forbidden-provider", "policy/forbidden-host"],
  ]);
});

test("one value that two policies forbid is one finding with a line of each", () => {
  const at = machine({
    [GLOBAL]: FAR,
    [POLICY]: HOSTS,
    "own.yaml": "contact: me@acme.example\nallow: { hosts: [] }\n",
  });
  const { diagnostics } = at.lint({ policy: "own.yaml" });
  expect(diagnostics.map(({ rule, related }) => [rule, related.map(({ range }) => range.start.line)])).toEqual([
    ["policy/forbidden-host", [1, 2]],
  ]);
  expect(diagnostics[0]?.help).toBe("ask `me@acme.example` about this policy");
});

test.each([
  ["--ignore", "policy"],
  ["--ignore", "policy/forbidden-host"],
  ["--select", "schema"],
  ["--severity", "policy=info"],
  ["--severity", "policy/forbidden-host=warning"],
  ["--no-ignores"],
  ["--baseline", "base.json"],
  ["--quiet"],
])("lint %s %s hides no violation", async (...options) => {
  const at = machine({ [GLOBAL]: FAR, [POLICY]: HOSTS });
  await at.run(["lint", "--baseline", "base.json", "--update-baseline"]);
  const { code, stdout } = await at.run(["lint", ...options]);
  expect(stdout).toContain("error[policy/forbidden-host]");
  expect(code).toBe(1);
});

test("the user's settings of lint and a comment in their own file hide none", async () => {
  const at = machine({
    [GLOBAL]: `# agentcfg-ignore-file policy/forbidden-host -- mine\n${FAR}`,
    "~/.config/agentcfg/lint.yaml": "ignore: [policy]\nseverity: { policy: info }\n",
    [POLICY]: HOSTS,
  });
  const { stdout, code } = await at.run(["lint"]);
  expect(stdout).toContain("error[policy/forbidden-host]");
  expect(stdout).toContain("error[suppress/not-allowed]");
  expect(code).toBe(1);
  const settings = lintSettings({ ignore: ["policy"], severity: { policy: "info" } });
  const { diagnostics } = at.lint({ settings, ignores: true });
  expect(diagnostics.filter(({ rule }) => rule === "policy/forbidden-host").map(({ severity }) => severity)).toEqual([
    "error",
  ]);
});

test("a value of a substitution is judged when it is loaded, at its place and without its text", async () => {
  const text = 'version: 3\nproviders: { far: { kind: { type: custom_beta_compatible }, url: "${GATEWAY}/v1" } }\n';
  const at = machine({ [GLOBAL]: text, [POLICY]: HOSTS }, { env: { GATEWAY: "https://canary.test" } });
  expect(rulesOf(at)).toEqual([]);
  const { ok, diagnostics, findings } = await at.load();
  const own = diagnostics.filter(({ rule }) => rule.startsWith("policy/"));
  expect(ok).toBe(false);
  expect(own.map(({ rule, path, range }) => [rule, path, range.start.line])).toEqual([
    ["policy/forbidden-host", "/providers/far/url", 2],
  ]);
  expect(own.map(({ related }) => related.length)).toEqual([1]);
  expect(JSON.stringify([diagnostics, findings().diagnostics])).not.toContain("canary");
});

test("a withheld value of a project is a violation, too", async () => {
  const at = machine({
    [GLOBAL]: "version: 3\n",
    [PROJECT]: 'version: 3\nmcp_servers: { far: { transport: http, url: "https://evil.test/mcp" } }\n',
    [POLICY]: HOSTS,
  });
  const { ok, diagnostics, withheld } = await at.load({ projectTrust: "untrusted" });
  expect(withheld.map(({ path }) => path)).toEqual(["/mcp_servers/far"]);
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ rule }) => rule)).toEqual([
    "policy/forbidden-host",
  ]);
  expect(ok).toBe(false);
});

test("a user without a global file lacks what a policy requires, which lint of a project alone does not know", async () => {
  const at = machine({ [PROJECT]: "version: 3\n", [POLICY]: 'require: { secret_files: [".env*"] }\n' });
  const { diagnostics, unchecked } = at.lint();
  expect([diagnostics.map(({ rule }) => rule), unchecked]).toEqual([[], 1]);
  const loaded = await at.load();
  expect([loaded.ok, loaded.diagnostics.map(({ rule }) => rule)]).toEqual([false, ["policy/unguarded-files"]]);
});

test("explain prints the policies in force, and the line that binds a key", async () => {
  const at = machine({ [GLOBAL]: FAR, [POLICY]: `contact: security@acme.example\n${HOSTS}` });
  const { stdout } = await at.run(["explain", "--policy"]);
  expect(stdout).toContain("contact security@acme.example");
  expect(stdout).toMatch(/^sha256 [0-9a-f]{64}$/m);
  expect(stdout).toMatch(/^allow\.hosts: \["llm\.acme\.example"\]\n {4}The hosts of addresses: /m);
  const json = JSON.parse((await at.run(["explain", "--policy", "--format", "json"])).stdout);
  expect(json.policies[0].keys).toMatchObject([
    {
      ...{ key: "allow.hosts", value: ["llm.acme.example"], line: 2, column: 10 },
      meaning: expect.stringContaining("The hosts of addresses: `api.acme.example`"),
    },
  ]);
  const bound = JSON.parse((await at.run(["explain", "providers.far.url", "--format", "json"])).stdout);
  expect(bound.policy).toMatchObject([{ key: "allow.hosts", line: 2 }]);
  expect((await at.run(["explain", "tui.theme"])).stdout).not.toContain("policy");
  expect((await at.run(["doctor"])).stdout).toContain("a policy of an organisation is in force");
  rmSync(at.path(POLICY));
  expect(await at.run(["explain", "--policy"])).toMatchObject({ code: 0, stdout: "" });
  expect((await at.run(["doctor"])).stdout).toContain("no policy of an organisation is in force");
  expect((await at.run(["explain"])).code).toBe(2);
});

test("review lists what breaks the policy first", async () => {
  const at = machine({
    [GLOBAL]: "version: 3\n",
    [PROJECT]: 'version: 3\nmcp_servers: { far: { transport: http, url: "https://evil.test/mcp" } }\n',
    [POLICY]: HOSTS,
  });
  const { stdout, code } = await at.run(["review"]);
  expect(stdout).toMatch(
    /^breaks the policy\n {2}the policy does not allow the host `evil\.test` \(\S+\s*\S*policy\.yaml:1\)\n/,
  );
  expect(code).toBe(0);
  expect((await at.run(["review", "--format", "markdown"])).stdout).toMatch(
    /^\*\*This project breaks the policy:\*\*\n\n- the policy does not allow the host `evil\.test` \(\S+policy\.yaml:1\) \(/,
  );
});

test.each(["a`@octocat`b", "a`[x](//evil.test)`b", "a`www.evil.test`b", "a``b", "`", "a`<img src=x>`b", "a`_b_`c"])(
  "review writes a name with backticks into Markdown as code alone: %s",
  async (command) => {
    const at = machine({
      [GLOBAL]: "version: 3\n",
      [PROJECT]: `version: 3\nmcp_servers: { own: { transport: stdio, command: ${JSON.stringify(command)} } }\n`,
      [POLICY]: "allow: { commands: [npx] }\n",
    });
    const [, line = ""] = (await at.run(["review", "--format", "markdown"])).stdout.split("\n\n");
    expect(line).toMatch(/^- (`+) the policy does not allow [^\n]*policy\.yaml:1\) \1 \(/);
  },
);

test("a policy shows no secret of its own or of a configuration", async () => {
  const secret = "sk-ant-api03-CANARYCANARYCANARYCANARYCANARYCANARY";
  const at = machine({
    [GLOBAL]: `version: 3\nproviders: { far: { kind: { type: custom_beta_compatible }, url: "https://${secret}.test/v1" } }\n`,
    [POLICY]: `allow: { hosts: [${secret}], unknown: "${secret}" }\n`,
  });
  for (const command of [["lint"], ["lint", "--format", "json"], ["doctor"], ["explain", "--policy"]]) {
    const { stdout, stderr } = await at.run(command);
    expect(`${stdout}${stderr}`.toLowerCase()).not.toContain("canary");
  }
});

test("a policy that appears, changes or goes is in force with the next look of a watch", async () => {
  const at = machine({ [GLOBAL]: FAR });
  const stop = new AbortController();
  const texts = [HOSTS, "allow: { hosts: [evil.test] }\n", "alow: {}\n", undefined];
  const pause = (): Promise<void> => {
    if (texts.length === 0) stop.abort();
    const text = texts.shift();
    mkdirSync(dirname(at.path(POLICY)), { recursive: true });
    if (text === undefined) rmSync(at.path(POLICY), { force: true });
    else writeFileSync(at.path(POLICY), text);
    return Promise.resolve();
  };
  const seen: string[] = [];
  for await (const { result, config } of watch({ host: at.host, pause, signal: stop.signal })) {
    const errors = result.diagnostics.filter(({ severity }) => severity === "error");
    seen.push(`${result.ok} ${errors.map(({ rule }) => rule)}`);
    // The last configuration that loaded stays.
    expect(Object.keys(config?.providers ?? {})).toEqual(["far"]);
    if (seen.length === 5) stop.abort();
  }
  expect(seen).toEqual(["true ", "false policy/forbidden-host", "true ", "false policy/unusable", "true "]);
});

test("a project that makes a value of its user's forbidden is blamed at what it wrote", () => {
  const at = machine({
    [GLOBAL]: "version: 3\nmcp_servers: { a: { transport: stdio, command: node, args: [server.js] } }\n",
    [PROJECT]: "version: 3\nmcp_servers: { a: { command: npx } }\n",
    [POLICY]: "allow: { packages: ['@acme/*'] }\n",
  });
  const own = at.lint().diagnostics.filter(({ rule }) => rule.startsWith("policy/"));
  expect(own.map(({ rule, layer, path }) => [rule, layer, path])).toEqual([
    ["policy/forbidden-package", "project", "/mcp_servers/a/command"],
  ]);
  expect(own[0]?.related.map(({ file }) => file.replace(/^.*(?=\/)/, ""))).toEqual(["/config.yaml", "/policy.yaml"]);
});

test("thousands of entries on both sides, and names of any length, take no long time and no exception", () => {
  const many = (name: (index: number) => string): string =>
    Array.from({ length: 8000 }, (_, index) => name(index)).join(", ");
  const at = machine({
    [GLOBAL]: `version: 3\nproviders: { ${many((index) => `p${index}: { kind: { type: custom_beta_compatible }, url: "https://h${index}.test" }`)}, long: { kind: { type: custom_beta_compatible }, url: "https://${"a.".repeat(50_000)}test" } }\n`,
    [POLICY]: `allow: { hosts: [${many((index) => `h${index}.test`)}], packages: [${many((index) => `"*p${index}*"`)}] }\n`,
  });
  expect(rulesOf(at)).toEqual(["policy/forbidden-host"]);
});
