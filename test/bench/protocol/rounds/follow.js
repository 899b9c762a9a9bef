/**
 * P16: processor time to follow 8,192 records with `agentcfg/client`, and to read the same bytes with `fetch` and `JSON.parse`; that of
 * its import over an empty program, and its size. `node follow.js <times>`.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { daemon } from "../../../../dist/client.js";
import { bodyOf } from "../records.js";
import { startServer } from "../servers/start.js";
import { TOKEN } from "../token.js";

const RECORDS = 8192;
const times = Number(process.argv[2]);
const { where, ask, stop } = await startServer("ours");
const url = `http://127.0.0.1:${where.port}`;
const headers = { authorization: `Bearer ${TOKEN}`, accept: "application/x-ndjson" };
const { cursor, daemon_epoch, session } = await (await fetch(`${url}/sync`, { headers })).json();
await ask({ burst: RECORDS });

async function follow() {
  const ending = new AbortController();
  const stream = { daemon_epoch, cursor, open: [{ item_id: bodyOf(0).item_id, length: 0 }] };
  let count = 0;
  const apply = () => {
    count += 1;
    if (count === RECORDS) ending.abort();
  };
  const load = () => ({ version: 1, session_id: session.session_id, items: 0, stream });
  await daemon({ url, token: TOKEN }).follow({ load, apply, signal: ending.signal });
  return count;
}

/** What any reader of the stream does: bytes to lines, lines to values, and a look at each record. */
async function read() {
  const ending = new AbortController();
  const { body } = await fetch(`${url}/events?after=${cursor}`, { headers, signal: ending.signal });
  const decoder = new TextDecoder();
  let rest = "";
  let count = 0;
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) count += JSON.parse(line).records?.length ?? 0;
    if (count >= RECORDS) break;
  }
  ending.abort();
  return count;
}

/** Milliseconds of the processor. */
async function costOf(run) {
  const before = process.cpuUsage();
  const count = await run();
  const { user, system } = process.cpuUsage(before);
  if (count !== RECORDS) throw new Error(`${count} records`);
  return (user + system) / 1000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const costs = { follow: [], read: [] };
for (let time = 0; time < times; time += 1) {
  costs.follow.push(await costOf(follow));
  costs.read.push(await costOf(read));
}

/** Milliseconds of the processor that a whole program takes, as it says itself. */
function programOf(text) {
  const program = `${text}; const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  if (status !== 0) throw new Error(`exit ${status}`);
  return Number(stdout);
}

const CLIENT = pathToFileURL("dist/client.js");
const imports = { client: [], empty: [] };
for (let time = 0; time < times; time += 1) {
  imports.client.push(programOf(`import ${JSON.stringify(CLIENT.href)};`));
  imports.empty.push(programOf("0"));
}
stop();
console.log(
  JSON.stringify({
    follow: median(costs.follow),
    read: median(costs.read),
    import: median(imports.client) - median(imports.empty),
    size: statSync(CLIENT).size / 1000,
  }),
);
process.exit();
