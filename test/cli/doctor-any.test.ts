/** `agentcfg doctor` shows no secret and no value of a variable, has no effect on its reader, and looks only at variables that a configuration names. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { load } from "../../src/toolkit/load.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { answer, anyTextArbitrary, pairArbitrary } from "../arbitrary/pair.js";
import { spellingArbitrary } from "../arbitrary/spelling.js";
import { slowCases, some } from "../cases.js";
import { expectHarmless } from "../machine/harmless.js";
import { machine } from "../machine/machine.js";
import { memoryHost } from "../machine/memory.js";
import { GLOBAL, globalFile, PROJECT, projectFile } from "../machine/names.js";
import { runHere } from "../machine/run.js";
import { brokenArbitrary, canaryArbitrary, MARK, secretArbitrary, withSecretArbitrary } from "../redaction/secrets.js";

/** Every variable that the configurations of these tests name, each with a value that must not be seen. */
const NAMES = ["KEY", "SET", "T", "A", "B", "TOKEN", "API_KEY", "NAME"];
const env = Object.fromEntries(NAMES.map((name) => [name, `CANARY of ${name}`]));

async function expectQuiet(host: WritingHost): Promise<void> {
  for (const args of [
    ["doctor"],
    ["doctor", "--format", "json"],
    ["doctor", "--no-project"],
    ["doctor", "--no-global"],
  ]) {
    const said = await runHere(args, host);
    expect(said.stdout + said.stderr).not.toMatch(MARK);
    expect(said.stderr).not.toContain("internal error");
    expect([0, 1, 3]).toContain(said.code);
    expectHarmless(args, said);
  }
}

const secretive = secretArbitrary.chain(withSecretArbitrary);
const spelled = secretive.chain(spellingArbitrary);
const broken = secretive.chain(spellingArbitrary).chain(brokenArbitrary);

test("whatever the two layers are, right or broken", async () => {
  const any = fc.oneof(spelled, broken);
  await fc.assert(
    fc.asyncProperty(any, any, async (global, project) => {
      const files = { [globalFile(global.format)]: global.text, [projectFile(project.format)]: project.text };
      const host = memoryHost({ files, env });
      await expectQuiet(host);
      expect(host.commands).toEqual([]);
    }),
    { numRuns: slowCases(300) },
  );
});

test("it answers, whatever the files hold", async () => {
  await fc.assert(
    fc.asyncProperty(anyTextArbitrary, anyTextArbitrary, async (global, project) => {
      const files = { [globalFile(global.format)]: global.text, [projectFile(project.format)]: project.text };
      const { stdout, stderr } = await runHere(["doctor", "--format", "json"], memoryHost({ files, env }));
      expect(stderr).toBe("");
      expect(stdout).not.toContain("unforeseen");
      expect(JSON.parse(stdout).checks.length).toBeGreaterThan(1);
    }),
    { numRuns: slowCases(300) },
  );
});

test("a variable is a problem exactly when loading fails for it", async () => {
  const seen = new Set<boolean>();
  await fc.assert(
    fc.asyncProperty(pairArbitrary, fc.subarray(["SET", "EMPTY"]), async ({ global, project }, names) => {
      const files = { [globalFile(global.format)]: global.text, [projectFile(project.format)]: project.text };
      const host = memoryHost({ files, env: Object.fromEntries(names.map((name) => [name, ""])), answer });
      const { stdout } = await runHere(["doctor", "--format", "json"], host);
      const { checks } = JSON.parse(stdout) as {
        readonly checks: readonly { readonly id: string; readonly status: string }[];
      };
      const isProblem = checks.find(({ id }) => id === "variables")?.status === "problem";
      const { diagnostics } = await load({ host });
      const fails = diagnostics.some(
        ({ rule, severity }) => rule === "substitution/unset-variable" && severity === "error",
      );
      seen.add(fails);
      expect(isProblem).toBe(fails);
    }),
    { numRuns: slowCases(500) },
  );
  expect([...seen].toSorted()).toEqual([false, true]);
});

/** A secret at every place that a check tells of. */
const telling = (secret: string): Json => ({
  version: 3,
  daemon: { tls: { trust_store: secret } },
  mcp_servers: {
    [secret]: { transport: "stdio", command: secret, pass_env: [secret], env: { PATH: "${UNSET}" } },
    other: { transport: "stdio", command: `see ${secret}`, env: { [secret]: "${UNSET}" } },
  },
  facets: { [secret]: { source: `${secret}.md` }, b: { source: `see ${secret}` } },
  plugins: { [secret]: "${UNSET}" },
});

test("a secret at the places that it tells of", async () => {
  await fc.assert(
    fc.asyncProperty(canaryArbitrary, async (secret) => {
      const text = JSON.stringify(telling(secret));
      await expectQuiet(memoryHost({ files: { [globalFile("json")]: text, [projectFile("json")]: text }, env }));
    }),
    { numRuns: slowCases(100) },
  );
});

const HOSTILE = [
  "::error file=a::x",
  "a\n::error::x",
  "\r##[error]x",
  "##vso[task.complete]",
  "\u001b[2Ja\u009b1m",
  "\u202eabc\u2066\u200b",
  "a\u2028::error::x",
  "]]>\u0000\ufffe",
  "`$(touch x)`",
  `long ${"x".repeat(10_000)}`,
];

test.each(some(HOSTILE))("names and values that a stranger chose: %j", async (text) => {
  await expectQuiet(memoryHost({ files: { [GLOBAL]: stringify(telling(text)), [PROJECT]: stringify(telling(text)) } }));
});

test.each(["::error::x", "a\n::error::x", "\u001b[2J", "\u202eabc"])("the name of a directory: %j", async (name) => {
  const at = machine({ [`${name}/.agent/config.yaml`]: "a: [", [`${name}/mine.yaml`]: "a: [" }, { cwd: name });
  await expectQuiet(at.host);
  for (const args of [
    ["doctor", "--project", at.path(name)],
    ["doctor", "--global", at.path(`${name}/mine.yaml`)],
    ["doctor", "--global", name],
    ["doctor", "--catalog", name],
  ])
    expectHarmless(args, await at.run(args));
});

test("variables are asked for by the names that the configuration has, and those that say where to look", async () => {
  const asked = new Set<string>();
  const inner = memoryHost({
    files: { [GLOBAL]: "version: 3\nmcp_servers: { s: { transport: stdio, command: sh, env: { A: '${NAMED}' } } }\n" },
    env: { NAMED: "CANARY", OTHER: "CANARY", PATH: "/bin" },
  });
  const note = (name: PropertyKey): void => void asked.add(String(name));
  const watched = new Proxy(inner.env, {
    get: (target, name) => {
      note(name);
      return Reflect.get(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: () => expect.unreachable("list the variables"),
  });
  await expectQuiet({ ...inner, env: watched });
  const where = ["PATH", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "NO_COLOR", "FORCE_COLOR", "TERM"];
  expect([...asked].filter((name) => !where.includes(name))).toEqual(["NAMED"]);
});
