/**
 * P4: records in a second that a client replays into a callback, from a server that keeps 8,192 of them. `node replay.js <server> …`. Ours are
 * read as lines and folded, as a client's state is; the other server gives an array of JSON for each request.
 */

import { fold } from "../../../../dist/agent/wire/core/session.js";
import { stateOf } from "../../../../dist/agent/wire/core/snapshot.js";
import { NdjsonReader } from "../../../../dist/agent/wire/protocol/ndjson.js";
import { startServer } from "../servers/start.js";

const COUNT = 8192;
const [which, ...rest] = process.argv.slice(2);
const { where, ask, stop } = await startServer(which, ...rest);
const origin = `http://127.0.0.1:${where.port}`;

async function ours(apply) {
  const headers = { ...where.headers, accept: "application/x-ndjson" };
  let state = stateOf(await (await fetch(`${origin}/sync`, { headers })).json());
  const response = await fetch(origin + where.path, { headers });
  const reader = new NdjsonReader();
  // Leaving the loop ends the connection.
  for await (const bytes of response.body)
    for (const text of reader.push(bytes)) {
      const message = JSON.parse(text);
      if (message.event !== "frame") continue;
      for (const record of message.records) {
        state = fold(state, record);
        apply(record);
      }
      if (message.caught_up) return;
    }
}

async function durable(apply) {
  for (let offset = "-1"; ; ) {
    const response = await fetch(`${origin}/bench?offset=${offset}`);
    for (const record of await response.json()) apply(record);
    if (response.headers.get("stream-up-to-date") === "true") return;
    offset = response.headers.get("stream-next-offset");
  }
}

const replay = which === "ours" ? ours : durable;

async function timed() {
  let next = 0;
  const start = performance.now();
  await replay(({ offset }) => {
    if (offset !== next) throw new Error(`record ${offset} came where ${next} should`);
    next += 1;
  });
  if (next !== COUNT) throw new Error(`${next} records`);
  return (COUNT * 1000) / (performance.now() - start);
}

await ask({ burst: COUNT });
const rates = [];
for (let each = 0; each < 9; each += 1) rates.push(await timed());
console.log(JSON.stringify({ rate: rates.toSorted((a, b) => a - b)[4] }));
stop();
process.exit();
