/** P-S101, P-S103: a provider that fails while it summarises is asked as often as it shall be, and no more. */
import { expect, test } from "vitest";
import type { Interrogative, SyncRecordV1 } from "../../src/generated/protocol/types.js";
import { ONCE } from "../model/asking.js";
import { answerOf, gate, inTurn, type ModelServer, modelServer, type Script } from "../model/server.js";
import { type Bench, running, settled } from "./bench.js";
import { compactedIn, configOf, endOf, strict, summariesOf, summarising, working } from "./compacting.js";

async function patient(
  summary: Script,
  retries: number,
): Promise<{ readonly bench: Bench; readonly server: ModelServer }> {
  const server = await modelServer(strict(working(true, summary)));
  const config = configOf(server.url).replace(ONCE, `retry: { max_retries: ${retries} }`);
  return { server, bench: await running({ config }) };
}

/** Turns until one is compacted or fails; waits pass, and questions are answered by giving up. Returns the records of the last turn. */
async function untilOver(bench: Bench): Promise<readonly SyncRecordV1[]> {
  for (let turn = 1; turn <= 60; turn += 1) {
    const stream = await bench.follow();
    await bench.post("/prompt", { content: `turn ${turn}: go on` });
    let heard = 0;
    while (!stream.records.some(({ kind }) => kind === "turn_finished")) {
      await stream.until(({ records }) => records.length > heard);
      const more = stream.records.slice(heard);
      heard += more.length;
      for (const record of more) {
        await settled(2);
        if (record.kind === "interrogative_opened") await giveUp(bench, record.interrogative);
        else if (record.kind === "turn_waiting" && Date.parse(record.until) - bench.clock.now() < 300_000)
          bench.clock.pass(Date.parse(record.until) - bench.clock.now());
      }
    }
    stream.leave();
    if (compactedIn(stream.records).length > 0 || endOf(stream.records).outcome !== "completed") return stream.records;
  }
  throw new Error("it was never full");
}

async function giveUp(bench: Bench, { id }: Interrogative): Promise<void> {
  await bench.post(`/interrogative/${id}/respond`, { kind: "clarification_choice", choice: "give up" });
}

test.each<readonly [string, Script, number]>([
  ["500", answerOf(500, "{}"), 9],
  // The first request over a kept connection is sent again over another one.
  ["a connection that breaks", (one) => one.cut(), 10],
  ["429 and a short wait", refusing(429, "2"), 9],
])("%s: three attempts with two retries each", async (_, failing, requests) => {
  const { bench, server } = await patient(failing, 2);
  expect(endOf(await untilOver(bench))).toMatchObject({ outcome: "failed" });
  expect(summariesOf(server)).toHaveLength(requests);
});

test("who gives up a long wait is not asked again, and neither is the provider", async () => {
  const { bench, server } = await patient(refusing(429, "900"), 5);
  const records = await untilOver(bench);
  const message = expect.stringContaining("it can be asked again at");
  expect(endOf(records)).toMatchObject({ outcome: "failed", error: { code: "provider_rate_limited", message } });
  expect(records.filter(({ kind }) => kind === "interrogative_opened")).toHaveLength(1);
  expect(summariesOf(server)).toHaveLength(1);
});

test("between turns nobody can agree to a long wait: the provider is asked once", async () => {
  const { bench, server } = await patient(refusing(429, "900"), 5);
  for (let turn = 1; turn <= 6; turn += 1) await bench.turn(`turn ${turn}: go on`);
  const stream = await bench.follow();
  await bench.post("/compact");
  await stream.until(({ records }) =>
    records.some((one) => one.kind === "item_finished" && one.item.text?.includes("not compacted") === true),
  );
  stream.leave();
  expect(summariesOf(server)).toHaveLength(1);
});

test.each(["before", "during"])(
  "a turn that waits for a compaction tells its wait, which began %s it",
  async (when) => {
    const summaryGate = gate();
    const summary: Script = async (one) => {
      await summaryGate.passed;
      await refusing(529, "60")(one);
    };
    const { bench } = await patient(inTurn(summary, summarising), 5);
    for (let turn = 1; turn <= 6; turn += 1) await bench.turn(`turn ${turn}: go on`);
    const stream = await bench.follow();
    await bench.post("/compact");
    if (when === "before") {
      summaryGate.open();
      await bench.said("is made again");
      await settled();
    }
    await bench.post("/prompt", { content: "and now?", prompt_id: "p" });
    summaryGate.open();
    await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_waiting"));
    expect(stream.records.filter(({ kind }) => kind === "turn_waiting")).toMatchObject([
      { prompt_id: "p", attempt: 2, until: new Date(bench.clock.now() + 60_000).toISOString() },
    ]);
    bench.clock.pass(60_000);
    await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
    stream.leave();
    expect(endOf(stream.records)).toMatchObject({ outcome: "completed" });
    expect(compactedIn(stream.records)).toHaveLength(1);
  },
);

function refusing(status: number, seconds: string): Script {
  return async (one) => {
    one.head(status, { "content-type": "application/json", "retry-after": seconds });
    await one.send("{}");
    one.end();
  };
}
