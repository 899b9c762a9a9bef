/** Credentials of the configuration are nowhere under the state directory, whatever happens to the process (spec 2.6a, C243). */
import { expect, test } from "vitest";
import { some } from "../cases.js";
import { answerOf, DONE, delta, event, finish, modelServer, type Script } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled, TOKEN } from "./bench.js";

const KEY = "cAnary/Key+0123=4567";
const WORD = "hunter2";
const SERVER_TOKEN = "tok-4f9a8c7b6d5e4f";

const SECRETS = [KEY, WORD, SERVER_TOKEN, TOKEN];

/** Each secret in the forms in which people, models and providers write it. */
const CANARIES = SECRETS.flatMap((secret) => [
  ...[secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/")],
  // The last character may depend on what follows.
  Buffer.from(secret)
    .toString("base64")
    .slice(0, Math.floor((secret.length * 8) / 6)),
]);

const SAID = CANARIES.join(" and ");

const configOf = (url: string): string => `version: 3
defaults: { full: m }
daemon: { log_level: trace, retry: { max_retries: 0 } }
providers:
  p: { kind: { type: custom_beta_compatible }, url: "${url}/v1", auth: { type: static_key, key: "${KEY}" } }
models:
  m: { provider: p, class: full, context_window: 128000, reasoning: { type: no_reasoning } }
permissions: { secret_words: [${WORD}] }
mcp_servers: { s: { transport: stdio, command: x, env: { NODE_ENV: production, API_TOKEN: "${SERVER_TOKEN}" } } }
`;

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** What a prompt can hold. */
const PROMPT = {
  content: `${SAID}\n${SAID}`,
  model: "m",
  attachments: [
    { name: `.env ${KEY}`, media_type: `application/octet-stream; x=${WORD}`, data_base64: base64(`A=1\n${SAID}\n`) },
    { name: "long.txt", media_type: "text/plain", data_base64: base64(`${"x".repeat(300_000)}${SAID}`) },
  ],
};

/** Says everything as a thought and as an answer, in pieces, and more of it than an item holds. */
const talkative: Script = async (one) => {
  one.head(200, { "content-type": "text/event-stream" });
  const text = `${SAID} ${"lorem ".repeat(50_000)} ${SAID}`;
  const piece = 30_011;
  for (let at = 0; at < text.length; at += piece) {
    const reasoning_content = text.slice(at, at + piece);
    await one.send(event({ choices: [{ index: 0, delta: { reasoning_content } }] }));
  }
  for (let at = 0; at < text.length; at += piece) await one.send(delta(text.slice(at, at + piece)));
  await one.send(`${finish("stop")}${DONE}`);
  one.end();
};

/** Resolves when no turn runs and no input waits for one. */
async function idle(bench: Bench): Promise<void> {
  for (;;) {
    const { busy, queue } = await bench.sync();
    if (!busy && queue.items.length === 0) return;
    await settled(5);
  }
}

/** Everything that a client can make a daemon keep. */
async function everything(bench: Bench): Promise<void> {
  await bench.post("/prompt", PROMPT);
  await bench.post("/turn/input", PROMPT);
  await bench.post("/turn/input", { ...PROMPT, prompt_id: WORD });
  await bench.post("/turn/input", { content: SAID, model: WORD });
  await bench.delete("/turn/input/newest");
  await bench.post("/turn/input", { content: SAID, model: KEY });
  await idle(bench);
}

/** The state of a provider is not scrubbed (P-S93). */
const OPAQUE = "/opaque.jsonl";

const found = (disk: Disk): readonly string[] =>
  [...disk.image()].flatMap(([path, bytes]) =>
    CANARIES.flatMap((canary) =>
      bytes.includes(canary) && path !== "/credential.json" && !path.endsWith(OPAQUE) ? [`${path}: ${canary}`] : [],
    ),
  );

test("C243 no canary anywhere under the state directory, in the daemon's log or on the wire", async () => {
  const disk = new Disk(1);
  const server = await modelServer(talkative);
  const bench = await running({ disk, config: configOf(server.url) });
  [disk.forbidden, disk.exempt] = [CANARIES, OPAQUE];
  const { cursor } = await bench.sync();
  const [stream, legacy] = [await bench.follow(cursor), bench.send("/events")];
  await everything(bench);
  server.answer(answerOf(500, JSON.stringify({ error: { message: SAID } })));
  await bench.turn(`last ${SAID}`);
  const history = await bench.history();
  expect(history.filter(({ kind }) => kind === "assistant_message").length).toBeGreaterThanOrEqual(2);
  const { history_checkpoint } = await bench.sync();
  const ids = history.flatMap(({ attachments = [], elided }) => [
    ...attachments.flatMap((one) => ("artifact_id" in one ? [one.artifact_id] : [])),
    ...(elided?.artifact_id === undefined ? [] : [elided.artifact_id]),
  ]);
  expect(ids.length).toBeGreaterThanOrEqual(6);
  const read = await Promise.all(ids.map((id) => bench.get(`/attachments/${id}?checkpoint=${history_checkpoint}`)));
  const bytes = read.map(({ text }) =>
    Buffer.from((JSON.parse(text) as { data_base64: string }).data_base64, "base64"),
  );
  const paths = ["/sync", "/sync/summary", "/history", "/turn/input"];
  const told = await Promise.all(paths.map(async (path) => (await bench.get(path)).text));
  await bench.daemon.stop("terminate");
  const wire = [stream.text, legacy.text, ...told, ...bytes.map(String), bench.log.join("\n")].join("\n");
  expect(CANARIES.filter((canary) => wire.includes(canary))).toEqual([]);
  expect(found(disk)).toEqual([]);
  expect([...disk.image().keys()].filter((path) => path.endsWith(OPAQUE))).toEqual([]);
  expect(wire).toContain("[redacted]");
});

test("C243 the same wherever the process ends, and after it has gone on", async () => {
  for (const number of some(Array.from({ length: 60 }, (_, each) => 3 * each + 1))) {
    const disk = new Disk(number);
    const server = await modelServer(talkative);
    const bench = await running({ disk, config: configOf(server.url) });
    [disk.forbidden, disk.exempt] = [CANARIES, OPAQUE];
    let seen = 0;
    disk.decide = () => {
      seen += 1;
      return seen >= number ? "end-within" : undefined;
    };
    bench.send("/prompt", { method: "POST", body: JSON.stringify(PROMPT) });
    await settled(10);
    bench.send("/turn/input", { method: "POST", body: JSON.stringify(PROMPT) });
    await settled(60);
    disk.crash();
    expect(found(disk)).toEqual([]);
    const again = await bench.again();
    await idle(again);
    await again.daemon.stop("terminate");
    expect(found(disk)).toEqual([]);
  }
});
