/** P-S105: a turn that a crash has ended goes on with what is on the disk, and no call of it runs a second time unasked. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Interrogative } from "../../src/generated/protocol/types.js";
import { ONCE, single } from "../model/asking.js";
import { calling, callOf, delta, inTurn, modelServer, type Script, saying } from "../model/server.js";
import { strictly } from "../model/strict.js";
import { type Bench, running } from "./bench.js";

const shell = (command: string, index = 0): string => callOf("shell", { command }, index);

/** Longer than any test. */
const ENDLESS = "sleep 600";

/** A daemon after a crash while the last of these commands runs, and nothing of it is on the disk. */
async function crashed(commands: readonly string[], ...answers: readonly Script[]): Promise<Bench> {
  const server = await modelServer(inTurn(calling(...commands.map(shell)), ...answers));
  const config = `${single(`${server.url}/v1`)}default_permission_matcher: bypass\n`;
  const workingDirectory = mkdtempSync(join(tmpdir(), "interrupted-"));
  onTestFinished(() => rmSync(workingDirectory, { recursive: true, force: true }));
  const first = await running({ config, workingDirectory });
  const stream = await first.follow();
  await first.post("/prompt", { content: "do it" });
  const kinds = (): readonly string[] =>
    stream.records.flatMap((one) => (one.kind === "item_finished" ? [one.item.kind] : []));
  // The prompt, the calls, and the results of all but the last.
  await stream.until(() => kinds().length === 2 * commands.length);
  first.disk.kill();
  writeFileSync(join(workingDirectory, "crashed"), "");
  return first.again();
}

/** Goes on from the history; each question is answered, until the turn ends. Returns the questions. */
async function goneOn(bench: Bench, granted: boolean): Promise<readonly string[]> {
  const stream = await bench.follow();
  expect((await bench.post("/prompt", {})).status).toBe(202);
  const asked = (): readonly Interrogative[] =>
    stream.records.flatMap((one) => (one.kind === "interrogative_opened" ? [one.interrogative] : []));
  for (let answered = 0; ; answered += 1) {
    await stream.until(
      ({ records }) => asked().length > answered || records.some(({ kind }) => kind === "turn_finished"),
    );
    const question = asked()[answered];
    if (question === undefined) return asked().map(({ text }) => text);
    await bench.post(`/interrogative/${question.id}/respond`, { kind: "permission_answer", granted });
  }
}

const REPEATED = "This was called before the agent was interrupted: it may have run in part.";

test("the same call is asked about although the session asks about none, and another one runs", async () => {
  const bench = await crashed([ENDLESS], calling(shell(ENDLESS)), calling(shell("echo other")), saying("Done."));
  expect(await goneOn(bench, false)).toEqual([`${REPEATED}\n${ENDLESS}`]);
  const results = (await bench.history()).filter(({ kind }) => kind === "tool_result");
  expect(results.map(({ text }) => text)).toEqual([
    "not run: the person who works with you does not allow it",
    "other\n",
  ]);
});

test("a call with a result is not asked about, and one that was denied is asked about again", async () => {
  const quick = "echo hi";
  const bench = await crashed(
    [quick, ENDLESS],
    calling(shell(quick)),
    calling(shell(ENDLESS)),
    calling(shell(ENDLESS)),
    saying("No."),
  );
  const asked = `${REPEATED}\n${ENDLESS}`;
  expect(await goneOn(bench, false)).toEqual([asked, asked]);
});

test("a call that ran since is not asked about again", async () => {
  const first = `test -e crashed && echo again || ${ENDLESS}`;
  const bench = await crashed([first], calling(shell(first)), calling(shell(first)), saying("Done."));
  expect(await goneOn(bench, true)).toEqual([`${REPEATED}\n${first}`]);
  const results = (await bench.history()).filter(({ kind }) => kind === "tool_result");
  expect(results.map(({ text }) => text)).toEqual(["again\n", "again\n"]);
});

test("the turn after one that was not interrupted asks about nothing", async () => {
  const quick = "echo hi";
  const bench = await crashed([ENDLESS], saying("Never mind."), calling(shell(quick)), saying("Done."));
  expect(await goneOn(bench, true)).toEqual([]);
  expect(await goneOn(bench, true)).toEqual([]);
});

test("an answer that broke off before the crash is continued, also by a provider that takes no conversation that ends with an answer", async () => {
  const broken: Script = async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("Half of "));
    one.cut();
  };
  const server = await modelServer(strictly(broken));
  const config = single(`${server.url}/v1`).replace(ONCE, "retry: { max_retries: 3 }");
  const first = await running({ config });
  const stream = await first.follow();
  await first.post("/prompt", { content: "do it" });
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_waiting"));
  first.disk.kill();
  const bench = await first.again();
  server.answer(strictly(saying("an answer.")));
  expect(await goneOn(bench, true)).toEqual([]);
  const { messages } = JSON.parse(server.asked.at(-1)?.body ?? "{}");
  expect(messages.at(-1)).toEqual({ role: "user", content: "Continue from where you stopped." });
  await bench.turn("thanks");
  expect(server.asked.at(-1)?.body).toContain("Half of an answer.");
});
