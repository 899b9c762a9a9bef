/** `node:http` with the same look at the bearer, and the same answer, made anew each time. Started by itself, it says where it is. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { TOKEN } from "../token.js";

const sha256 = (text) => createHash("sha256").update(text).digest();
const digest = sha256(TOKEN);

/** What a daemon says of a session where nothing has happened. */
const token = "AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const no = (reason) => ({ available: false, reason });
const SNAPSHOT = {
  ...{ version: 1, daemon_epoch: "0123456789abcdef0123456789abcdef", cursor: token, busy: false, attention: false },
  ...{ history_checkpoint: token, history_total_items: 0, catalog_revision: "0" },
  features: ["session.sync.v1", "session.history.v1"],
  session: { session_id: "bench", title: null, created_at: "2026-11-23T08:45:12.000Z" },
  turn: { state: "idle", generation: 0 },
  actions: {
    ...{ prompt: { available: true }, queue_input: no("not_found"), dequeue_newest: no("not_found") },
    ...{ respond: no("not_found"), cancel: no("turn_not_running"), compact: no("not_found") },
  },
  ...{ queue: { revision: "0", items: [] }, interrogatives: [], open_items: [], operation_window: null },
};

export async function listen() {
  const server = createServer((request, response) => {
    const [, bearer = ""] = /^bearer +([!-~]+)$/i.exec(request.headers.authorization ?? "") ?? [];
    const isKnown = timingSafeEqual(sha256(bearer), digest);
    const body = JSON.stringify(isKnown ? SNAPSHOT : { code: "unauthorized" });
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    response.writeHead(isKnown ? 200 : 401, headers).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, headers: { authorization: `Bearer ${TOKEN}` } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { port } = await listen();
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
}
