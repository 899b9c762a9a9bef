/**
 * P10: `GET /sync` of one daemon, direct and through a hub, by turns, over connections that each wait for one answer. `node proxy.js <connections> <seconds>`.
 * It says the answers in a second and the median of their milliseconds of both, and the milliseconds of a processor that each takes from the hub.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callerOf } from "../caller.js";
import { runningDaemon, startHub } from "../hub.js";
import { startServer } from "../servers/start.js";
import { TOKEN } from "../token.js";

const TURNS = 6;
const [connections, seconds] = process.argv.slice(2).map(Number);
const state = mkdtempSync(join(tmpdir(), "agentcfg-bench-proxy-"));

async function during(milliseconds, callers) {
  const start = performance.now();
  const times = [];
  await Promise.all(
    callers.map(async ({ call }) => {
      for (let at = performance.now(); at - start < milliseconds; ) {
        const { status, body } = await call();
        if (status !== 200) throw new Error(`status ${status}: ${body}`);
        const now = performance.now();
        times.push(now - at);
        at = now;
      }
    }),
  );
  return { answers: times.length, rate: (times.length * 1000) / (performance.now() - start), p50: medianOf(times) };
}

function medianOf(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

try {
  const { where, stop } = await startServer("ours");
  runningDaemon(state, "bench", { daemon_epoch: "0123456789abcdef0123456789abcdef", port: where.port });
  const hub = await startHub(state);
  try {
    const callersOf = (...where) => Promise.all(Array.from({ length: connections }, () => callerOf(...where)));
    const direct = await callersOf(where.port, "/sync", TOKEN);
    const through = await callersOf(hub.port, "/api/v1/sessions/bench/daemon/sync", hub.token);
    await during(500, direct);
    await during(500, through);
    const turns = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const alone = await during((1000 * seconds) / TURNS, direct);
      const before = hub.processor();
      const passed = await during((1000 * seconds) / TURNS, through);
      const processor = (1000 * (hub.processor() - before)) / passed.answers;
      turns.push({ rate: passed.rate, direct: alone.rate, more: passed.p50 - alone.p50, processor });
    }
    const median = (name) => medianOf(turns.map((turn) => turn[name]));
    const names = ["rate", "direct", "more", "processor"];
    console.log(JSON.stringify(Object.fromEntries(names.map((name) => [name, median(name)]))));
  } finally {
    await hub.stop();
    stop();
  }
} finally {
  rmSync(state, { recursive: true, force: true });
}
process.exit();
