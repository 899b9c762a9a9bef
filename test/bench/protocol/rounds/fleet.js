/**
 * P11: a hub with so many daemons, each a small HTTP server, and so many subscribers of its events. `node fleet.js <daemons> <subscribers> <seconds>`. It
 * says the greatest distance of two heartbeats of a subscriber from 15 seconds, and the hub's processor time and memory.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runningDaemon, startHub } from "../hub.js";

const [daemons, subscribers, seconds] = process.argv.slice(2).map(Number);
const HEARTBEAT = 15_000;
const state = mkdtempSync(join(tmpdir(), "agentcfg-bench-fleet-"));

/** A daemon that answers with its summary, which changes once in a while. */
async function daemonOf(number) {
  const session_id = `bench-${String(number).padStart(4, "0")}`;
  const [epoch, at] = [`epoch-${number}`, new Date().toISOString()];
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const body = JSON.stringify({
      ...{ version: 1, daemon_epoch: epoch, session_id, state: "idle", busy: false, attention: false },
      ...{
        cursor: "A".repeat(46),
        catalog_revision: "1",
        history_total_items: Math.floor(asked / 4),
        title: "a title",
      },
      ...{ project: "/work", model: "sonnet", facet: null, queue_length: 0, updated_at: at },
    });
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  runningDaemon(state, session_id, { daemon_epoch: epoch, port: server.address().port });
  return { count: () => asked, close: () => server.close() };
}

/** A subscriber, with the moments of its heartbeats. */
function subscribe(hub, cursor) {
  const beats = [];
  const socket = connect({ port: hub.port, host: "127.0.0.1" });
  const opened = new Promise((resolve, reject) => {
    socket.once("data", resolve);
    socket.once("error", reject);
  });
  socket.on("data", (bytes) => {
    if (bytes.includes("event: heartbeat")) beats.push(performance.now());
  });
  const about = `host: 127.0.0.1:${hub.port}\r\nauthorization: Bearer ${hub.token}\r\naccept: text/event-stream\r\n`;
  socket.write(`GET /api/v1/events?after=${cursor} HTTP/1.1\r\n${about}\r\n`);
  return { beats, opened, socket };
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

try {
  const all = await Promise.all(Array.from({ length: daemons }, (_, number) => daemonOf(number)));
  const hub = await startHub(state);
  try {
    const { cursor } = await hub.get("/api/v1/catalog");
    const readers = [];
    for (let each = 0; each < subscribers; each += 1) {
      readers.push(subscribe(hub, cursor));
      if (each % 50 === 49) await Promise.all(readers.slice(-50).map(({ opened }) => opened));
    }
    await Promise.all(readers.map(({ opened }) => opened));
    const [before, from] = [hub.processor(), performance.now()];
    let memory = 0;
    let stale = 0;
    for (let left = seconds; left > 0; left -= 1) {
      await wait(1000);
      memory = Math.max(memory, hub.memory());
      if (left > seconds - 10) continue;
      for (let snapshot = "", page = await hub.get("/api/v1/catalog"); page; ) {
        stale += page.sessions.filter(({ fresh }) => !fresh).length;
        snapshot = page.snapshot;
        const { next_page: next } = page.page;
        page = next && (await hub.get(`/api/v1/catalog?snapshot=${snapshot}&page=${next}`));
      }
    }
    const cores = ((hub.processor() - before) * 1000) / (performance.now() - from);
    const distances = readers.flatMap(({ beats }) =>
      beats.slice(1).map((at, index) => Math.abs(at - beats[index] - HEARTBEAT)),
    );
    if (readers.some(({ beats }) => beats.length < Math.floor((seconds * 1000) / HEARTBEAT)))
      throw new Error("a subscriber missed a heartbeat");
    const rounds = Math.min(...all.map(({ count }) => count()));
    if (rounds === 0) throw new Error("a daemon was not asked");
    if (stale > 0) throw new Error(`${stale} rows of daemons that answer were stale`);
    console.log(JSON.stringify({ late: Math.max(...distances), cores, memory, rounds }));
    for (const { socket } of readers) socket.destroy();
  } finally {
    await hub.stop();
  }
} finally {
  rmSync(state, { recursive: true, force: true });
}
process.exit();
