/** Operations over the end of a daemon (P-S28): the next one says what became of them, until their windows end. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ClientOperationResultV1, OperationContext, ProtocolError } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { answerOf, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, SESSION, STATE, settled } from "./bench.js";
import type { TestExchange } from "./exchange.js";
import { contextOf } from "./operation.js";

const said = (exchange: TestExchange): readonly unknown[] => [exchange.status, exchange.json<ProtocolError>().code];
const asked = ({ window, operation }: OperationContext): string => `/operations/${window}/${operation}`;
const result = (exchange: TestExchange): ClientOperationResultV1 => exchange.json<ClientOperationResultV1>();

async function idle(bench: Bench): Promise<void> {
  while ((await bench.sync()).busy) await settled(1);
}

test("C117 killed after the admission: failed with `interrupted`, and the prompt is in the history", async () => {
  const disk = new Disk(1);
  const server = await modelServer(() => {});
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  const context = await contextOf(bench);
  const body = { content: "hello", prompt_id: "p", generation: 2, operation_context: context };
  expect((await bench.post("/prompt", body)).status).toBe(202);
  disk.crash();
  const again = await bench.again();
  const answer = await again.get(asked(context));
  expect([answer.status, result(answer)]).toEqual([
    200,
    {
      ...{ daemon_epoch: context.daemon_epoch, window_id: context.window, operation: context.operation },
      ...{ status: "failed", outcome: { prompt_id: "p", generation: 2, turn: "interrupted" } },
      error: { code: "interrupted", message: expect.any(String) },
    },
  ]);
  expect((await again.history()).map(({ text }) => text)).toEqual([
    "hello",
    "The turn was interrupted: the daemon ended before the turn did.",
  ]);
  // A command of an old epoch stays refused: it would run with another history.
  expect(said(await again.post("/prompt", body))).toEqual([409, "epoch_mismatch"]);
});

test("each kind of command, stopped in order and started twice, is answered as before", async () => {
  const disk = new Disk(1);
  const server = await modelServer(saying("ok"));
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  const contexts: OperationContext[] = [];
  const next = async (): Promise<{ operation_context: OperationContext }> => {
    const context = await contextOf(bench);
    contexts.push(context);
    return { operation_context: context };
  };
  await bench.post("/prompt", { content: "one", ...(await next()) });
  await idle(bench);
  server.answer(answerOf(401, "{}"));
  await bench.post("/prompt", { content: "two", ...(await next()) });
  await idle(bench);
  server.answer(() => {});
  await bench.post("/prompt", { content: "three", prompt_id: "three" });
  await bench.post("/turn/input", { content: "four", prompt_id: "four", ...(await next()) });
  await bench.delete("/turn/input/newest", await next());
  await bench.delete("/turn/input/newest", await next());
  const before: ClientOperationResultV1[] = [];
  for (const context of contexts) before.push(result(await bench.get(asked(context))));
  expect(before.map(({ status }) => status)).toEqual(["completed", "failed", "completed", "completed", "completed"]);
  await bench.daemon.stop("terminate");
  const second = await bench.again();
  await second.daemon.stop("terminate");
  const third = await second.again();
  for (const [index, context] of contexts.entries()) {
    // Cursors of an earlier epoch lead nowhere.
    const { committed_cursor: _, ...rest } = before[index] ?? expect.unreachable();
    expect(result(await third.get(asked(context)))).toEqual(rest);
  }
});

test("a window of an earlier epoch ends as any other; an operation that it never had is unknown", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const context = await contextOf(bench);
  const other = await contextOf(bench);
  await bench.post("/prompt", { content: "one", operation_context: context });
  await idle(bench);
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(result(await again.get(asked(context))).status).toBe("completed");
  expect(said(await again.get(asked(other)))).toEqual([404, "not_found"]);
  again.clock.pass(600_000);
  expect(said(await again.get(asked(context)))).toEqual([410, "operation_expired"]);
});

test("C286 C088 the wall clock is set back for as long as a command takes: after a restart its operation is known", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const context = await contextOf(bench);
  bench.clock.jump(-3_600_000);
  await bench.post("/prompt", { content: "one", operation_context: context });
  await idle(bench);
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect(result(await again.get(asked(context))).status).toBe("completed");
});

test("a session that an earlier version wrote opens and goes on", async () => {
  const disk = new Disk(1);
  const folder = "fixtures/session-before-operations";
  const files = disk.files();
  const target = `${STATE}/sessions-v1/${SESSION}`;
  await files.makeDirectory(`${target}/log`);
  for (const name of ["session.json", "log/000001.log"]) {
    const file = await files.open(`${target}/${name}`, "create");
    await file.append(readFileSync(`${folder}/${name}`));
    await file.sync();
  }
  expect(readdirSync(folder).sort()).toEqual(["log", "session.json"]);
  const bench = await running({ disk, resume: true });
  const texts = (await bench.history()).map(({ text }) => text);
  expect(texts).toEqual([
    ...["three blind mice", "three blind mice", "see how they run"],
    "The turn was interrupted: the daemon ended before the turn did.",
  ]);
  // The model hears the prompt that was interrupted, too.
  await bench.turn("they all ran after");
  expect((await bench.history()).map(({ text }) => text)).toEqual([
    ...[...texts, "they all ran after", "see how they run\n\nthey all ran after"],
  ]);
});
