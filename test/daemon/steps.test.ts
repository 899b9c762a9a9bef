/** The steps of spec 1 that a daemon takes part in: each reset discards what it must, and nothing else (C277, spec 1 and 2.1). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { ClientOperationResultV1, ProtocolError, SyncSnapshot } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";
import { operationId } from "./operation.js";

/** What a client holds of a snapshot, and whether the daemon still takes each: true, or the code that it is refused with. */
async function held(bench: Bench, snapshot: SyncSnapshot, artifact: string) {
  const { cursor, history_checkpoint: checkpoint, daemon_epoch, operation_window } = snapshot;
  const said = ({ status, text }: TestExchange): string | true =>
    status < 300 ? true : (JSON.parse(text) as ProtocolError).code;
  const stream = bench.send(`/events?after=${cursor}`);
  await stream.until(({ status }) => status > 0);
  const follows = said(stream);
  stream.leave();
  const operation_context = { daemon_epoch, window: operation_window?.window, operation: operationId() };
  return {
    cursor: follows,
    checkpoint: said(await bench.get(`/history?checkpoint=${checkpoint}`)),
    attachment: said(await bench.get(`/attachments/${artifact}?checkpoint=${checkpoint}`)),
    window: said(await bench.delete("/turn/input/newest", { operation_context })),
  };
}

const ALL = { cursor: true, checkpoint: true, attachment: true, window: true };

async function begun() {
  const disk = new Disk(1);
  const server = await modelServer(saying("three blind mice"));
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  await bench.turn("x".repeat(300_000));
  const artifact = (await bench.history())[0]?.elided?.artifact_id ?? expect.unreachable("no artifact");
  return { disk, server, bench, artifact };
}

test("C277 snapshot, replay from its cursor, live records, an operation in its window: one after the other", async () => {
  const { bench, artifact } = await begun();
  const snapshot = await bench.sync();
  expect(await held(bench, snapshot, artifact)).toEqual(ALL);
  const { daemon_epoch, operation_window, cursor } = snapshot;
  const operation_context = { daemon_epoch, window: operation_window?.window, operation: operationId() };
  const stream = await bench.follow(cursor);
  await bench.post("/prompt", { content: "go", operation_context });
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  await settled();
  const again = await bench.post("/prompt", { content: "go", operation_context });
  expect(again.json<ClientOperationResultV1>().status).toBe("completed");
  // Replay from the retained cursor is what the live stream has brought.
  const replay = await bench.follow(cursor);
  await settled();
  expect(replay.records).toEqual(stream.records);
});

test("C277 a reset of the stream discards the cursor alone", async () => {
  const { bench, disk, artifact } = await begun();
  const before = await bench.sync();
  await bench.post("/prompt", { content: "go" });
  disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
  while ((await bench.sync()).busy) await settled(1);
  disk.decide = () => undefined;
  expect(await held(bench, before, artifact)).toEqual({ ...ALL, cursor: "reset_required" });
  const after = await bench.sync();
  expect([after.daemon_epoch, after.operation_window]).toEqual([before.daemon_epoch, before.operation_window]);
  expect(await held(bench, after, artifact)).toEqual(ALL);
});

test("C277 time ends checkpoint and window, and no cursor", async () => {
  const { bench, artifact } = await begun();
  const before = await bench.sync();
  bench.clock.pass(Math.max(limits.checkpointLife, limits.operationWindow));
  const over = { checkpoint: "checkpoint_expired", attachment: "checkpoint_expired", window: "operation_expired" };
  expect(await held(bench, before, artifact)).toEqual({ ...over, cursor: true });
  expect(await held(bench, await bench.sync(), artifact)).toEqual(ALL);
});

test("C277 a restart discards everything of its epoch, and nothing of the session", async () => {
  const { bench, artifact } = await begun();
  const before = await bench.sync();
  const items = await bench.history();
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(await held(again, before, artifact)).toEqual({
    ...{ cursor: "epoch_mismatch", window: "epoch_mismatch" },
    ...{ checkpoint: "checkpoint_expired", attachment: "checkpoint_expired" },
  });
  const after = await again.sync();
  expect(await held(again, after, artifact)).toEqual(ALL);
  expect([after.session, await again.history()]).toEqual([before.session, items]);
});
