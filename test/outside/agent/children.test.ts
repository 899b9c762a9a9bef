/** Daemons and `exec` that are killed: of all their processes only those of the running session are there (P-S96). */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { daemonsOf, type Place, place, Running, runProcess, whenever } from "../../agent/process.js";
import { sampled } from "../../cases.js";
import { single } from "../../model/asking.js";
import { calling, callOf, inTurn, modelServer } from "../../model/server.js";

/** A tool server that names itself in a file, and ends neither with its input nor on request. */
const SERVER = `
process.on("SIGTERM", () => {});
setInterval(() => {}, 1000);
require("node:fs").appendFileSync(process.argv[2], "server " + process.pid + "\\n");
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } } });
  if (method === "tools/list") send({ id, result: { tools: [{ name: "t", inputSchema: { type: "object" } }] } });
});`;

interface World extends Place {
  /** All servers and commands so far. */
  readonly all: () => readonly number[];
  /** Those that run. */
  readonly alive: () => readonly number[];
  readonly of: (kind: "server" | "command") => readonly number[];
}

async function world(): Promise<World> {
  const command = "echo command $$ >> pids; trap '' TERM; while :; do sleep 0.1; done";
  // The same command would be asked about after a crash.
  const calls = Array.from({ length: 100 }, (_, call) =>
    calling(callOf("shell", { command: `: ${call}; ${command}` })),
  );
  const model = await modelServer(inTurn(...calls));
  const at = place();
  const [script, pids] = [join(at.path, "server.cjs"), join(at.path, "pids")];
  writeFileSync(script, SERVER);
  const server = { transport: "stdio", command: process.execPath, args: [script, pids] };
  const more = `default_permission_matcher: bypass\nmcp_servers: { s: ${JSON.stringify(server)} }\n`;
  writeFileSync(at.config, `${single(`${model.url}/v1`)}${more}`);
  const lines = (): readonly string[] => (existsSync(pids) ? readFileSync(pids, "utf8").split("\n").slice(0, -1) : []);
  const of = (kind: string): readonly number[] =>
    lines().flatMap((line) => (line.startsWith(kind) ? Number(line.split(" ")[1]) : []));
  const all = (): readonly number[] => [...of("server"), ...of("command")];
  onTestFinished(() => {
    for (const pid of all().filter(isAlive)) process.kill(pid, "SIGKILL");
  });
  return { ...at, all, of, alive: () => all().filter(isAlive) };
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const KILLS = 5;
const ROUNDS = sampled([1, 2, 3], 3);

test.each(ROUNDS)(
  "a daemon is killed again and again, and continued: exactly the server of the running one is there (round %i)",
  async () => {
    const at = await world();
    const state = ["--state-dir", at.state];
    const started = await runProcess(["new", "--no-attach", "--format", "json", ...at.start]);
    const { session_id: id } = JSON.parse(started.stdout) as { session_id: string };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await whenever(() => at.of("server").length === kill);
      // Every other time a command runs.
      const commands = at.of("command").length;
      if (kill % 2 === 1) {
        const prompt = new Running(["prompt", id, "go", ...state]);
        await whenever(() => at.of("command").length > commands);
        prompt.child.kill("SIGKILL");
      }
      for (const pid of daemonsOf(at.state)) process.kill(pid, "SIGKILL");
      await whenever(() => !daemonsOf(at.state).some(isAlive));
      expect((await runProcess(["continue", id, "--no-attach", ...at.again])).code).toBe(0);
      await whenever(() => at.of("server").length > kill);
      expect(at.alive()).toEqual(at.of("server").slice(-1));
    }
    expect((await runProcess(["stop", id, ...state])).code).toBe(0);
    expect(at.alive()).toEqual([]);
    expect(readdirSync(join(at.state, "sessions-v1", id, "children"))).toEqual([]);
  },
);

test.each(ROUNDS)(
  "exec is killed again and again: its daemon ends in order, and all its processes with it (round %i)",
  async () => {
    const at = await world();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const exec = new Running(["exec", "go", ...at.start]);
      // In the middle of its start, and while its command runs.
      if (kill % 3 === 0) await whenever(() => daemonsOf(at.state).length > 0);
      else await whenever(() => at.of("command").length === kill - Math.floor(kill / 3));
      exec.child.kill("SIGKILL");
      await exec.ended();
      await whenever(() => daemonsOf(at.state).length === 0);
      expect(at.alive()).toEqual([]);
    }
    const sessions = join(at.state, "sessions-v1");
    const begun = readdirSync(sessions).filter((id) => existsSync(join(sessions, id, "session.json")));
    for (const id of begun) expect(existsSync(join(sessions, id, "final.json"))).toBe(true);
    expect(begun.length).toBeGreaterThan(0);
  },
);

test.each([
  ["stop", /^agent: it was not running; 2 of its processes were ended; `agent continue \S+` goes on with it\n$/, /^$/],
  ["sessions finalize", /^$/, /; 2 of its processes were ended\n$/],
])("exec and its daemon are killed at once: `agent %s` ends what is left", async (command, stderr, stdout) => {
  const at = await world();
  const exec = new Running(["exec", "go", ...at.start]);
  await whenever(() => at.of("command").length === 1 && at.of("server").length === 1);
  for (const pid of [exec.pid, ...daemonsOf(at.state)]) process.kill(pid, "SIGKILL");
  await exec.ended();
  await whenever(() => !daemonsOf(at.state).some(isAlive));
  expect(at.alive()).toEqual(at.all());
  const [id = ""] = readdirSync(join(at.state, "sessions-v1"));
  const words = [...command.split(" "), id, "--state-dir", at.state];
  const ended = await runProcess(words);
  expect(ended).toEqual({
    code: 0,
    stdout: expect.stringMatching(stdout) as string,
    stderr: expect.stringMatching(stderr) as string,
  });
  expect(at.alive()).toEqual([]);
  if (command === "stop") expect((await runProcess(words)).stderr).toContain("it had left no process");
});
