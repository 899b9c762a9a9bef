/** `agent sessions finalize`, called in the process of the test on a state directory of its own (P-S40, P-S76). */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { main } from "../../src/agent/main.js";
import { openSession } from "../../src/agent/session/store/open.js";
import { item } from "../store/bench.js";

function stateOfTest(): string {
  const state = mkdtempSync(join(tmpdir(), "agent-finalize-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

function opened(state: string, sessionId: string, isNew = true) {
  return openSession({
    ...{ files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock: nodeClock, state, sessionId },
    how: isNew ? { kind: "new", workingDirectory: "/work" } : { kind: "resume" },
  });
}

/** A session whose daemon was killed within a turn, and within a write. */
async function crashed(state: string, sessionId: string): Promise<string> {
  const store = await opened(state, sessionId);
  await store.append({ t: "epoch", daemon_epoch: "0".repeat(32) });
  await store.append({ t: "prompt", prompt_id: "p", generation: 0, model: "m", facet: null, item: item(0) });
  await store.close();
  appendFileSync(join(store.paths.log, "000001.log"), '0123abcd {"n":4');
  return store.directory;
}

async function run(state: string, ...words: readonly string[]) {
  const said = { stdout: "", stderr: "" };
  const output = (name: keyof typeof said) => ({
    write(text: string, done?: () => void) {
      said[name] += text;
      done?.();
    },
  });
  const argv = ["node", "agent", "sessions", "finalize", ...words, "--state-dir", state];
  const terminal = { argv, stdin: Readable.from([]), stdout: output("stdout"), stderr: output("stderr"), env: {} };
  return { code: await main(terminal as unknown as Parameters<typeof main>[0]), ...said };
}

test("a crashed session ends in order: its open turn is interrupted, its unfinished write is cut off, its lock is free", async () => {
  const state = stateOfTest();
  const directory = await crashed(state, "session-crashed");
  const ended = await run(state, "crashed");
  expect(ended).toEqual({
    code: 0,
    stdout:
      "session-crashed has ended in order now, with 2 items of history; 15 bytes of an unfinished write were cut off\n",
    stderr: "",
  });
  expect(JSON.parse(readFileSync(join(directory, "final.json"), "utf8"))).toMatchObject({ total_items: 2, entries: 5 });
  expect(readFileSync(join(directory, "log", "000001.log"), "utf8")).toContain('"outcome":"interrupted"');
  expect(existsSync(join(directory, "lock"))).toBe(false);
  expect(await run(state, "session-crashed")).toEqual({
    ...{ code: 0, stdout: "session-crashed has ended in order already\n", stderr: "" },
  });
  const again = await opened(state, "session-crashed", false);
  expect([again.totalItems, again.recovered.openPrompt]).toEqual([2, undefined]);
  await again.finalize();
});

test("as JSON it says what it has done", async () => {
  const state = stateOfTest();
  await crashed(state, "one");
  const { stdout } = await run(state, "one", "--format", "json");
  expect(JSON.parse(stdout)).toEqual({
    ...{ version: 1, session_id: "one", status: "finalized", total_items: 2, cut_off_bytes: 15, ended_processes: 0 },
  });
  expect(JSON.parse((await run(state, "one", "--format", "json")).stdout)).toEqual({
    ...{ version: 1, session_id: "one", status: "unchanged" },
  });
});

test("a running, a damaged and an unknown session are refused, and stay as they are", async () => {
  const state = stateOfTest();
  const running = await opened(state, "running");
  expect(await run(state, "running")).toEqual({
    ...{ code: 1, stdout: "", stderr: "agent: the session runs; `agent stop running` ends it in order\n" },
  });
  await running.close();
  const directory = await crashed(state, "damaged");
  const log = join(directory, "log", "000001.log");
  // The line after the damaged one shows that it was on the disk.
  const text = readFileSync(log, "utf8").replace("0".repeat(32), "1".repeat(32));
  writeFileSync(log, text);
  const damaged = await run(state, "damaged");
  expect([damaged.code, damaged.stdout]).toEqual([1, ""]);
  expect(damaged.stderr).toMatch(/^agent: 000001\.log of the log is damaged at byte \d+\n$/);
  expect(readFileSync(log, "utf8")).toBe(text);
  expect(existsSync(join(directory, "final.json"))).toBe(false);
  writeFileSync(join(directory, "session.json"), "{}");
  expect((await run(state, "damaged")).stderr).toBe("agent: the session is damaged: session.json is damaged\n");
  const unknown = await run(state, "nobody");
  expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
  expect(unknown.stderr).toMatch(/^agent: there is no session of this name/);
});
