/** A policy that is open in an editor: the findings of `agentcfg lint --policy`, and which files are policies. */
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { slowCases } from "../cases.js";
import { runHere } from "../machine/run.js";
import { POLICY } from "./server.js";
import { type Begun, begin, PROJECT } from "./texts.js";

const NAME = "work/agentcfg/policy.yaml";

/** The findings of the editor as the command prints them. */
async function told({ client, at }: Begun, name: string, version = 1): Promise<readonly string[]> {
  const { diagnostics } = await client.findingsOf(at(name), version);
  return diagnostics.map(({ range: { start }, message, code }) => {
    return `${start.line + 1}:${start.character + 1}: ${String(code)}: ${String(message).split("\n")[0]}`;
  });
}

/** What `agentcfg lint --policy` prints about the same bytes. */
async function printed({ directory }: Begun, name: string, text: string): Promise<readonly string[]> {
  const host = nodeHost({ cwd: directory, env: { HOME: directory } });
  const file = join(directory, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  const { stderr } = await runHere(["lint", "--policy", file], host);
  return stderr
    .split("\n")
    .flatMap((line) => /policy[^:]*\.\w+:(\d+:\d+): (.*)$/.exec(line)?.slice(1).join(": policy/unusable: ") ?? []);
}

const TEXTS: readonly (readonly [string, string])[] = [
  ["an unknown key with a suggestion", "allow: { host: [a.example] }\n"],
  ["an unknown section", "alow:\n  hosts: []\n"],
  ["an unknown key like no other", "zebra: 1\n"],
  ["a text for a list", "allow:\n  hosts: a.example\n"],
  ["no value", "allow:\n  hosts:\n"],
  ["a text for a truth value", "require:\n  exact_versions: yes\n"],
  ["an unknown value with a suggestion", "allow: { permission_matchers: [standart] }\n"],
  ["an unknown value like no other", "allow: { permission_matchers: [strict] }\n"],
  ["a pattern that does not fit", "allow:\n  provider_kinds: [openai]\n  hosts: ['https://a.example/v1']\n"],
  ["two equal keys", "allow: {}\nrequire: {}\nallow: {}\n"],
  ["several mistakes", "contact: ''\nallow: { commands: npx, packages: ['@'] }\nrequire: [a]\nhosts: []\n"],
  ["a key of a configuration", "providers: { acme: { url: 'https://a.example' } }\nversion: 3\n"],
  ["broken brackets", "allow: { hosts: [a.example\n"],
  ["a key that is being typed", "allow:\n  hosts:\n    - a.example\n  comm\n"],
  ["wrong indentation", "allow:\n  hosts: []\n commands: []\n"],
  ["a list", "- hosts\n"],
  ["a word", "hosts\n"],
  ["a tab", "allow:\n\thosts: []\n"],
  ["a NUL", "allow: {}\u0000\n"],
  ["letters like others", "аllow: {}\n"],
  ["CRLF and a byte order mark", "\ufeffallow:\r\n  hosts: a\r\n  command: []\r\n"],
  ["an alias", "allow: { hosts: &a [b], commands: *a, packages: *c }\n"],
  ["a credential", "allow: { sk-ant-api03-CANARYCANARYCANARYCANARYCANARYCANARY: 1 }\n"],
  ["a megabyte and more", `# ${"x".repeat(1024 * 1024)}\nallow: 1\n`],
];

test.each(TEXTS)("YAML: %s", async (_, text) => {
  const begun = await begin({});
  begun.client.open(begun.at(NAME), text);
  const expected = await printed(begun, NAME, text);
  expect(expected).not.toEqual([]);
  expect(await told(begun, NAME)).toEqual(expected);
  expect(begun.client.transcript).not.toContain("CANARY");
});

test.each([
  ["nothing", ""],
  ["a comment", "# later\n"],
  ["a policy", "contact: me@acme.example\nallow: { hosts: [a.example] }\n"],
])("no finding: %s", async (_, text) => {
  const begun = await begin({});
  begun.client.open(begun.at(NAME), text);
  expect([await told(begun, NAME), await printed(begun, NAME, text)]).toEqual([[], []]);
});

const JSON_TEXTS: readonly (readonly [string, string])[] = [
  ["an unknown key", '{ "allow": { "host": [] } }\n'],
  ["a value of another type", '{\n  "require": { "secret_files": ".env" }\n}\n'],
  ["a comma too many", '{ "allow": {}, }\n'],
  ["a comment", '// later\n{ "allow": {} }\n'],
  ["a key that is being typed", '{\n  "allow": {\n    "ho\n  }\n}\n'],
  ["nothing", ""],
  ["a policy", '{ "$schema": "./policy.schema.json", "require": { "exact_versions": true } }\n'],
];

test.each(["json", "jsonc"])("%s", async (ending) => {
  for (const [, text] of JSON_TEXTS) {
    const name = `work/agentcfg/policy.${ending}`;
    const begun = await begin({});
    begun.client.open(begun.at(name), text);
    expect([text, await told(begun, name)]).toEqual([text, await printed(begun, name, text)]);
  }
});

test("random edits of a policy", { timeout: 600_000 }, async () => {
  const beginning = readFileSync("docs/policy.md", "utf8").match(/```yaml\n(.*?)```/s)?.[1] ?? "";
  const begun = await begin({});
  let version = 1;
  begun.client.open(begun.at(NAME), beginning);
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    gone: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
    come: fc.oneof(
      fc.constantFrom("", "a", "\n", "\n  ", "  - ", '"', "{", "]", ": ", "# ", "\r\n", "é", "🦊", "null"),
      fc.string({ maxLength: 4 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      let text = beginning;
      for (const { at, gone, come } of edits) {
        const from = Math.floor(at * text.length);
        text = `${text.slice(0, from)}${come}${text.slice(from + gone)}`.toWellFormed();
      }
      version += 1;
      begun.client.change(begun.at(NAME), text, version);
      expect(await told(begun, NAME, version)).toEqual(await printed(begun, NAME, text));
    }),
    { numRuns: slowCases(500) },
  );
});

const WRONG = "alow: {}\n";

/** Whether the server has findings about a text, and so takes it for a policy. The check after it shows that it has been checked. */
async function isPolicy(begun: Begun, name: string, text: string): Promise<boolean> {
  const { client, at } = begun;
  client.open(at(name), text);
  client.open(at(PROJECT), "version: 3\n");
  await client.findingsOf(at(PROJECT), 1);
  client.change(at(PROJECT), "version: 3\n\n", 2);
  await client.findingsOf(at(PROJECT), 2);
  return client.findings(at(name)) !== undefined;
}

test.each([
  ["work/agentcfg/policy.yaml", WRONG, true],
  ["work/agentcfg/policy.yml", WRONG, true],
  ["work/agentcfg/policy.json", '{ "alow": {} }', true],
  [POLICY, WRONG, true],
  ["work/agentcfg/policies.yaml", WRONG, false],
  ["work/agentcfg/policy.toml", WRONG, false],
  ["work/agentcfg/policy.yaml.bak", WRONG, false],
  ["work/policy.yaml", WRONG, false],
  ["work/agentcfg/deep/policy.yaml", WRONG, false],
  ["work/new.yaml", `# yaml-language-server: $schema=./policy.schema.json\n${WRONG}`, true],
  [
    "work/new.yaml",
    `\ufeff# ours\r\n\r\n# yaml-language-server: $schema=/etc/agentcfg/policy.schema.json\r\n${WRONG}`,
    true,
  ],
  ["work/new.yaml", `# $schema: policy.schema.json\n${WRONG}`, true],
  [
    "work/new.yaml",
    `# yaml-language-server: $schema=https://cdn.example/agentcfg/schema/policy.schema.json\n${WRONG}`,
    true,
  ],
  ["work/new.yaml", `# yaml-language-server: $schema=https://other.example/policy.schema.json\n${WRONG}`, false],
  ["work/new.yaml", `# yaml-language-server: $schema=./network-policy.schema.json\n${WRONG}`, false],
  ["work/new.yaml", `${WRONG}# yaml-language-server: $schema=./policy.schema.json\n`, false],
  ["work/new.yaml", `$schema: ./policy.schema.json\n${WRONG}`, true],
  ["work/new.json", '{ "alow": {}, "$schema": "./policy.schema.json" }', true],
  ["work/new.json", '{ "$schema": "./policy.schema.json", "alow": {', true],
  ["work/new.json", '{ "a": { "$schema": "./policy.schema.json" } }', false],
  ["work/new.json", '{ "$schema": "./other.schema.json", "alow": {} }', false],
  ["work/new.md", `# yaml-language-server: $schema=./policy.schema.json\n${WRONG}`, false],
  ["work/new.yaml", "", false],
  ["work/new.yaml", "[".repeat(100_000), false],
])("%s, %j: %s", async (name, text, expected) => {
  expect(await isPolicy(await begin({}), name, text)).toBe(expected);
});

test("the machine's own policy is one under any name", async () => {
  const begun = await begin({ [POLICY]: WRONG });
  symlinkSync(join(begun.directory, POLICY), join(begun.directory, "rules.conf"));
  expect(await isPolicy(begun, "rules.conf", WRONG)).toBe(true);
});

test("a configuration that names the schema of policies stays a configuration", async () => {
  const { client, at } = await begin({});
  client.open(at(PROJECT), "# yaml-language-server: $schema=./policy.schema.json\nversion: 3\ntui: { theme: 7 }\n");
  const { diagnostics } = await client.findingsOf(at(PROJECT), 1);
  expect(diagnostics.map(({ code }) => code)).toEqual(["schema/wrong-type"]);
});

test("a policy that every user may write is not used, and closing it clears its findings", async () => {
  const begun = await begin({ [NAME]: "allow: {}\n" });
  chmodSync(join(begun.directory, NAME), 0o666);
  begun.client.open(begun.at(NAME), "allow: { hosts: [] }\n");
  expect(await told(begun, NAME)).toEqual([
    "1:1: policy/unusable: this policy cannot be used: every user of this machine may write it; `chmod o-w` mends that",
  ]);
  begun.client.notify("textDocument/didClose", { textDocument: { uri: begun.at(NAME) } });
  await begun.client.until(() => begun.client.findings(begun.at(NAME))?.diagnostics.length === 0);
});

test.each([
  ["all", WRONG, 1],
  ["beyond-schema", WRONG, 0],
  ["off", WRONG, 0],
])("with %s, a mistake of the schema gives so many findings: %j, %i", async (diagnostics, text, expected) => {
  const { client, at } = await begin({}, { initializationOptions: { diagnostics } });
  client.open(at(NAME), text);
  expect((await client.findingsOf(at(NAME), 1)).diagnostics).toHaveLength(expected);
});

const FAR = 'version: 3\nmcp_servers: { far: { transport: http, url: "https://evil.test/mcp" } }\n';
const NOTHING_ALLOWED = "allow: { hosts: [] }\n";

test.each(["work/agentcfg/policy.yaml", "work/.agent/policy.yaml", "etc/agentcfg/policy.yml"])(
  "%s is in force for no configuration, open or saved",
  async (name) => {
    const begun = await begin({ [name]: NOTHING_ALLOWED, [PROJECT]: FAR });
    const { client, at } = begun;
    client.open(at(name), `# yaml-language-server: $schema=./policy.schema.json\n${NOTHING_ALLOWED}`);
    client.open(at(PROJECT), FAR);
    expect(await told(begun, name)).toEqual([]);
    expect(await told(begun, PROJECT)).toEqual([]);
    client.notify("textDocument/didSave", { textDocument: { uri: at(name) } });
    client.change(at(PROJECT), `${FAR}\n`, 2);
    expect(await told(begun, PROJECT, 2)).toEqual([]);
  },
);

test("the machine's policy judges configurations as it is saved, not as it is typed", async () => {
  const begun = await begin({ [POLICY]: "allow: { hosts: [evil.test] }\n", [PROJECT]: FAR });
  const { client, at, directory } = begun;
  client.open(at(PROJECT), FAR);
  client.open(at(POLICY), "allow: { hosts: [evil.test] }\n");
  expect(await told(begun, PROJECT)).toEqual([]);
  client.change(at(POLICY), NOTHING_ALLOWED, 2);
  client.change(at(PROJECT), `${FAR}\n`, 2);
  expect(await told(begun, PROJECT, 2)).toEqual([]);
  writeFileSync(join(directory, POLICY), NOTHING_ALLOWED);
  client.notify("textDocument/didSave", { textDocument: { uri: at(POLICY) } });
  await client.until(() => client.findings(at(PROJECT))?.diagnostics[0]?.code === "policy/forbidden-host");
  client.change(at(POLICY), "alow: {}\n", 3);
  expect(await told(begun, POLICY, 3)).toHaveLength(1);
  expect(client.findings(at(PROJECT))?.diagnostics).toHaveLength(1);
});
