/** P-S59: a turn that fails leaves one line in the daemon's log, by which whoever runs it finds the cause. */
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import { answerOf, delta, modelServer, type Script, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running } from "./bench.js";

const KEY = "canary-key-4711";
const lines = ({ log }: Bench, text: string): readonly string[] => log.filter((line) => line.includes(text));

async function talking(script: Script, level = "info"): Promise<Bench> {
  const server = await modelServer(script);
  const provider = `auth: { type: static_key, key: "${KEY}" }`;
  return running({ config: single(`${server.url}/v1`, provider, "", `log_level: ${level}`) });
}

const identified: Script = async (one) => {
  one.head(401, { "x-request-id": "req_17" });
  await one.send(`{"error":{"message":"${KEY} is no key"}}`);
  one.end();
};

const cut: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  await one.send(delta("half"));
  one.cut();
};

test.each<[string, Script, RegExp]>([
  [
    "401",
    identified,
    /code=provider_error status=401 provider=lab model=m prompt_id=p ms=\d+ provider_request=req_17$/,
  ],
  ["400", answerOf(400, "{}"), /code=provider_error status=400 provider=lab model=m prompt_id=p ms=\d+$/],
  ["429", answerOf(429, "{}"), /code=provider_rate_limited status=429 provider=lab model=m prompt_id=p ms=\d+$/],
  ["HTML", answerOf(200, "<html>"), /code=provider_error status=200 provider=lab model=m prompt_id=p ms=\d+$/],
  ["a cut", cut, /code=provider_unreachable status=200 provider=lab model=m prompt_id=p ms=\d+$/],
  ["nobody there", (one) => one.cut(), /code=provider_unreachable provider=lab model=m prompt_id=p ms=\d+$/],
])("%s: one line, which says what is known and nothing that was sent", async (_, script, line) => {
  const bench = await talking(script);
  await bench.turn("a secret plan", { prompt_id: "p" });
  const [said, ...others] = lines(bench, "a turn failed");
  expect(others).toEqual([]);
  expect(said?.trimEnd()).toMatch(/^\S+ warn {2}a turn failed /);
  expect(said?.trimEnd()).toMatch(line);
  expect(bench.log.join("")).not.toMatch(/canary|secret plan|is no key|half/);
});

test("a model that there is none of: the line names what was asked for", async () => {
  const bench = await running();
  await bench.turn("x", { model: "nosuch", prompt_id: "p" });
  expect(lines(bench, "a turn failed").join("")).toMatch(/code=no_model model=nosuch prompt_id=p ms=\d+\n$/);
});

test("turns that do not fail leave none", async () => {
  const bench = await talking(saying("fine"));
  await bench.turn("x");
  expect(lines(bench, "failed")).toEqual([]);
});

test("at `debug` the provider's words are there, without the credential", async () => {
  const bench = await talking(identified, "debug");
  await bench.turn("x", { prompt_id: "p" });
  expect(lines(bench, "the provider said").join("")).toContain(
    'prompt_id=p words={"error":{"message":"[redacted] is no key"}}',
  );
  expect(bench.log.join("")).not.toContain("canary");
});

test("where the provider's words are cut, no part of any credential is logged; nor is one in its name for the request", async () => {
  const word = "canary-word-0123456789";
  const server = await modelServer(saying(""));
  const provider = `auth: { type: static_key, key: "${KEY}" }`;
  const config = single(`${server.url}/v1`, provider, "", "log_level: debug");
  const bench = await running({ config: `${config}permissions: { secret_words: [${word}] }\n` });
  for (let before = 480; before <= 500; before += 1) {
    server.answer(async (one) => {
      one.head(500, { "x-request-id": word });
      await one.send("x".repeat(before) + word);
      one.end();
    });
    await bench.turn("x");
  }
  expect(lines(bench, "the provider said")).toHaveLength(21);
  expect(bench.log.join("")).not.toContain("canary");
});

test("what a prompt is called, and what a provider calls it, begins no line of its own", async () => {
  const bench = await running();
  await bench.turn("x", { model: "nosuch", prompt_id: "p\n2027 error forged" });
  expect(bench.log.filter((line) => line.trimEnd().includes("\n"))).toEqual([]);
});

test("a prompt that the disk does not take leaves a line that says why", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
  expect((await bench.post("/prompt", { content: "x" })).status).toBe(503);
  expect(lines(bench, "could not be kept").join("")).toMatch(/error=\S+000001\.log: full \(MODEL\)\n$/);
});
