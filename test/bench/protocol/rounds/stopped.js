/**
 * So many stopped sessions: how often the time of one `readdir` and `stat` of them fits into that from the hub's start to the first page of its catalog,
 * and the hub's memory and processor time while nothing changes. `node stopped.js <sessions> <seconds>`.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callerOf } from "../caller.js";
import { sessionFiles, startHub } from "../hub.js";

const [count, seconds] = process.argv.slice(2).map(Number);
const state = mkdtempSync(join(tmpdir(), "agentcfg-bench-stopped-"));
const sessions = join(state, "sessions-v1");

try {
  for (let number = 0; number < count; number += 1) {
    const session_id = `bench-${String(number).padStart(6, "0")}`;
    const folder = join(sessions, session_id);
    mkdirSync(join(folder, "log"), { recursive: true, mode: 0o700 });
    for (const [name, value] of Object.entries(sessionFiles(session_id, `/projects/project-${number % 50}`)))
      writeFileSync(join(folder, name), JSON.stringify(value), { mode: 0o600 });
  }
  const looks = Array.from({ length: 5 }, () => {
    const start = performance.now();
    for (const name of readdirSync(sessions)) statSync(join(sessions, name));
    return performance.now() - start;
  });
  const look = looks.toSorted((a, b) => a - b)[2];

  const hub = await startHub(state);
  try {
    const { page } = await hub.get("/api/v1/catalog");
    const first = performance.now() - hub.start;
    if (page.total !== count + Math.min(50, count)) throw new Error(`${page.total} entries`);
    // The first looks read again what has changed within two seconds.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const caller = await callerOf(hub.port, "/api/v1/sessions/bench-000000", hub.token);
    const [before, from] = [hub.processor(), performance.now()];
    const times = [];
    while (performance.now() - from < seconds * 1000) {
      const start = performance.now();
      await caller.call();
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const cores = ((hub.processor() - before) * 1000) / (performance.now() - from);
    caller.close();
    const sorted = times.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)];
    console.log(JSON.stringify({ first, look, times: first / look, cores, p99, memory: hub.memory() }));
  } finally {
    await hub.stop();
  }
} finally {
  rmSync(state, { recursive: true, force: true });
}
