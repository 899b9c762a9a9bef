/** `agent sessions` with many sessions in one directory: running, stopped, crashed, damaged and hostile ones. */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { main } from "../../src/agent/main.js";
import { openSession } from "../../src/agent/session/store/open.js";
import type { TurnError, TurnOutcome } from "../../src/generated/protocol/types.js";
import { columnsOf } from "../../src/text/width.js";
import { call } from "../daemon/wire.js";
import { single } from "../model/asking.js";
import { answerOf, gate, modelServer, saying } from "../model/server.js";
import { item } from "../store/bench.js";
import { BIN, type Place, place, run, runApart, runProcess } from "./process.js";

interface Written {
  readonly id: string;
  /** Minutes since the beginning of this test's time. */
  readonly at: number;
  readonly prompt?: string;
  readonly title?: string;
  readonly end?: "finalize" | "close";
  /** How the turn of the prompt ended. */
  readonly turn?: { readonly outcome: TurnOutcome; readonly error?: TurnError };
}

const BEGIN = Date.parse("2026-01-01T00:00:00.000Z");
const timeOf = (minutes: number): string => new Date(BEGIN + minutes * 60_000).toISOString();

/** Writes a session as a daemon does: begun at a moment, and ended a minute later. */
async function written(at: Place, { id, at: minutes, prompt, title, turn, end = "finalize" }: Written): Promise<void> {
  let now = BEGIN + minutes * 60_000;
  const clock: Clock = { now: () => now, monotonic: () => 0, after: () => () => {} };
  const store = await openSession({
    ...{ files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock },
    ...{ state: at.state, sessionId: id, how: { kind: "new", workingDirectory: at.path } },
  });
  await store.append({ t: "epoch", daemon_epoch: "0".repeat(32) });
  now += 60_000;
  if (prompt !== undefined)
    await store.append({ t: "prompt", prompt_id: "p", generation: 0, model: "m", facet: null, item: item(0, prompt) });
  if (title !== undefined) await store.append({ t: "session", title });
  if (turn !== undefined) await store.append({ t: "turn", prompt_id: "p", ...turn });
  await store[end]();
}

interface Row {
  readonly session_id: string;
  readonly state: string;
  readonly title: string | null;
  readonly last_at?: string;
  readonly first_words?: string;
  readonly damage?: string;
  readonly busy?: boolean;
  readonly last_turn?: object;
}

async function listed(at: Place): Promise<readonly Row[]> {
  const { code, stdout, stderr } = await run(["sessions", "--format", "json", "--state-dir", at.state]);
  expect([code, stderr]).toEqual([0, ""]);
  return (JSON.parse(stdout) as { sessions: readonly Row[] }).sessions;
}

/** The command on a terminal of this width. */
async function onTerminal(at: Place, columns: number): Promise<readonly string[]> {
  let text = "";
  const output = {
    ...{ isTTY: true, columns },
    write: (piece: string, done?: () => void) => {
      text += piece;
      done?.();
    },
  };
  const argv = ["node", "agent", "sessions", "--state-dir", at.state];
  await main({ directory: resolve("."), argv, stdin: Readable.from([]), stdout: output, stderr: output });
  return text.trimEnd().split("\n");
}

interface Address {
  readonly session_id: string;
  readonly url: string;
  readonly pid: number;
  readonly credential_file: string;
}

const folder = (at: Place, id: string): string => join(at.state, "sessions-v1", id);

test("30 sessions: the one in which something happened last is first, whatever its name", async () => {
  const at = place();
  const moments = Array.from({ length: 30 }, (_, each) => (each * 7) % 30);
  for (const [each, minutes] of moments.entries())
    await written(at, { id: `s-${each}`, at: minutes, prompt: `question ${minutes}`, title: `question ${minutes}` });
  const rows = await listed(at);
  const newest = Array.from({ length: 30 }, (_, each) => 29 - each);
  expect(rows.map(({ title }) => title)).toEqual(newest.map((minutes) => `question ${minutes}`));
  expect(rows.map(({ last_at }) => last_at)).toEqual(newest.map((minutes) => timeOf(minutes + 1)));
  const lines = await onTerminal(at, 80);
  expect(lines.length).toBe(31);
  expect(lines[0]).toMatch(/^SESSION +STATE +LAST +TITLE/);
  expect(lines[1]).toContain("question 29");
  expect(lines.filter((line) => columnsOf(line) > 80)).toEqual([]);
});

test("JSON has every field of each session", async () => {
  const at = place();
  await written(at, { id: "one", at: 0, prompt: "  hello\nthere", title: "hello" });
  expect(await listed(at)).toEqual([
    {
      ...{ session_id: "one", state: "stopped", title: "hello", first_words: "hello\nthere" },
      ...{ created_at: timeOf(0), last_at: timeOf(1), working_directory: at.path, session_dir: folder(at, "one") },
    },
  ]);
});

const NO_CREDIT = { code: "provider_quota", message: "the account at the provider `lab` has no credit" };

test.each([
  ["failed", "finalize", { outcome: "failed", error: NO_CREDIT }, "stopped, failed"],
  ["was interrupted", "finalize", { outcome: "interrupted" }, "stopped, interrupted"],
  ["was cancelled", "finalize", { outcome: "cancelled" }, "stopped"],
  ["was completed", "finalize", { outcome: "completed" }, "stopped"],
  ["failed before a crash", "close", { outcome: "failed", error: NO_CREDIT }, "crashed"],
] as const)("a session whose last turn %s says so", async (_, end, turn, state) => {
  const at = place();
  await written(at, { id: "one", at: 0, prompt: "hello", title: "hello", turn, end });
  const [row] = await listed(at);
  expect(row?.last_turn).toEqual(end === "finalize" ? turn : undefined);
  expect((await onTerminal(at, 200))[1]).toMatch(new RegExp(`^one +${state} {2}`));
});

test("a running session whose last turn failed says so", async () => {
  const server = await modelServer(answerOf(500, "{}"));
  const at = place(single(`${server.url}/v1`));
  await runApart(["new", "--no-attach", "--name", "one", ...at.start]);
  await run(["prompt", "one", "hello", "--state-dir", at.state]);
  const failed = { outcome: "failed", error: { code: "provider_error", message: expect.stringContaining("lab") } };
  for (let row = (await listed(at))[0]; row?.last_turn === undefined; row = (await listed(at))[0]);
  expect((await listed(at))[0]).toMatchObject({ state: "running", busy: false, last_turn: failed });
  expect((await onTerminal(at, 200))[1]).toMatch(/^one +running, failed {2}/);
});

test.each([[null], ["failed"], [[]], [{ outcome: 7 }], [{ outcome: "failed", error: { code: {}, message: 7 } }]])(
  "a `final.json` with %j as its last turn is listed",
  async (last_turn) => {
    const at = place();
    await written(at, { id: "one", at: 0, title: "hello" });
    const file = join(folder(at, "one"), "final.json");
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), last_turn }));
    expect(await listed(at)).toMatchObject([{ session_id: "one", state: "stopped", title: "hello" }]);
    expect((await onTerminal(at, 200))[1]).toContain("hello");
  },
);

test("of a long first prompt JSON has the beginning, with no half of a character", async () => {
  const at = place();
  await written(at, { id: "one", at: 0, prompt: `a${"😀".repeat(150)}`, title: "hello" });
  const [row] = await listed(at);
  expect(row?.first_words).toBe(`a${"😀".repeat(99)}`);
});

test("crashed and damaged sessions are listed with what can still be read of them, and the reason", async () => {
  const at = place();
  await written(at, { id: "crashed", at: 1, prompt: "one", title: "one", end: "close" });
  await written(at, { id: "torn", at: 2, prompt: "two", title: "two", end: "close" });
  const log = join(folder(at, "torn"), "log", "000001.log");
  truncateSync(log, readFileSync(log).length - 3);
  await written(at, { id: "no-log", at: 3, prompt: "three", title: "three" });
  rmSync(join(folder(at, "no-log"), "log"), { recursive: true });
  await written(at, { id: "bad-final", at: 4, prompt: "four", title: "four" });
  writeFileSync(join(folder(at, "bad-final"), "final.json"), '{"version":1}');
  await written(at, { id: "bad-session", at: 5, prompt: "five", title: "five" });
  writeFileSync(join(folder(at, "bad-session"), "session.json"), "\x00");
  await written(at, { id: "silent", at: 7 });
  mkdirSync(folder(at, "never-begun"));
  const rows = await listed(at);
  expect(
    rows.map(({ session_id, state, title, last_at, damage }) => [session_id, state, title, last_at, damage]),
  ).toEqual([
    ["silent", "stopped", null, timeOf(7), undefined],
    ["bad-session", "damaged", "five", timeOf(6), "session.json is damaged"],
    ["bad-final", "damaged", "four", timeOf(5), "final.json is damaged"],
    ["no-log", "stopped", "three", timeOf(4), undefined],
    ["torn", "crashed", null, timeOf(3), undefined],
    ["crashed", "crashed", "one", timeOf(2), undefined],
  ]);
  const lines = await onTerminal(at, 300);
  expect(lines.slice(1).map((line) => line.replace(/ {2,}/g, "|").split("|").slice(0, 4))).toEqual([
    ["silent", "stopped", "2026-01-01", at.path],
    ["bad-session", "damaged", "2026-01-01", "session.json is damaged"],
    ["bad-final", "damaged", "2026-01-01", "final.json is damaged"],
    ["no-log", "stopped", "2026-01-01", "three"],
    // The line with its title is unfinished; the first line of its prompt takes the place.
    ["torn", "crashed", "2026-01-01", "two"],
    ["crashed", "crashed", "2026-01-01", "one"],
  ]);
});

test("a title that somebody has written into the folder acts on nothing, and a time that is none sorts last", async () => {
  const at = place();
  const title = "\x1b[2J\u202egone\n20990101-000000-00000000  running";
  await written(at, { id: "hostile", at: 9, prompt: title, title });
  const final = join(folder(at, "hostile"), "final.json");
  writeFileSync(final, JSON.stringify({ ...JSON.parse(readFileSync(final, "utf8")), last_at: "\x1b[2J" }));
  await written(at, { id: "other", at: 1, prompt: "hello", title: "hello" });
  expect((await listed(at)).map(({ session_id }) => session_id)).toEqual(["other", "hostile"]);
  const { stdout } = await run(["sessions", "--state-dir", at.state]);
  expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
  expect(stdout.trimEnd().split("\n").length).toBe(3);
});

test("a session with a running turn is busy, and a daemon that hangs holds up no list", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    await go.passed;
    await saying("late")(one);
  });
  const at = place(single(`${server.url}/v1`));
  const started = await runApart(["new", "--no-attach", "--format", "json", ...at.start]);
  const { session_id, url, pid, credential_file } = JSON.parse(started.stdout) as Address;
  const { token } = JSON.parse(readFileSync(credential_file, "utf8")) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const busyOf = async () => (await listed(at)).map(({ state, busy }) => [state, busy]);
  /** Lists again until the daemon has answered: a slow machine may take longer than the list waits. */
  const becomes = async (expected: boolean): Promise<void> => {
    while ((await listed(at))[0]?.busy !== expected);
  };
  await becomes(false);
  expect((await call(url, "/prompt", { method: "POST", body: '{"content":"hello"}', headers })).status).toBe(202);
  await becomes(true);
  const row = new RegExp(`^${session_id} +busy +(?:now|\\d+ min ago) +hello`);
  while (!row.test((await onTerminal(at, 100))[1] ?? ""));
  process.kill(pid, "SIGSTOP");
  expect(await busyOf()).toEqual([["running", undefined]]);
  process.kill(pid, "SIGCONT");
  go.open();
});

test("more sessions than files may be open at once", async () => {
  const at = place();
  await written(at, { id: "s-0", at: 0, prompt: "hello", title: "hello" });
  const [session = "", final = "", log = ""] = ["session.json", "final.json", "log/000001.log"].map((name) =>
    readFileSync(join(folder(at, "s-0"), name), "utf8"),
  );
  for (let each = 1; each < 400; each += 1) {
    const other = folder(at, `s-${each}`);
    mkdirSync(join(other, "log"), { recursive: true });
    writeFileSync(join(other, "session.json"), session.replace('"s-0"', `"s-${each}"`));
    writeFileSync(join(other, "final.json"), final.replace('"s-0"', `"s-${each}"`));
    writeFileSync(join(other, "log/000001.log"), log);
  }
  const line = `ulimit -n 100; exec "${process.execPath}" "${BIN}" sessions --format json --state-dir '${at.state}'`;
  const { stdout } = await promisify(execFile)("sh", ["-c", line], { env: { HOME: "/dev/null/home" } });
  const { sessions } = JSON.parse(stdout) as { sessions: readonly Row[] };
  expect(sessions.filter(({ state, title }) => state === "stopped" && title === "hello").length).toBe(400);
});

test("a state directory that cannot be read is no empty list", async () => {
  const at = place();
  writeFileSync(join(at.path, "file"), "");
  const { code, stdout, stderr } = await run(["sessions", "--state-dir", join(at.path, "file")]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^agent: cannot list the sessions: \/.*\/file\/sessions-v1: not-a-file \(ENOTDIR\)\n$/);
  // Nor is a session that is named there one that does not exist.
  expect((await run(["attach", "some", "--state-dir", join(at.path, "file")])).stderr).toBe(stderr);
  const none = await run(["sessions", "--state-dir", join(at.path, "none")]);
  expect(none).toMatchObject({ code: 0, stderr: "there are no sessions; `agent new` begins one\n" });
});

test.each(["home", ".", ""])("with HOME %j nothing is read or written below the working directory", async (home) => {
  const at = place();
  const env = { HOME: home, XDG_STATE_HOME: "", XDG_CONFIG_HOME: "", AGENT_STATE_DIR: "" };
  for (const words of [["new", "--no-attach"], ["exec", "hello"], ["sessions"]])
    await runProcess(words, { cwd: at.path, env });
  const left = readdirSync(at.path, { recursive: true, encoding: "utf8" });
  expect(left.filter((name) => /\.local|\.config|sessions-v1/.test(name))).toEqual([]);
  const { code, stderr } = await runProcess(["new", "--no-attach"], { cwd: at.path, env });
  expect([code, stderr]).toEqual([1, "agent: there is no home directory: give `--state-dir`\n"]);
});
