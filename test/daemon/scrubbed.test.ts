/** Credentials of the configuration are neither on the wire nor on the disk, wherever they enter (spec 2.6a, P-S44 to P-S46, P-S66). */
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { HistoryItem, ProtocolError, SyncSnapshot } from "../../src/generated/protocol/types.js";
import {
  calling,
  callOf,
  delta,
  event,
  finish,
  gate,
  inTurn,
  modelServer,
  type Script,
  saying,
} from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled, TOKEN } from "./bench.js";

const KEY = "sec-Ret/0123+456=789";
const WORD = "hunter2";

function configOf(url: string, more = ""): string {
  return `version: 3
defaults: { full: m }
providers:
  p: { kind: { type: custom_beta_compatible }, url: "${url}/v1", auth: { type: static_key, key: "${KEY}" } }
models:
  m: { provider: p, class: full, context_window: 128000, supports_vision: true, reasoning: { type: no_reasoning } }
permissions: { secret_words: [${WORD}] }
${more}`;
}

/** A daemon on whose disk none of these texts may be written. */
async function guarded(script: Script, more = "", secrets: readonly string[] = [KEY, WORD]) {
  const disk = new Disk(1);
  const server = await modelServer(script);
  const bench = await running({ disk, config: configOf(server.url, more) });
  // The credential file, which holds the daemon's own token, is there.
  disk.forbidden = secrets;
  const everything = async (): Promise<string> => {
    const whole = await bench.send(`/events?after=${first.cursor}`, { headers: [["accept", "application/x-ndjson"]] });
    await settled();
    return `${whole.text}${(await bench.get("/sync")).text}${(await bench.get("/history")).text}${bench.log.join("\n")}`;
  };
  const first = await bench.sync();
  return { bench, disk, server, everything };
}

async function answerOf(bench: Bench, content = "go"): Promise<string> {
  const before = (await bench.history()).length;
  await bench.turn(content);
  const said = (await bench.history()).slice(before);
  return said.flatMap(({ kind, text = "" }: HistoryItem) => (kind === "assistant_message" ? [text] : [])).join("");
}

/** Says a text in pieces; the rest waits until the piece before has been handed over and everything that can happen has. */
function inPieces(...pieces: readonly string[]): Script {
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) {
      await one.send(delta(piece));
      await settled(2);
    }
    await one.send(finish("stop"));
    one.end();
  };
}

test("C240 C241 a key that the model says, cut anywhere and with pauses: neither on the wire nor on the disk", async () => {
  const { bench, server, everything, disk } = await guarded(saying(""));
  const text = `the key is ${KEY}, as you know`;
  for (let at = 11; at <= 11 + KEY.length; at += 1) {
    server.answer(inPieces(text.slice(0, at), text.slice(at)));
    expect(await answerOf(bench)).toBe("the key is [redacted], as you know");
  }
  server.answer(inPieces(...text));
  expect(await answerOf(bench)).toBe("the key is [redacted], as you know");
  const all = await everything();
  expect([all.includes(KEY), [...disk.image().values()].some((bytes) => bytes.includes(KEY))]).toEqual([false, false]);
});

test("C241 text is held back only while it may be a key: with the last half of a key to come, what is before it is there", async () => {
  const go = gate();
  const { bench } = await guarded(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta(`plain text, then ${KEY.slice(0, 10)}`));
    await go.passed;
    await one.send(delta("no key at all"));
    await one.send(finish("stop"));
    one.end();
  });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "go" });
  await stream.until(({ records }) => records.some(({ kind }) => kind === "item_delta"));
  bench.clock.pass(60_000);
  await settled();
  expect((await bench.sync()).open_items.map(({ text }) => text)).toEqual(["plain text, then "]);
  go.open();
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  expect((await bench.history()).at(-1)?.text).toBe(`plain text, then ${KEY.slice(0, 10)}no key at all`);
});

test.each([
  ["base64", Buffer.from(`user:${KEY}`).toString("base64"), "[redacted]"],
  ["percent-encoded", encodeURIComponent(KEY), "[redacted]"],
  ["escaped as JSON", JSON.stringify(KEY).replaceAll("/", "\\/").slice(1, -1), "[redacted]"],
  ["a secret word", WORD, "[redacted]"],
  ["the daemon's own token", TOKEN, "[redacted]"],
  ["a key of somebody else", `sk-${"a1B2c3D4".repeat(5)}`, "[redacted]"],
])("C248 %s", async (_, text, expected) => {
  const { bench, everything } = await guarded(saying(`it is "${text}".`), "", [KEY, WORD, text]);
  expect(await answerOf(bench, `and I say "${text}"`)).toContain(expected);
  expect(await everything()).not.toContain(text);
});

test("C249 text that only resembles one comes through byte for byte, and `production` is no secret", async () => {
  const text = `${KEY.slice(0, -1)} ${KEY.slice(1)} hunter production sk-short 😀\u0000`;
  const servers = "mcp_servers: { s: { transport: stdio, command: x, env: { NODE_ENV: production } } }\n";
  const { bench } = await guarded(inPieces(...text), servers);
  expect(await answerOf(bench)).toBe(text);
});

test.each([
  ["one letter", (json: string) => json.replaceAll("R", "\\u0052")],
  ["a plus, as .NET writes it", (json: string) => json.replaceAll("+", "\\u002B")],
  [
    "everything",
    (json: string) => json.replace(KEY, (key) => key.replace(/./g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)),
  ],
  ["one letter, in what is no JSON", (json: string) => json.replaceAll("R", "\\u0052").slice(0, -1)],
])("C243 a key in the arguments of a call, with escapes that JSON does not need: %s", async (_, spell) => {
  const { bench, server, everything } = await guarded(
    inTurn(calling(callOf("nothing", spell(JSON.stringify({ command: `test -n '${KEY}'`, [KEY]: 1 })))), saying("ok")),
  );
  await bench.turn("go");
  expect(await everything()).not.toContain(KEY);
  expect(JSON.stringify(await bench.history())).toContain("[redacted]");
  expect(server.asked.at(-1)?.body).not.toContain("Ret/0123");
  expect(server.asked.at(-1)?.body).not.toMatch(/\\u0052et|u002B/);
});

test("half of a character is the replacement character, wherever it comes from", async () => {
  const server = await modelServer(
    inTurn(calling(callOf("nothing", '{"a\\ud83c":"b\\udf00"}')), (one) => {
      one.head(200, { "content-type": "text/event-stream" });
      one.send(event('{"choices":[{"index":0,"delta":{"content":"lone \\ud83c end"}}]}'));
      one.send(finish("stop"));
      one.end();
    }),
  );
  const bench = await running({ config: configOf(server.url) });
  const { cursor } = await bench.sync();
  await bench.turn("half \ud800 of it");
  const { text } = await bench.send(`/events?after=${cursor}`, { headers: [["accept", "application/x-ndjson"]] });
  const history = (await bench.get("/history")).text;
  expect(`${text}${history}`).not.toMatch(/\\ud[89a-f]/i);
  for (const whole of ["half \ufffd of it", "lone \ufffd end", '{"a\ufffd":"b\ufffd"}'])
    expect(history).toContain(whole);
});

test("what people say is scrubbed before the model hears it, and the title with it", async () => {
  const { bench, server, everything } = await guarded(saying("ok"));
  await bench.turn(`use ${KEY} please`, { model: "m" });
  expect(JSON.parse(server.asked[0]?.body ?? "{}")).toMatchObject({
    messages: [{ role: "system" }, { content: "use [redacted] please" }],
  });
  const { session } = (await bench.get("/sync")).json<SyncSnapshot>();
  expect(session.title).toBe("use [redacted] please");
  expect((await bench.history()).map(({ secret_coverage }) => secret_coverage)).toEqual(["captured", "captured"]);
  expect(await everything()).not.toContain(KEY);
});

test("an id that holds a key is refused, and so is not kept", async () => {
  const { bench } = await guarded(saying("ok"));
  const answer = await bench.post("/prompt", { content: "x", prompt_id: `p-${KEY}` });
  expect([answer.status, answer.json<ProtocolError>().details]).toEqual([
    400,
    { mistake: "holds_credential", field: "prompt_id" },
  ]);
  expect(answer.text).not.toContain(KEY);
});

test("C245 an attached text is scrubbed whatever its type says; other bytes are kept and flagged", async () => {
  const { bench, disk, server, everything } = await guarded(saying("ok"));
  const env = `A=1\nKEY=${KEY}\n`;
  const image = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), Buffer.from("pixels")]);
  const attachments = [
    { name: ".env", media_type: "application/octet-stream", data_base64: Buffer.from(env).toString("base64") },
    { name: `${WORD}.png`, media_type: "image/png", data_base64: image.toString("base64") },
    { name: "x.bin", media_type: "application/x-thing", data_base64: Buffer.from([0, 1, 2]).toString("base64") },
  ];
  await bench.turn("look", { attachments });
  const [item] = await bench.history();
  expect(item?.attachments).toMatchObject([
    { name: ".env", media_type: "application/octet-stream", scrubbed: true },
    { name: "[redacted].png", media_type: "image/png", total_length: image.length, scrubbed: false },
    { name: "x.bin", media_type: "application/x-thing", total_length: 3, scrubbed: false },
  ]);
  const content = (JSON.parse(server.asked[0]?.body ?? "{}") as { messages: { content: unknown }[] }).messages[1]
    ?.content;
  expect(content).toEqual([
    {
      type: "text",
      text: [
        "look",
        "[attachment: .env, application/octet-stream, 19 bytes]\nA=1\nKEY=[redacted]\n",
        "[attachment: x.bin, application/x-thing, 3 bytes]",
      ].join("\n\n"),
    },
    { type: "image_url", image_url: { url: `data:image/png;base64,${image.toString("base64")}` } },
  ]);
  expect(await everything()).not.toContain(KEY);
  expect([...disk.image().values()].some((bytes) => bytes.includes(KEY))).toBe(false);
});

test("P-S65 a long attached text is told by its beginning, and one that is gone fails nothing", async () => {
  const { bench, disk, server } = await guarded(saying("ok"));
  const text = "x".repeat(100_000);
  const data_base64 = Buffer.from(text).toString("base64");
  await bench.turn("look", { attachments: [{ media_type: "text/plain", data_base64 }] });
  const told = (): string => JSON.parse(server.asked.at(-1)?.body ?? "{}").messages[1].content;
  expect(told().match(/x{65536}\n\[its beginning; the rest is left out\]$/)).not.toBeNull();
  const [item] = await bench.history();
  const [attachment] = item?.attachments ?? [];
  const id = attachment !== undefined && "artifact_id" in attachment ? attachment.artifact_id : "";
  disk.move(`/state/sessions-v1/session-1/attachments/${id}`);
  await bench.turn("again");
  expect(told()).toContain("[attachment that cannot be read: text/plain, 100000 bytes]");
});

test("P-S66 a reload adds secrets and forgets none, and a credential that is too short is named once", async () => {
  const { bench, server } = await guarded(saying(`${KEY} and also-a-secret-1`));
  expect(await answerOf(bench)).toBe("[redacted] and also-a-secret-1");
  writeFileSync(bench.file, configOf(server.url).replace(KEY, "also-a-secret-1").replace(WORD, "abc"));
  expect(await answerOf(bench)).toBe("[redacted] and [redacted]");
  writeFileSync(bench.file, `${configOf(server.url).replace(KEY, "also-a-secret-1").replace(WORD, "abc")}# more\n`);
  expect(await answerOf(bench)).toBe("[redacted] and [redacted]");
  expect(bench.log.filter((line) => line.includes("too short"))).toEqual([
    expect.stringContaining("/permissions/secret_words/0"),
  ]);
});
