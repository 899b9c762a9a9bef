/** Every code of spec 7 that a route of the daemon has, reached by a request (C274). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { daemonRoutes, limits } from "../../src/generated/protocol/tables.js";
import type { HistoryPage, ProtocolError } from "../../src/generated/protocol/types.js";
import { isProtocolError } from "../../src/generated/protocol/validators.js";
import { single } from "../model/asking.js";
import { delta, event, finish, modelServer, saying, streaming } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";
import { contextOf, operationId } from "./operation.js";

const LOG = "/state/sessions-v1/session-1/log/000001.log";

/** A session with one turn, of which the model has said so much that a record and an item hold its beginning alone. */
async function begun() {
  const disk = new Disk(1);
  const server = await modelServer(saying("x".repeat(300_000)));
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  await bench.turn("go");
  const artifact = (await bench.get("/history")).json<HistoryPage>().items[1]?.elided?.artifact_id;
  return { bench, disk, server, artifact: artifact ?? expect.unreachable("no artifact") };
}

type Begun = Awaited<ReturnType<typeof begun>>;

const attachment = async ({ bench, artifact }: Begun, query = "", id = artifact): Promise<TestExchange> =>
  bench.get(`/attachments/${id}?checkpoint=${(await bench.sync()).history_checkpoint}${query}`);

const REACHED: Readonly<Record<string, readonly [status: number, reach: (begun: Begun) => Promise<TestExchange>]>> = {
  invalid_cursor: [400, ({ bench }) => bench.get("/events?after=x")],
  cursor_wrong_session: [
    400,
    async ({ bench, disk }) => {
      const other = await running({ disk, session: "session-2" });
      return bench.get(`/events?after=${(await other.sync()).cursor}`);
    },
  ],
  invalid_checkpoint: [400, ({ bench }) => bench.get("/history?checkpoint=x")],
  attachment_range_invalid: [400, (begun) => attachment(begun, "&length=0")],
  epoch_mismatch: [
    409,
    async ({ bench }) => {
      const operation_context = { ...(await contextOf(bench)), daemon_epoch: "another" };
      return bench.post("/prompt", { operation_context });
    },
  ],
  operation_payload_conflict: [
    409,
    async ({ bench }) => {
      const operation_context = await contextOf(bench);
      await bench.delete("/turn/input/newest", { operation_context });
      return bench.post("/prompt", { operation_context });
    },
  ],
  turn_in_flight: [
    409,
    async ({ bench }) => {
      const [, second] = await Promise.all([bench.post("/prompt"), bench.post("/prompt")]);
      return second;
    },
  ],
  cursor_too_old: [
    410,
    async ({ bench, server }) => {
      const { cursor } = await bench.sync();
      // Each KiB is a record, and each change of kind another item: so many as the daemon keeps, and some.
      const piece = "y".repeat(limits.deltaBytes);
      const pieces = [delta(piece), event({ choices: [{ index: 0, delta: { reasoning_content: piece } }] })];
      const items = Math.ceil(limits.ringRecords / 200);
      server.answer(
        streaming(...Array.from({ length: items }, (_, at) => (pieces[at % 2] ?? "").repeat(200)), finish("stop")),
      );
      await bench.post("/prompt");
      while ((await bench.sync()).busy) await settled();
      return bench.get(`/events?after=${cursor}`);
    },
  ],
  reset_required: [
    410,
    async ({ bench, disk }) => {
      const { cursor } = await bench.sync();
      await bench.post("/prompt");
      disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
      while ((await bench.sync()).busy) await settled(1);
      return bench.get(`/events?after=${cursor}`);
    },
  ],
  checkpoint_expired: [
    410,
    async ({ bench }) => {
      const { history_checkpoint } = await bench.sync();
      bench.clock.pass(limits.checkpointLife);
      return bench.get(`/history?checkpoint=${history_checkpoint}`);
    },
  ],
  operation_expired: [
    410,
    async ({ bench }) => {
      const operation_context = await contextOf(bench);
      bench.clock.pass(limits.operationWindow);
      return bench.post("/prompt", { operation_context });
    },
  ],
  history_unavailable: [
    404,
    (begun) => {
      begun.disk.move(`/state/sessions-v1/session-1/attachments/${begun.artifact}`);
      return attachment(begun);
    },
  ],
  attachment_not_found: [404, (begun) => attachment(begun, "", "0".repeat(64))],
  history_corrupt: [
    422,
    ({ bench, disk }) => {
      disk.overwrite(
        LOG,
        disk.bytes(LOG).map((byte) => byte ^ 1),
      );
      return bench.get("/history");
    },
  ],
  attachment_too_large: [413, (begun) => attachment(begun, `&length=${limits.attachmentBytes + 1}`)],
  operation_capacity_exceeded: [
    429,
    async ({ bench }) => {
      const operation_context = await contextOf(bench);
      const dequeue = () =>
        bench.delete("/turn/input/newest", { operation_context: { ...operation_context, operation: operationId() } });
      for (let each = 0; each < limits.ledgerRecords; each += 32)
        await Promise.all(Array.from({ length: 32 }, dequeue));
      return bench.delete("/turn/input/newest", { operation_context });
    },
  ],
};

/** The codes of spec 7 that some route of the daemon lists. */
function daemonCodes(): readonly string[] {
  const all = JSON.parse(readFileSync("schema/protocol/codes.json", "utf8")) as Record<string, { section: string }>;
  const listed = new Set<string>(Object.values(daemonRoutes).flatMap(({ codes }) => codes));
  return Object.keys(all).filter((code) => all[code]?.section === "7" && listed.has(code));
}

test("C274 the table has every code of spec 7 that the daemon's routes list", () => {
  expect(Object.keys(REACHED).sort()).toEqual([...daemonCodes()].sort());
});

test.each(Object.entries(REACHED))("C274 %s is reached", async (code, [status, reach]) => {
  const answer = await reach(await begun());
  const body = answer.json<ProtocolError>();
  expect([answer.status, body.code, body.status, isProtocolError(body)]).toEqual([status, code, status, true]);
});
