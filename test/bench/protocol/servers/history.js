/**
 * A hub's routes of stopped sessions over a state directory, as a process. `node history.js <state directory>`. It says its port; asked
 * over its channel, it says the longest wait of its event loop and the processor time since it was last asked, in milliseconds, and the most
 * memory that it has held, in MiB.
 */

import { StoppedHistory } from "../../../../dist/agent/fleet/hub/history/stopped-history.js";
import { nodeClock as clock } from "../../../../dist/agent/machine/interfaces/clock.js";
import { logTo } from "../../../../dist/agent/machine/interfaces/log.js";
import { nodeRandom as random } from "../../../../dist/agent/machine/interfaces/random.js";
import { nodeFiles as files } from "../../../../dist/agent/machine/node/files.js";
import { nodeListen } from "../../../../dist/agent/machine/node/listen.js";
import { nodeProcesses } from "../../../../dist/agent/machine/node/processes.js";
import { routerOf } from "../../../../dist/agent/wire/protocol/router.js";
import { TokenCodec } from "../../../../dist/agent/wire/protocol/token.js";
import { gateOf } from "../../../../dist/agent/wire/server/gate.js";
import { serverOf } from "../../../../dist/agent/wire/server/server.js";
import { hubRoutes } from "../../../../dist/generated/protocol/tables.js";
import { TOKEN } from "../token.js";

const [state] = process.argv.slice(2);
const log = logTo(() => {}, clock);
const parts = { files, processes: nodeProcesses(), clock, random, log, state };
const stopped = new StoppedHistory({ ...parts, codec: new TokenCodec(random.bytes(32)), epoch: "bench" });
await stopped.start();
const { history, attachment } = hubRoutes;
const routes = { history, attachment };
const served = { routes, router: routerOf(routes), readBody: () => ({ kind: "body" }), uncounted: new Set() };
const handlers = { history: stopped.history, attachment: stopped.attachment };
const answering = serverOf({ served, gate: gateOf(TOKEN), handlers, log, random, isStopping: () => false });
const patience = {
  clock,
  headerTimeout: 10_000,
  bodyTimeout: 10_000,
  bodyTime: 60_000,
  bodyPace: 64_000,
  headerBytes: 16_384,
};
const { url } = await nodeListen(
  { host: "127.0.0.1", port: 0, ...patience, strangers: 256, connections: 100 },
  answering,
);

let [longest, last, used] = [0, performance.now(), process.cpuUsage()];
// A wait counts as far as this process has worked in it: on a busy machine others work as well.
setInterval(() => {
  const [wall, { user, system }] = [performance.now() - last, process.cpuUsage(used)];
  longest = Math.max(longest, Math.min(wall, (user + system) / 1000));
  [last, used] = [performance.now(), process.cpuUsage()];
}, 1);
let sinceAsked = process.cpuUsage();
process.on("message", () => {
  const { user, system } = process.cpuUsage(sinceAsked);
  const memory = process.resourceUsage().maxRSS / 1024;
  process.send({ blocked: longest, processor: (user + system) / 1000, memory });
  [longest, sinceAsked] = [0, process.cpuUsage()];
});
process.send({ port: Number(new URL(url).port) });
