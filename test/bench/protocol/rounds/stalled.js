/** P5: what a server grows by while readers take nothing, 5,000 records a second. `node stalled.js <readers> <seconds> <server> …`. */
import { endOfRun, Reader } from "../reader.js";
import { startServer } from "../servers/start.js";

const RATE = 5000;
/** What one reader has got by then must be right, whatever it comes to. */
const LOOKED_AT = 4 * 1024 * 1024;
const [count, length, ...server] = process.argv.slice(2);
const { where, ask, stop } = await startServer(...server);
const kept = [];
let bytesKept = 0;
const readers = Array.from(
  { length: Number(count) },
  (_, index) =>
    new Reader(where, (bytes) => {
      if (index > 0 || bytesKept >= LOOKED_AT) return;
      kept.push(Buffer.from(bytes));
      bytesKept += bytes.length;
    }),
);
await Promise.all(readers.map(({ opened }) => opened));
// The server has compiled what it needs, and nobody is behind yet.
await ask({ rate: RATE, seconds: 1 });
for (const { socket } of readers) socket.pause();
const { now: before } = await ask({ memory: true });
await ask({ rate: RATE, seconds: Number(length) });
const { peak } = await ask({ memory: true });

readers[0].socket.resume();
let last;
do {
  last = bytesKept;
  await new Promise((resolve) => setTimeout(resolve, 200));
} while (bytesKept > last && bytesKept < LOOKED_AT);
if (endOfRun(Buffer.concat(kept), 0) <= RATE) throw new Error("a reader got nothing more");
console.log(JSON.stringify({ grown: (peak - before) / 1024 / 1024 }));
stop();
process.exit();
