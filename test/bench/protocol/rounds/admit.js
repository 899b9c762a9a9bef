/**
 * P8: durable admissions of a real daemon on this disk. `node admit.js`. It says milliseconds of one correlated prompt from its request to
 * its answer, those of one append with `fdatasync`, and correlated commands in a second: one after the other, and 64 in flight.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callerOf } from "../caller.js";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const state = mkdtempSync(join(tmpdir(), "agentcfg-bench-admit-"));
const agent = (...words) => {
  const all = [join(root, "bin/agent.cjs"), ...words, "--state-dir", state];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: "utf8" });
  if (status !== 0) throw new Error(`agent ${words[0]}: exit ${status}\n${stderr}`);
  return stdout;
};

/** Milliseconds of each of so many calls. */
async function timed(count, work) {
  const times = [];
  for (let each = 0; each < count; each += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count / 2)];
}

function appends() {
  const file = openSync(join(state, "append"), "a");
  const line = Buffer.alloc(600, "x");
  const append = async () => {
    writeSync(file, line);
    fdatasyncSync(file);
  };
  return { append, close: () => closeSync(file) };
}

try {
  const config = join(root, "fixtures/protocol/offline.yaml");
  const session = JSON.parse(agent("new", "--no-attach", "--format", "json", "--global", config, "--no-project"));
  const { token } = JSON.parse(readFileSync(session.credential_file, "utf8"));
  const port = Number(new URL(session.url).port);
  const first = await callerOf(port, "/sync", token);
  const { daemon_epoch, operation_window } = JSON.parse((await first.call()).body);
  const context = () => ({ daemon_epoch, window: operation_window.window, operation: randomUUID() });
  const expectOk = ({ status, body }) => {
    if (status > 299) throw new Error(`status ${status}: ${body}`);
  };
  const dequeue = async (caller) =>
    expectOk(await caller.send("DELETE", "/turn/input/newest", JSON.stringify({ operation_context: context() })));
  const idle = async () => {
    while (JSON.parse((await first.call()).body).busy);
  };
  const prompt = async () => {
    const body = JSON.stringify({ content: "hello", operation_context: context() });
    expectOk(await first.send("POST", "/prompt", body));
  };

  for (let each = 0; each < 100; each += 1) await dequeue(first);
  const { append, close } = appends();
  const admissions = [];
  for (let each = 0; each < 60; each += 1) {
    admissions.push(await timed(1, prompt));
    await idle();
  }
  const alone = admissions.toSorted((a, b) => a - b)[30];
  const synced = await timed(300, append);
  close();
  const serial = 1000 / (await timed(400, () => dequeue(first)));
  const count = 3200;
  // The daemon ends connections that say nothing: they are opened when they are needed.
  const callers = await Promise.all(Array.from({ length: 64 }, () => callerOf(port, "/sync", token)));
  const start = performance.now();
  await Promise.all(
    callers.map(async (caller) => {
      for (let each = 0; each < count / callers.length; each += 1) await dequeue(caller);
    }),
  );
  const together = (count * 1000) / (performance.now() - start);
  for (const { close } of [first, ...callers]) close();
  agent("stop", session.session_id);
  console.log(JSON.stringify({ alone, synced, serial, together }));
} finally {
  rmSync(state, { recursive: true, force: true });
}
