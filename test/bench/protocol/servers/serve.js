/**
 * A server of a stream, as a process that is told over its channel what to announce. `node serve.js <which> [folder of the peers]`. It says its
 * port and how it is read, `done` when it has announced what it was told to, and the most memory that it held since it was last asked.
 */
import { recordOf } from "../records.js";

const [which, ...rest] = process.argv.slice(2);
const { listen } = await import(`./${which}.js`);
const { publish, ...where } = await listen(...rest);
let next = 0;
let peak = 0;

/** Records that are announced in one turn of the event loop. */
const SLICE = 256;

function burst(count) {
  const now = Math.min(count, SLICE);
  for (let index = 0; index < now; index += 1) publish(next++, recordOf);
  if (count > now) setImmediate(burst, count - now);
  else process.send({ done: next });
}

/** So many a second, evenly: what a timer is late by is made up for. */
function steadily({ rate, seconds }) {
  const [start, first] = [performance.now(), next];
  const timer = setInterval(() => {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - start) * rate) / 1000));
    while (next - first < due) publish(next++, recordOf);
    peak = Math.max(peak, process.memoryUsage.rss());
    if (due < rate * seconds) return;
    clearInterval(timer);
    process.send({ done: next });
  }, 1);
}

process.on("message", (told) => {
  if ("burst" in told) burst(told.burst);
  if ("rate" in told) steadily(told);
  if ("memory" in told) {
    process.send({ now: process.memoryUsage.rss(), peak });
    peak = 0;
  }
});
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.send(where);
