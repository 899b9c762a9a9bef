/** P-S117: the summary says what a session asks, and since when. */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import type { SyncSummary } from "../../src/generated/protocol/types.js";
import { isSyncSnapshot, isSyncSummary } from "../../src/generated/protocol/validators.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { type Bench, running } from "./bench.js";

async function asking(...questions: readonly string[]) {
  const calls = questions.map((question) => calling(callOf("ask_user", { question })));
  const server = await modelServer(inTurn(...calls, saying("fine")));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "paint it" });
  const opened = async (count: number): Promise<void> =>
    void (await stream.until(
      ({ records }) => records.filter(({ kind }) => kind === "interrogative_opened").length >= count,
    ));
  await opened(1);
  return { bench, opened };
}

async function summaryOf(bench: Bench): Promise<SyncSummary> {
  const { text } = await bench.get("/sync/summary");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.summaryBytes);
  const summary = JSON.parse(text) as SyncSummary;
  expect(isSyncSummary(summary)).toBe(true);
  return summary;
}

test("the question and its time are in the summary while it waits, and only then", async () => {
  const { bench, opened } = await asking("Which one?", "And how much?");
  const first = await summaryOf(bench);
  const at = new Date(bench.clock.now()).toISOString();
  expect(first).toMatchObject({ question: { kind: "question", text: "Which one?" }, waiting_since: at });
  bench.clock.pass(60_000);
  expect((await summaryOf(bench)).waiting_since).toBe(at);
  const snapshot = await bench.sync();
  expect(isSyncSnapshot(snapshot)).toBe(true);
  const [question] = snapshot.interrogatives;
  expect(question).toMatchObject({ text: "Which one?", asked_at: at });
  await bench.post(`/interrogative/${question?.id}/respond`, { kind: "clarification_text", text: "red" });
  await opened(2);
  const later = new Date(bench.clock.now()).toISOString();
  expect(await summaryOf(bench)).toMatchObject({ question: { text: "And how much?" }, waiting_since: later });
  await bench.post("/turn/cancel");
  await expect.poll(() => bench.sync().then(({ busy }) => busy)).toBe(false);
  const over = await summaryOf(bench);
  expect([over.question, over.waiting_since, over.last_turn?.outcome]).toEqual([undefined, undefined, "cancelled"]);
});

test.each<[string, string, string]>([
  ["200 characters are whole", "x".repeat(200), "x".repeat(200)],
  ["of 201 the beginning is shown", "x".repeat(201), `${"x".repeat(199)}…`],
  ["characters of two units count once", "\u{1f600}".repeat(200), "\u{1f600}".repeat(200)],
  ["no character is cut apart", `x${"\u{1f600}".repeat(300)}`, `x${"\u{1f600}".repeat(198)}…`],
])("%s", async (_, question, shown) => {
  const { bench } = await asking(question);
  expect((await summaryOf(bench)).question?.text).toBe(shown);
});

test("controls and credentials: the summary is short, and has no secret", async () => {
  const { bench } = await asking(`${"\u0001".repeat(150)} sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz`);
  const { question } = await summaryOf(bench);
  expect(JSON.stringify(question)).not.toContain("0123456789abc");
});
