/** The daemon's own gate, routes, stream and readers around a session of its own, so that what it announces can be told. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeClock as clock } from "../../../../dist/agent/machine/interfaces/clock.js";
import { logTo } from "../../../../dist/agent/machine/interfaces/log.js";
import { nodeRandom as random } from "../../../../dist/agent/machine/interfaces/random.js";
import { nodeFiles as files } from "../../../../dist/agent/machine/node/files.js";
import { nodeListen } from "../../../../dist/agent/machine/node/listen.js";
import { nodeProcesses } from "../../../../dist/agent/machine/node/processes.js";
import { Catalog } from "../../../../dist/agent/session/catalog/catalog.js";
import { Checkpoints } from "../../../../dist/agent/session/daemon/checkpoints.js";
import { SessionJournal } from "../../../../dist/agent/session/daemon/journal.js";
import { Operations } from "../../../../dist/agent/session/daemon/operations.js";
import { daemonState } from "../../../../dist/agent/session/daemon/routes/catalog.js";
import { events, sync } from "../../../../dist/agent/session/daemon/routes/session.js";
import { daemonServed } from "../../../../dist/agent/session/daemon/served.js";
import { openSession } from "../../../../dist/agent/session/store/open.js";
import { Elapsed } from "../../../../dist/agent/wire/core/elapsed.js";
import { TokenCodec } from "../../../../dist/agent/wire/protocol/token.js";
import { gateOf } from "../../../../dist/agent/wire/server/gate.js";
import { Readers } from "../../../../dist/agent/wire/server/readers.js";
import { serverOf } from "../../../../dist/agent/wire/server/server.js";
import { loaded } from "../loaded.js";
import { bodyOf } from "../records.js";
import { TOKEN } from "../token.js";

/** `tools` and `models`: how many of them its catalog has. */
export async function listen(tools = "0", models = "1") {
  const state = mkdtempSync(join(tmpdir(), "agentcfg-bench-state-"));
  process.on("exit", () => rmSync(state, { recursive: true, force: true }));
  const how = { kind: "new", workingDirectory: state };
  const store = await openSession({ files, clock, random, processes: nodeProcesses(), state, sessionId: "bench", how });
  const epoch = "0123456789abcdef0123456789abcdef";
  const begins = { facet: null, permissionMonitor: "standard" };
  const session = new SessionJournal(
    store,
    { epoch, codec: new TokenCodec(random.bytes(32)), begins },
    { clock, random },
  );
  const log = logTo(() => {}, clock);
  const catalog = new Catalog(session, clock, log);
  catalog.publish(loaded(Number(tools), Number(models)));
  const readers = new Readers(session, clock);
  const handlers = {
    daemonState: daemonState(catalog),
    events: events(session, readers),
    sync: sync(session, new Checkpoints(session, new Elapsed(clock)), new Operations(session, clock)),
  };
  const answering = serverOf({
    served: daemonServed,
    gate: gateOf(TOKEN),
    handlers,
    log,
    random,
    isStopping: () => false,
  });
  const patience = {
    clock,
    headerTimeout: 10_000,
    bodyTimeout: 10_000,
    bodyTime: 60_000,
    bodyPace: 64_000,
    headerBytes: 16_384,
  };
  const options = { host: "127.0.0.1", port: 0, ...patience, strangers: 256, connections: 2000 };
  const { url } = await nodeListen(options, answering);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const snapshot = await (await fetch(`${url}/sync`, { headers })).json();
  return {
    port: Number(new URL(url).port),
    path: `/events?after=${snapshot.cursor}`,
    headers: { ...headers, accept: "text/event-stream" },
    publish: (number) => session.publish(bodyOf(number)),
  };
}
