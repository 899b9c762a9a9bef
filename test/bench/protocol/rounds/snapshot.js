/** P7: answers to `GET /sync` in a second, over connections that each wait for one. `node snapshot.js <connections> <seconds> <server> …`. */
import { callerOf } from "../caller.js";
import { startServer } from "../servers/start.js";

const [count, seconds, ...server] = process.argv.slice(2);
const { where, stop } = await startServer(...server);
const callers = await Promise.all(Array.from({ length: Number(count) }, () => callerOf(where.port, "/sync")));

async function during(milliseconds) {
  const start = performance.now();
  let answers = 0;
  await Promise.all(
    callers.map(async ({ call }) => {
      while (performance.now() - start < milliseconds) {
        const { status } = await call();
        if (status !== 200) throw new Error(`status ${status}`);
        answers += 1;
      }
    }),
  );
  return (answers * 1000) / (performance.now() - start);
}

const snapshot = JSON.parse((await callers[0].call()).body);
await during(500);
console.log(JSON.stringify({ rate: await during(1000 * seconds), keys: Object.keys(snapshot).sort().join() }));
stop();
process.exit();
