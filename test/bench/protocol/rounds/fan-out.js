/** P1: how many records a second reach readers, each counted. `node fan-out.js <readers> <server> …`. */
import { endOfRun, Reader } from "../reader.js";
import { startServer } from "../servers/start.js";

const [count, ...server] = process.argv.slice(2);
const { where, ask, stop } = await startServer(...server);
const kept = Array.from({ length: Number(count) }, () => []);
let isKept = true;
let got = () => {};
const readers = kept.map(
  (chunks) =>
    new Reader(where, (bytes) => {
      if (isKept) chunks.push(Buffer.from(bytes));
      got();
    }),
);
await Promise.all(readers.map(({ opened }) => opened));

/** Resolves when every reader has this record. */
function reached(number) {
  return new Promise((resolve) => {
    got = () => {
      if (readers.every(({ last }) => last >= number)) resolve();
    };
    got();
  });
}

/** Records on the way to the slowest reader at most: less than a daemon keeps. */
const WINDOW = 2000;
let told = 0;

async function send(windows) {
  for (let each = 0; each < windows; each += 1) {
    told += WINDOW;
    const done = ask({ burst: WINDOW });
    await reached(told - 1 - WINDOW);
    await done;
  }
  await reached(told - 1);
}

// What is compared is looked at before the clock runs, which warms both sides up as well.
await send(2);
isKept = false;
for (const chunks of kept) {
  const end = endOfRun(Buffer.concat(chunks), 0);
  if (end !== told) throw new Error(`a reader got ${end} records of ${told}`);
}
await send(2);
const before = told;
const start = performance.now();
while (performance.now() - start < 1500) await send(4);
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ rate: ((told - before) * readers.length) / seconds }));
stop();
process.exit();
