/**
 * P18: answers to `GET /daemon-state` in a second, beside those to `GET /sync` of the same daemon, over connections that each wait for one, in turns.
 * `node catalog.js <connections> <seconds> <tools> <models>`. It says both rates, and the bytes of the catalog.
 */
import { callerOf } from "../caller.js";
import { startServer } from "../servers/start.js";

const [count, seconds, ...loaded] = process.argv.slice(2);
const { where, stop } = await startServer("ours", ...loaded);
const callers = (path) => Promise.all(Array.from({ length: Number(count) }, () => callerOf(where.port, path)));
const paths = { state: await callers("/daemon-state"), sync: await callers("/sync") };

async function answersIn(milliseconds, some) {
  const start = performance.now();
  let answers = 0;
  await Promise.all(
    some.map(async ({ call }) => {
      while (performance.now() - start < milliseconds) {
        const { status } = await call();
        if (status !== 200) throw new Error(`status ${status}`);
        answers += 1;
      }
    }),
  );
  return (answers * 1000) / (performance.now() - start);
}

/** Other work on the machine comes and goes: each rate is the median of many short turns. */
const TURN = 200;
const rates = { state: [], sync: [] };
for (let turn = -2; turn * TURN * 2 < 1000 * seconds; turn += 1)
  for (const [name, some] of Object.entries(paths)) {
    const rate = await answersIn(TURN, some);
    if (turn >= 0) rates[name].push(rate);
  }
const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
const bytes = (await paths.state[0].call()).body.length;
console.log(JSON.stringify({ state: median(rates.state), sync: median(rates.sync), bytes }));
stop();
process.exit();
