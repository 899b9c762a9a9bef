/** P3: from making a record to its arrival at each reader, at 1,000 a second. `node latency.js <readers> <seconds> <server> …`. */
import { eachMoment, endOfRun, Reader } from "../reader.js";
import { startServer } from "../servers/start.js";

const RATE = 1000;
const [count, length, ...server] = process.argv.slice(2);
const seconds = Number(length);
const { where, ask, stop } = await startServer(...server);
const took = new Float64Array(2 * RATE * seconds * count);
let found = 0;
let isWarm = false;
const kept = [];
const readers = Array.from(
  { length: Number(count) },
  (_, index) =>
    new Reader(where, (bytes) => {
      const now = Number(process.hrtime.bigint());
      if (index === 0) kept.push(Buffer.from(bytes));
      if (isWarm)
        eachMoment(bytes, (moment) => {
          took[found++] = (now - moment) / 1e6;
        });
    }),
);
await Promise.all(readers.map(({ opened }) => opened));
await ask({ rate: RATE, seconds: 1 });
isWarm = true;
const done = (await ask({ rate: RATE, seconds })).done;
while (readers.some(({ last }) => last < done - 1)) await new Promise((resolve) => setTimeout(resolve, 10));
if (endOfRun(Buffer.concat(kept), 0) !== done) throw new Error("a reader did not get every record");
const sorted = took.subarray(0, found).sort();
const at = (part) => sorted[Math.floor(found * part)];
console.log(JSON.stringify({ p50: at(0.5), p99: at(0.99) }));
stop();
process.exit();
