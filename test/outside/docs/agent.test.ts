/** The blocks of docs/agent.md are run as they stand there. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "agent-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = readFileSync("docs/agent.md", "utf8");
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = ""]) => script);

/** As much of it as the page needs: not every machine has the program. */
const JQ = `jq() { node -p 'process.argv[1].split(/[.[\\]]+/).filter(Boolean).reduce((value, name) => value[name], JSON.parse(fs.readFileSync(process.argv[2] ?? 0)))' "\${@:2}"; }`;

/** `agent` is the program that lies in this clone. */
function run(
  script: string,
  tools = JQ,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  rmSync(join(bin, "agent"), { force: true });
  symlinkSync(resolve("bin/agent.cjs"), join(bin, "agent"));
  const env = { PATH: `${bin}:${process.env["PATH"]}`, HOME: folder };
  const whole = `set -euo pipefail\n${tools}\n${script.replaceAll(/\b(?:fixtures|docs|node_modules)\//g, (name) => `${resolve(name)}/`)}wait\n`;
  return spawnSync("bash", ["--norc", "-c", whole], { cwd: folder, env, encoding: "utf8" });
}

test("one prompt", () => {
  const { status, stdout, stderr } = run(blocks[0] ?? "");
  expect([status, stdout]).toEqual([0, "three blind mice"]);
  expect(stderr).toMatch(/^agent: no model answers here: .*`protocol: test`.*\n$/);
});

test("a session that stays", () => {
  const { status, stdout, stderr } = run(blocks[1] ?? "");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain('{"status":"admitted"');
  const records = [...stdout.matchAll(/^data: (.*)$/gm)].flatMap(([, json = ""]) => JSON.parse(json).records ?? []);
  const kinds = records.map(({ kind }: { kind: string }) => kind);
  expect(kinds.filter((kind) => kind !== "item_delta")).toEqual([
    ...[
      "item_finished",
      "turn_started",
      "session_changed",
      "item_started",
      "item_finished",
      "turn_finished",
      "session_stopping",
    ],
  ]);
  expect(records.find(({ item }) => item?.kind === "assistant_message")?.item.text).toBe("hello");
});

test("a prompt that is sent twice runs once", () => {
  const { status, stdout, stderr } = run(blocks[2] ?? "");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [first = "", second = "", items] = stdout.split("\n");
  expect([first.slice(-4), second.slice(-4), items]).toEqual([" 202", " 200", "2"]);
  expect(JSON.parse(second.slice(0, -4))).toMatchObject({ status: "completed", outcome: { turn: "completed" } });
});

/** The output that the page shows under the block with the dialects. */
const [, inOneDialect = ""] = /dialects\.json > mock\.log[\s\S]*?```text\n([\s\S]*?)```/.exec(page) ?? [];

/** Without times, and without the sizes that depend on the dialect; calls that run at once end in any order. */
function comparable(output: string): readonly string[] {
  const lines = output.replaceAll(/\b\d\d:\d\d:\d\d\b/g, "TIME").replaceAll(/about [\d,]+/g, "about N");
  return lines
    .replaceAll(/(?:^shell: .*: done\n)+/gm, (ends) => `${ends.trimEnd().split("\n").toSorted().join("\n")}\n`)
    .split("\n");
}

test("one set of answers in three dialects: a call, two at once, a refusal, a wait and a compaction", async () => {
  expect(readFileSync("README.md", "utf8")).toContain("(docs/agent.md#providers-and-their-dialects)");
  expect(page).toContain("\n## Providers and their dialects\n");
  const port = String(await freePort());
  const config = join(folder, "dialects.yaml");
  writeFileSync(config, readFileSync("fixtures/protocol/dialects.yaml", "utf8").replaceAll("4010", port));
  const script = (blocks[3] ?? "").replace("--port 4010", `--port ${port}`);
  expect(script).toContain(`--port ${port}`);
  const { status, stdout } = run(`exec 2>&1\n${script.replaceAll("fixtures/protocol/dialects.yaml", config)}`);
  const expected = ["alpha", "beta", "gamma"].map((name) => inOneDialect.replaceAll("`alpha`", `\`${name}\``));
  expect(inOneDialect).toContain("`alpha`");
  expect([status, ...comparable(stdout)]).toEqual([0, ...comparable(expected.join(""))]);
});

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listens) => server.listen(0, "127.0.0.1", listens));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test("a command is asked about before it runs, and its output is in the history", () => {
  const { status, stdout, stderr } = run(blocks[4] ?? "");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [question, answered = "", output, empty, answer] = stdout.split("\n");
  expect([question, output, empty, answer]).toEqual([
    "echo three blind mice",
    "three blind mice",
    "",
    "They are three.",
  ]);
  expect(JSON.parse(answered)).toMatchObject({ status: "answered", resolution: "permission_answer" });
});

/** The program that follows; the block before it is a conversation on a terminal. */
const [, core = "", printed = ""] = /```js\n([\s\S]*?)```[\s\S]*?prints\n\n```text\n([\s\S]*?)```/.exec(page) ?? [];

test("a program that follows a session prints what stands there, through a killed daemon", () => {
  const { status, stdout, stderr } = run(blocks[6] ?? "");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.match(/^\d+ \w+_message .*\n/gm)?.join("")).toBe(printed);
});

test("the program as the page has it does the same", () => {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(resolve("."), join(folder, "node_modules/agentcfg"));
  writeFileSync(join(folder, "follow.mjs"), core);
  rmSync(join(folder, "items.jsonl"));
  const { status, stdout, stderr } = run((blocks[6] ?? "").replace("docs/examples/follow.mjs", "follow.mjs"));
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.match(/^\d+ \w+_message .*\n/gm)?.join("")).toBe(printed);
});

/** The page uses more of the program here than `JQ` has. */
const hasJq = spawnSync("jq", ["--version"]).status === 0;

test(`the hub${hasJq ? "" : " (not run: there is no jq)"}`, () => {
  const script = blocks[7] ?? "";
  expect(script).toContain("agent hub --listen");
  if (!hasJq) return;
  const { status, stdout, stderr } = run(script, "");
  expect(status).toBe(0);
  // The log of the hub, and nothing else.
  expect(stderr).toMatch(/^\S+ info {2}serving url=http:\S+\n\S+ info {2}stopped\n$/);
  const messages = stdout.split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));
  expect(messages[0]).toMatchObject({ event: "heartbeat", interval_seconds: 15 });
  const lines = stdout.split("\n").filter((line) => !/^(?:data|event|id): |^$/.test(line));
  // The catalog has the sessions of the other blocks, too.
  expect(lines).toContainEqual(expect.stringMatching(/^[a-z0-9-]+\tidle\tthree blind mice$/));
  expect(lines.slice(-2)).toEqual(["three blind mice", "three blind mice"]);
  const kinds = messages.flatMap(({ records = [] }) => records).map(({ kind }) => kind);
  expect(kinds).toContain("session_stopped");
});

/** The output that the page shows under the block of a job. */
const [, ofJob = ""] = /job\.json > job\.url[\s\S]*?prints\n\n```text\n([\s\S]*?)```/.exec(page) ?? [];

test("a job: the records and the result, the last answer, a session that goes on, its export, and a limit", () => {
  expect(page).toContain("\n## In CI\n");
  const script = blocks[8] ?? "";
  expect(script).toContain("--format jsonl");
  const { status, stdout } = run(`exec 2>&1\ntrap 'kill $(jobs -p) 2> /dev/null || :' EXIT\n${script}`);
  expect([status, stdout]).toEqual([0, ofJob]);
});

test("there are no other blocks, but the conversation of conversation.test.ts", () => {
  expect(blocks.length).toBe(9);
});
