/** Reports about failed requests (spec 2.11 `logging.provider_autopsy`, P-S32): what helps to find the cause, and nothing that was said. */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import { single } from "../model/asking.js";
import {
  answerOf,
  cutAfter,
  delta,
  event,
  inTurn,
  modelServer,
  type Script,
  saying,
  streaming,
} from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { noise, sent } from "./attached.js";
import { type Bench, running, SESSION, STATE } from "./bench.js";

const KEY = "canary-key-4711-0123456789";
const FOLDER = `${STATE}/sessions-v1/${SESSION}/autopsy`;

async function talking(
  script: Script,
  daemon = "logging: { provider_autopsy: true }",
  disk = new Disk(1),
): Promise<Bench> {
  const server = await modelServer(script);
  const provider = `auth: { type: static_key, key: "${KEY}" }, headers: { x-more: "canary-header-0123456789" }`;
  return running({
    disk,
    config: single(`${server.url}/v1?k=canary-query`, provider, "", daemon),
  });
}

async function reports({ disk }: Bench): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const files = disk.files();
  const names = await files.list(FOLDER);
  const texts = await Promise.all(names.map((name) => files.read(files.join(FOLDER, name), 1_000_000)));
  return texts.map((text) => JSON.parse(Buffer.from(text).toString()));
}

const refusal: Script = async (one) => {
  one.head(429, { "retry-after": "7", "x-request-id": "req_17", [`x-${KEY}`]: "canary-value" });
  await one.send('{"error":{"message":"canary: you said a secret plan","code":"canary_code"}}');
  one.end();
};

test("a refusal: its facts, and no contents or credentials", async () => {
  const bench = await talking(refusal);
  await bench.turn("a secret plan", { prompt_id: "p" });
  const [report, ...others] = await reports(bench);
  expect(others).toEqual([]);
  expect(report).toMatchObject({
    ...{ version: 1, prompt_id: "p", provider: "lab", model: "m", protocol: "beta_chat_completions" },
    ...{ attempt: 1, next_attempt_in_ms: null, code: "provider_rate_limited", status: 429, cause: "refused" },
    ...{ asked_to_wait_ms: 7_000, request_id: "req_17", answer_bytes: 75 },
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions$/),
    header_names: expect.arrayContaining(["retry-after", "x-request-id"]),
    milliseconds: { head: 0, last: 0, end: 0 },
  });
  expect(JSON.stringify(report)).not.toMatch(/canary|secret plan|you said/);
});

test.each<readonly [string, Script, object]>([
  ["nobody there", (one) => one.cut(), { cause: "broken", status: null, header_names: [], milliseconds: { end: 0 } }],
  ["HTML", answerOf(200, "<html>"), { cause: "final", status: 200, code: "provider_error" }],
  [
    "an answer that breaks off",
    cutAfter(delta("a")),
    { cause: "broken", status: 200, answer_bytes: delta("a").length },
  ],
  [
    "an error in an answer",
    streaming(delta("a"), event({ error: { type: "overloaded_error" } })),
    { cause: "refused", status: 200 },
  ],
])("%s: one report", async (_, script, facts) => {
  const bench = await talking(script);
  await bench.turn("go");
  const all = await reports(bench);
  expect(all).toMatchObject([facts]);
  expect(JSON.stringify(all)).not.toMatch(/canary/);
});

test("a refusal after which the request is made again with less in it is a failure as well", async () => {
  const server = await modelServer(inTurn(answerOf(400, "{}"), saying("done")));
  const daemon = "logging: { provider_autopsy: true }";
  const bench = await running({ config: single(`${server.url}/v1`, "", "supports_vision: true", daemon) });
  const { records } = await bench.turn("look", { attachments: [sent(noise(64), "image/png")] });
  expect(records.at(-1)).toMatchObject({ outcome: "completed" });
  expect(await reports(bench)).toMatchObject([{ status: 400, attempt: 1, next_attempt_in_ms: 0 }]);
});

test.each(["", "logging: { provider_autopsy: false }", "logging: {}"])("off by default: %j", async (daemon) => {
  const bench = await talking(refusal, daemon);
  await bench.turn("go");
  expect(await bench.disk.files().status(FOLDER)).toBe(undefined);
});

test("an answer that is whole, and a model that is none, leave no report", async () => {
  const bench = await talking(saying("fine"));
  await bench.turn("go");
  await bench.turn("go", { model: "nosuch" });
  expect(await bench.disk.files().status(FOLDER)).toBe(undefined);
});

test("the newest reports stay, each for its owner alone", async () => {
  const bench = await talking(refusal);
  const many = limits.autopsies + 3;
  for (let turn = 0; turn < many; turn += 1) {
    await bench.turn("go", { prompt_id: `p${turn}` });
    // Several in one millisecond have names of their own.
    if (turn % 4 === 0) bench.clock.pass(1);
  }
  const files = bench.disk.files();
  const names = await files.list(FOLDER);
  expect(names).toHaveLength(limits.autopsies);
  for (const name of names) expect((await files.status(files.join(FOLDER, name)))?.mode.toString(8)).toBe("600");
  const ids = (await reports(bench)).map((report) => report["prompt_id"]);
  expect(new Set(ids).size).toBe(limits.autopsies);
  expect(ids).toContain(`p${many - 1}`);
  expect(ids).not.toContain("p0");
});

test("a disk that takes no report fails no turn more", async () => {
  const disk = new Disk(1);
  const bench = await talking(refusal, "logging: { provider_autopsy: true }", disk);
  await disk.files().makeDirectory(`${STATE}/sessions-v1/${SESSION}`);
  const file = await disk.files().open(FOLDER, "create");
  await file.close();
  const { records } = await bench.turn("go");
  expect(records.at(-1)).toMatchObject({ outcome: "failed", error: { code: "provider_rate_limited" } });
  expect(bench.log.join("")).toContain("an autopsy could not be kept");
});
