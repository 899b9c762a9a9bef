/** An answer that repeats its prompt (`protocol: test`, P-S30) is marked, so that it is not taken for the answer of a model. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { running } from "../daemon/bench.js";
import { single } from "../model/asking.js";
import { modelServer, saying } from "../model/server.js";
import { place, run } from "./process.js";

const NOTICE = "agent: no model answers here: the provider has `protocol: test`, which repeats the prompt\n";

test("record, history and the history of the next run carry the mark; the prompt does not", async () => {
  const bench = await running();
  const stream = await bench.turn("hello");
  const items = stream.records.flatMap((record) => (record.kind === "item_finished" ? [record.item] : []));
  expect(items.map(({ kind, echo }) => [kind, echo])).toEqual([
    ["user_message", undefined],
    ["assistant_message", true],
  ]);
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  expect((await again.history()).map(({ echo }) => echo)).toEqual([undefined, true]);
});

test("each prompt comes back, however long the conversation is", async () => {
  const bench = await running();
  const prompts = ["one ", "two ", "three ", "four "].map((word) => word.repeat(50_000));
  for (const prompt of prompts) await bench.turn(prompt);
  const items = await bench.history();
  expect(items.map(({ kind, text = "", elided }) => [kind, elided?.bytes ?? text.length])).toEqual(
    prompts.flatMap(({ length }) => [
      ["user_message", length],
      ["assistant_message", length],
    ]),
  );
});

test("the answer of a model has no mark", async () => {
  const server = await modelServer(saying("hello"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  await bench.turn("hello");
  expect((await bench.history()).map(({ kind, echo }) => [kind, echo])).toEqual([
    ["user_message", undefined],
    ["assistant_message", undefined],
  ]);
});

test("exec as text says it on standard error, as JSON in a field", async () => {
  const at = place();
  const text = await run(["exec", "mice", ...at.start]);
  expect(text).toEqual({ code: 0, stdout: "mice", stderr: NOTICE });
  const json = await run(["exec", "mice", "--format", "json", ...at.start]);
  expect([json.stderr, JSON.parse(json.stdout)]).toMatchObject(["", { answer: "mice", echo: true }]);
  const server = await modelServer(saying("mice"));
  const other = place(single(`${server.url}/v1`));
  expect(await run(["exec", "mice", ...other.start])).toEqual({ code: 0, stdout: "mice", stderr: "" });
  const whole = await run(["exec", "mice", "--format", "json", ...other.start]);
  expect(JSON.parse(whole.stdout)).toMatchObject({ answer: "mice", echo: false });
});

test("a conversation says it once, and again when somebody comes back to it", async () => {
  const at = place();
  const talk = await run(["new", ...at.start], { input: "one\ntwo\nthree" });
  expect(talk.stdout).toBe("one\ntwo\nthree\n");
  expect(talk.stderr.replace(/^session .*\n/, "")).toBe(NOTICE);
  const [id = ""] = readdirSync(join(at.state, "sessions-v1"));
  const back = await run(["attach", id, "--state-dir", at.state], { input: "four" });
  expect(back.stderr).toBe(`> one\none\n> two\ntwo\n> three\nthree\n${NOTICE}`);
});
