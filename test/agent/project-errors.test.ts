/** A project's file with an error costs that value or that file and no start (S5): the places are told on standard error and in the log. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OFFLINE } from "../daemon/bench.js";
import { type Ended, type Place, place, Running, run, whenever } from "./process.js";

const CANARY = "ghp_0123456789abcdefghijABCDEFGHIJ0123";

interface Project extends Place {
  /** Writes the project's file. */
  write(text: string, name?: string): void;
  /** Options of commands that start a daemon in the project. */
  readonly words: readonly string[];
  agent(...words: readonly string[]): Promise<Ended>;
}

function project(text: string, name?: string): Project {
  const at = place();
  const directory = join(at.path, "project");
  mkdirSync(join(directory, ".agent"), { recursive: true });
  const words = ["--global", at.config, "--state-dir", at.state];
  const made: Project = {
    ...{ ...at, words },
    write: (more, file = "config.yaml") => writeFileSync(join(directory, ".agent", file), more),
    agent: (...more) => run([...more, ...(more[0] === "stop" ? words.slice(2) : words)], { cwd: directory }),
  };
  made.write(text, name);
  return made;
}

/** The log of the only session. */
function logOf({ state }: Place): string {
  const sessions = join(state, "sessions-v1");
  const [id = ""] = readdirSync(sessions);
  return readFileSync(join(sessions, id, "daemon.log"), "utf8");
}

interface Mistake {
  readonly text: string;
  readonly name?: string;
  /** Places with rules, in order. */
  readonly says: readonly string[];
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a bracket that is not closed": {
    text: "mcp_servers: { a: { transport: stdio, command: [x",
    says: ["`.agent/config.yaml:1:48` (syntax/yaml)"],
  },
  "a version of the future": { text: "version: 9\n", says: ["`.agent/config.yaml:1:10` (version/newer)"] },
  "a slip in a guard": {
    text: "permissions: { secret_fils: [x] }\n",
    says: ["`.agent/config.yaml:1:16` (schema/unknown-key)"],
  },
  "a key that is the user's alone": {
    text: "telemetry: null\n",
    says: ["`.agent/config.yaml:1:1` (layer/global-only)"],
  },
  "an entry with a slip": {
    text: "mcp_servers: { a: { transport: stdio, comand: x } }\n",
    says: ["`.agent/config.yaml:1:39` (schema/unknown-key)"],
  },
  "JSON that breaks off": { text: '{ "tui": ', name: "config.json", says: ["(syntax/json)"] },
  "lines that end with CR LF": {
    text: "version: 3\r\npermissions: { secret_fils: [x] }\r\n",
    says: ["`.agent/config.yaml:2:16` (schema/unknown-key)"],
  },
  "a list for a mapping": { text: "- a\n", says: ["(syntax/not-a-mapping)"] },
  "two errors": {
    text: "permissions: { secret_files: 7 }\nmcp_servers: { b: {} }\n",
    says: ["`.agent/config.yaml:1:30` (schema/wrong-type) and `.agent/config.yaml:2:16` (schema/missing-key)"],
  },
  "nine errors": {
    text: `mcp_servers:\n${Array.from({ length: 9 }, (_, index) => `  s${index}: 7\n`).join("")}`,
    says: ["`.agent/config.yaml:2:7` (schema/wrong-type)", "`.agent/config.yaml:6:7` (schema/wrong-type) and 4 more;"],
  },
};

const SAYS =
  /^agent: the project's configuration has (?:an error|errors), and what is wrong does not count: .*; `agentcfg lint` says what to write instead\n/;

test.each(Object.entries(MISTAKES))("%s", async (_, { text, name, says }) => {
  const at = project(text, name);
  const { code, stdout, stderr } = await at.agent("exec", "hi");
  expect([code, stdout]).toEqual([0, "hi"]);
  expect(stderr).toMatch(SAYS);
  const [line = ""] = stderr.split("\n");
  for (const said of says) expect(line).toContain(said);
  expect(logOf(at)).toContain(` error ${line.slice("agent: ".length)}\n`);
});

test("`new` and `continue` tell it, whoever is trusted, and JSON stays alone on standard output", async () => {
  const at = project("telemetry: null\n");
  for (const trust of ["trusted", "granted", "untrusted"]) {
    const { code, stdout, stderr } = await at.agent("new", "--no-attach", "--format", "json", "--project-trust", trust);
    expect(code).toBe(0);
    const { session_id: id } = JSON.parse(stdout) as { session_id: string };
    expect(stderr).toMatch(SAYS);
    await at.agent("stop", id);
    const again = await at.agent("continue", id, "--no-attach", "--format", "json");
    expect(JSON.parse(again.stdout)).toMatchObject({ session_id: id });
    expect(again.stderr).toMatch(SAYS);
    await at.agent("stop", id);
  }
  const json = await at.agent("exec", "hi", "--format", "json");
  expect(JSON.parse(json.stdout)).toMatchObject({ outcome: "completed" });
  expect(json.stderr).toMatch(SAYS);
});

test("the next step names the project where the command line does", async () => {
  const at = project("telemetry: null\n");
  const there = join(at.path, "project");
  const { stderr } = await run(["exec", "hi", ...at.words, "--working-dir", there], { cwd: "/" });
  expect(stderr).toContain(`\`agentcfg lint ${there}\``);
});

test("names and secrets of the file are in no message", async () => {
  const at = project(`mcp_servers: { "\\e[31m${CANARY}": { transport: ${CANARY} } }\n"k\\n${CANARY}": 1\n`);
  const { stderr } = await at.agent("exec", "hi");
  expect(stderr).toMatch(SAYS);
  expect(stderr + logOf(at)).not.toMatch(/ghp_|\u001B/);
});

test("a project without errors is not mentioned, and warnings are counted in the log alone", async () => {
  const at = project("tui: { theme: dark }\nproviders: { offline: { url: 'https://example.com/v1' } }\n");
  const { stderr } = await at.agent("exec", "hi", "--project-trust", "trusted");
  expect(stderr).not.toMatch(SAYS);
  expect(logOf(at)).toContain("the configuration has warnings; `agentcfg lint` shows them warnings=1\n");
});

test("a file that breaks while the session runs is told in the log, and at `/reload`", async () => {
  const at = project("version: 3\n");
  const talk = new Running(["new", ...at.words], { cwd: join(at.path, "project") });
  await talk.until(({ stderr }) => stderr.includes("session "));
  at.write("telemetry: null\n");
  talk.child.stdin?.write("/reload\n");
  await talk.until(({ stderr }) => stderr.includes("(layer/global-only)"));
  expect(talk.stderr).toContain("the configuration was read again");
  await whenever(() => logOf(at).includes("(layer/global-only)"));
  talk.child.stdin?.end();
  expect((await talk.ended()).code).toBe(0);
  const [, id = ""] = /session (\S+)/.exec(talk.stderr) ?? [];
  await at.agent("stop", id);
});

test("`agent print daemon-state` tells it as well", async () => {
  const at = project("telemetry: null\n");
  const { code, stdout, stderr } = await run(["print", "daemon-state", "--global", at.config], {
    cwd: join(at.path, "project"),
  });
  expect([code, Object.keys(JSON.parse(stdout))]).toEqual([0, expect.arrayContaining(["mcp_servers"])]);
  expect(stderr).toMatch(SAYS);
});

test("an error of the user's own file is no start, as before", async () => {
  const at = project("version: 3\n");
  writeFileSync(at.config, `${OFFLINE}telemetry: 7\n`);
  const { code, stderr } = await at.agent("exec", "hi");
  expect(code).toBe(1);
  expect(stderr).not.toMatch(SAYS);
});
