/**
 * P12 and P13: the history of a stopped session from a hub. `node history.js items`: a capture of 100,000 items in milliseconds, the longest
 * wait of the event loop meanwhile, the 99th percentile of all pages, and the processor time of one. `node history.js attachment`: an
 * attachment of 1 GiB in 128 ranges, by turns from the hub and from a bare `node:http` server: MB in a second of both, read the same way, MB
 * in a second of processor time of both and of reading and base64 alone, and the most MiB that the hub has held.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeClock as clock } from "../../../../dist/agent/machine/interfaces/clock.js";
import { nodeRandom as random } from "../../../../dist/agent/machine/interfaces/random.js";
import { nodeFiles as files } from "../../../../dist/agent/machine/node/files.js";
import { nodeProcesses } from "../../../../dist/agent/machine/node/processes.js";
import { openSession } from "../../../../dist/agent/session/store/open.js";
import { callerOf } from "../caller.js";
import { TOKEN } from "../token.js";

const agent = new Agent({ keepAlive: true });
const MIB = 2 ** 20;
/** Bytes of a range. Items and attachment together fill the spool. */
const RANGE = 8 * MIB;
const LENGTH = 128 * RANGE - 65_536;
/** Bytes that become base64 at once: V8 takes many times as long for longer texts. */
const STEP = 3 * 16_384;
/** Bytes of one turn of each. */
const TURN = 16 * RANGE;

const state = mkdtempSync(join(tmpdir(), "agentcfg-bench-history-"));

const item = (index, more = {}) => ({
  ...{ item_id: `item-${index}`, index, kind: "user_message", at: "2027-01-15T08:00:00.000Z" },
  ...{ attribution: { kind: "captured", facet: null, model: null }, secret_coverage: "captured" },
  ...{ text: `${index} ${"three blind mice ".repeat(10)}`, ...more },
});

async function session(count, more) {
  const how = { kind: "new", workingDirectory: state };
  const store = await openSession({ files, clock, random, processes: nodeProcesses(), state, sessionId: "s", how });
  for (let from = 0; from < count; from += 1000) {
    const some = Array.from({ length: Math.min(1000, count - from) }, (_, at) => item(from + at, more));
    await Promise.all(some.map((one) => store.append({ t: "item", item: one })));
  }
  await store.finalize();
}

/** An attachment that is written piece by piece, under its digest. */
function attachment() {
  const folder = join(state, "sessions-v1", "s", "attachments");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [digest, file] = [createHash("sha256"), openSync(join(folder, "new"), "w", 0o600)];
  const piece = Buffer.alloc(65_536);
  for (let at = 0; at < LENGTH; at += piece.length) {
    piece.writeUInt32LE(at / piece.length, (at / piece.length) % 1000);
    digest.update(piece);
    writeSync(file, piece);
  }
  closeSync(file);
  const id = digest.digest("hex");
  renameSync(join(folder, "new"), join(folder, id));
  return { id, path: join(folder, id) };
}

/** MB in a second of processor time of reading a part of a file and making base64 of it, a range at a time. */
function plain(path, from = 0, to = LENGTH) {
  const [file, bytes] = [openSync(path, "r"), Buffer.alloc(RANGE)];
  const before = process.cpuUsage();
  let made = 0;
  for (let at = from; at < to; at += RANGE) {
    const read = readSync(file, bytes, 0, RANGE, at);
    for (let step = 0; step < read; step += STEP)
      made += bytes.toString("base64", step, Math.min(step + STEP, read)).length;
  }
  closeSync(file);
  if (made < to - from) throw new Error("not read");
  const { user, system } = process.cpuUsage(before);
  return (to - from) / (user + system);
}

async function hub() {
  const { port, measured, end } = await started("history", state);
  const caller = await callerOf(port, "/");
  const get = async (path) => {
    const { status, body } = await caller.send("GET", `/api/v1/sessions/s${path}`, "");
    if (status !== 200) throw new Error(`status ${status}: ${body}`);
    return body;
  };
  const stop = () => {
    caller.close();
    end();
  };
  return { get, port, measured, stop };
}

/** A server of its own process. */
async function started(name, ...words) {
  const server = fileURLToPath(new URL(`../servers/${name}.js`, import.meta.url));
  const child = fork(server, words, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const answer = () => new Promise((resolve) => child.once("message", resolve));
  const { port } = await answer();
  const measured = () => {
    child.send("measure");
    return answer();
  };
  return { port, measured, end: () => child.kill() };
}

/** Bytes of an answer, which are not kept. */
function count(port, path) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const asked = request({ agent, port, host: "127.0.0.1", path, headers }, (answer) => {
      let bytes = 0;
      answer.on("data", ({ length }) => {
        bytes += length;
      });
      answer.on("end", () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(path))));
    });
    asked.on("error", reject).end();
  });
}

async function items() {
  await session(100_000);
  const { get, measured, stop } = await hub();
  await measured();
  const start = performance.now();
  let page = JSON.parse(await get("/history"));
  const captured = performance.now() - start;
  const { blocked } = await measured();
  const times = [];
  while (page.next_page !== null) {
    const begun = performance.now();
    const body = await get(`/history?checkpoint=${page.checkpoint}&page=${page.next_page}`);
    times.push(performance.now() - begun);
    page = JSON.parse(body);
  }
  const { memory, processor } = await measured();
  stop();
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
  return { captured, blocked, p99, each: processor / times.length, pages: times.length + 1, memory };
}

async function ranges() {
  const { id, path } = attachment();
  const listed = { artifact_id: id, media_type: "application/octet-stream", total_length: LENGTH, scrubbed: false };
  await session(1, { attachments: [listed] });
  plain(path);
  const { get, port, measured, stop } = await hub();
  const bare = await started("ranges", path, String(RANGE));
  const start = performance.now();
  const { checkpoint } = JSON.parse(await get("/history"));
  const captured = performance.now() - start;
  const { blocked } = await measured();
  const places = {
    hub: { port, measured, to: (at) => `/api/v1/sessions/s/attachments/${id}?checkpoint=${checkpoint}&offset=${at}` },
    bare: { ...bare, to: (at) => `/${at}` },
  };
  const [times, processor, alone] = [{ hub: 0, bare: 0 }, { hub: 0, bare: 0 }, []];
  for (let from = 0; from < LENGTH; from += TURN) {
    alone.push(plain(path, from, Math.min(LENGTH, from + TURN)));
    for (const [name, place] of Object.entries(places)) {
      await place.measured();
      const begun = performance.now();
      for (let at = from; at < Math.min(LENGTH, from + TURN); at += RANGE) {
        const bytes = await count(place.port, place.to(at));
        if (bytes < Math.min(RANGE, LENGTH - at)) throw new Error("too short");
      }
      times[name] += performance.now() - begun;
      processor[name] += (await place.measured()).processor;
    }
  }
  const { memory } = await measured();
  stop();
  bare.end();
  agent.destroy();
  const [rate, bareRate] = [LENGTH / 1000 / times.hub, LENGTH / 1000 / times.bare];
  const [spent, bareSpent] = [LENGTH / 1000 / processor.hub, LENGTH / 1000 / processor.bare];
  const plainSpent = alone.toSorted((a, b) => a - b)[Math.floor(alone.length / 2)];
  return { captured, blocked, rate, bare: bareRate, spent, bareSpent, plain: plainSpent, memory };
}

try {
  console.log(JSON.stringify(process.argv[2] === "items" ? await items() : await ranges()));
} finally {
  rmSync(state, { recursive: true, force: true });
}
