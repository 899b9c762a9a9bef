/** `agent print daemon-state`: what a daemon would publish here, from files alone (P-S36). */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { main } from "../../src/agent/main.js";
import type { DaemonState } from "../../src/generated/protocol/types.js";
import { isDaemonState } from "../../src/generated/protocol/validators.js";

const KEY = "ghp_a1B2c3D4e5F6g7H8i9J0";

const config = (directory: string): string => `version: 3
defaults: { full: m }
providers:
  lab: { kind: { type: custom_beta_compatible }, url: "https://lab.example/v1" }
models:
  m: { provider: lab, class: full, context_window: 8000 }
mcp_servers:
  near: { transport: stdio, command: touch, args: ["${join(directory, "started")}"] }
  far: { transport: http, url: "https://far.example/x", default_enabled: false }
`;

/** A directory with a global configuration, and a repository with facets. */
function place(text?: string) {
  const directory = mkdtempSync(join(tmpdir(), "agent-print-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const [global, project] = [join(directory, "config.yaml"), join(directory, "repository")];
  const facets = join(project, ".agent", "facets");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(facets, { recursive: true });
  writeFileSync(global, text ?? config(directory));
  writeFileSync(join(facets, "careful.md"), `---\ndescription: never prints ${KEY}\n---\nBe careful.\n`);
  writeFileSync(join(facets, `${KEY}.md`), "---\ndescription: a key\n---\nBe quick.\n");
  return { directory, flags: ["--global", global, "--no-project", "--working-dir", project] };
}

async function run(...args: readonly string[]) {
  const said = { stdout: "", stderr: "" };
  const into = (name: keyof typeof said) => ({
    write: (text: string, done?: () => void): void => {
      said[name] += text;
      done?.();
    },
  });
  const argv = ["node", "agent", "print", "daemon-state", ...args];
  const streams = { stdin: Readable.from([]), stdout: into("stdout"), stderr: into("stderr") };
  return { code: await main({ directory: resolve("."), argv, ...streams }), ...said };
}

const written = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted();

test("the catalog fits its schema, says what it keeps out, and starts and writes nothing", async () => {
  const { directory, flags } = place();
  const before = written(directory);
  const { code, stdout, stderr } = await run(...flags, "--project-trust", "trusted");
  expect([code, stderr]).toEqual([0, ""]);
  const state: DaemonState = JSON.parse(stdout);
  expect(isDaemonState(state)).toBe(true);
  expect(state.models.map(({ name }) => name)).toEqual(["m"]);
  expect(state.facets.map(({ name }) => name)).toEqual(["careful", "execute", "plan"]);
  expect(state.facets[0]?.description).toBe("never prints [redacted]");
  expect(state.tools.map(({ name }) => name)).toEqual(["ask_user", "delegate", "shell"]);
  expect(state.mcp_servers).toEqual([
    { name: "far", transport: "http", state: "disabled", tool_count: 0, tools: [] },
    { name: "near", transport: "stdio", state: "disconnected", tool_count: 0, tools: [] },
  ]);
  expect(state.diagnostics).toEqual({ rejected: 1 });
  expect(stdout).not.toMatch(/ghp_|touch|far\.example|lab\.example/);
  expect(written(directory)).toEqual(before);
});

test("a project that nobody vouches for adds nothing, which is said", async () => {
  const { directory, flags } = place();
  const file = join(directory, "repository", ".agent", "config.yaml");
  writeFileSync(file, "version: 3\nmcp_servers: { theirs: { transport: stdio, command: touch } }\n");
  const without = ["--global", flags[1] ?? "", "--working-dir", join(directory, "repository")];
  const { code, stdout, stderr } = await run(...without, "--project", file);
  expect(code).toBe(0);
  const { facets, mcp_servers } = JSON.parse(stdout) as DaemonState;
  expect(facets.map(({ name }) => name)).toEqual(["execute", "plan"]);
  expect(mcp_servers.map(({ name }) => name)).toEqual(["far", "near"]);
  expect(stderr).toMatch(/agent: you do not vouch for these parts of the project[^\n]*mcp_servers\.theirs/);
  expect(stderr).toMatch(/^agent: [^\n]*repository: it is not trusted: nothing is loaded from `\.agent\/facets`/m);
});

test("the three formats say the same", async () => {
  const { flags } = place();
  const texts = await Promise.all(
    ["json", "json-pretty", "yaml"].map(async (format) => (await run(...flags, "--format", format)).stdout),
  );
  expect(texts[0]?.split("\n")).toHaveLength(2);
  expect(new Set(texts).size).toBe(3);
  expect(new Set(texts.map((text) => JSON.stringify(parse(text)))).size).toBe(1);
});

test.each([
  ["has a mistake", "version: 3\ndefaults: 7\n", /defaults[\s\S]*\nagent: the configuration has errors/],
  [
    "names a file that is not there",
    `${config("x")}daemon: { tls: { trust_store: /nowhere/at/all.pem } }\n`,
    /trust-store[\s\S]*\nagent: the configuration does not load here/,
  ],
])("a configuration that %s is reported, and nothing is printed", async (_, text, said) => {
  const { code, stdout, stderr } = await run(...place(text).flags);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(said);
});
