/** A provider that codes its answers, though nobody asks for it: they are read all the same, and so are refusals. */
import { brotliCompressSync, constants, createGzip, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ask } from "../../src/agent/session/model/ask.js";
import { asking, configOf, HELLO, heard, single, targetIn } from "./asking.js";
import { DONE, delta, finish, modelServer, type Script } from "./server.js";

const CODINGS: Readonly<Record<string, (text: string | Uint8Array) => Uint8Array>> = {
  gzip: (text) => gzipSync(text),
  "x-gzip": (text) => gzipSync(text),
  GZIP: (text) => gzipSync(text),
  br: (text) => brotliCompressSync(text),
  deflate: (text) => deflateSync(text),
  " deflate ": (text) => deflateRawSync(text),
  "deflate, gzip": (text) => gzipSync(deflateSync(text)),
  identity: (text) => Buffer.from(text),
  "identity, br": (text) => brotliCompressSync(text),
};

const coded =
  (status: number, coding: string, body: Uint8Array): Script =>
  async (one) => {
    one.head(status, { "content-type": "text/event-stream", "content-encoding": coding });
    // In pieces of any size.
    for (let at = 0; at < body.length; at += 7) await one.send(body.subarray(at, at + 7));
    one.end();
  };

const asked = async (script: Script) => heard(targetIn(await configOf(single((await modelServer(script)).url))));

const ANSWER = delta("Grüße ") + delta("an alle") + finish() + DONE;

test.each(Object.entries(CODINGS))("%s", async (coding, encode) => {
  expect(await asked(coded(200, coding, encode(ANSWER)))).toMatchObject({ text: "Grüße an alle" });
  const { error } = await asked(coded(400, coding, encode('{"error":{"message":"no such option"}}')));
  expect(error).toMatchObject({ code: "provider_error", status: 400, provider_message: "no such option" });
  expect((await asked(coded(500, coding, new Uint8Array()))).error).toMatchObject({ status: 500 });
});

test("pieces are read as they come", async () => {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const server = await modelServer(async (one) => {
    one.head(200, { "content-encoding": "gzip" });
    gzip.on("data", (bytes: Uint8Array) => void one.send(bytes));
    gzip.write(delta("first"));
    await one.closed;
  });
  const answer = ask(targetIn(await configOf(single(server.url))), HELLO, asking());
  expect((await answer.next()).value).toEqual({ kind: "text", text: "first" });
  await answer.return();
  await server.idle();
});

test.each<[string, string, Uint8Array, object]>([
  ["bytes that are not coded so", "gzip", Buffer.from(ANSWER), { code: "provider_unreachable", status: 200 }],
  ["a coding that is cut off", "gzip", gzipSync(ANSWER).subarray(0, 40), { code: "provider_unreachable", status: 200 }],
  ["a coding of nobody", "rot13", Buffer.from([0xff, 0xfe]), { code: "provider_error", status: 200 }],
  ["a name that objects have", "constructor", Buffer.from([0xff, 0xfe]), { code: "provider_error", status: 200 }],
])("%s fails the turn", async (_, coding, body, error) => {
  expect((await asked(coded(200, coding, body))).error).toMatchObject(error);
});

/** The beginning of a frame of Zstandard (RFC 8878), which is no UTF-8. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x0a, 0x00, 0xff, 0xfe, 0x0a, 0x0a, 0x80]);

test.each<[string, Uint8Array, string]>([
  ["zstd", ZSTD, "in the coding `zstd`, which this daemon does not read"],
  ["gzip, ZSTD", ZSTD, "in the coding `gzip, zstd`, which this daemon does not read"],
  ["compress", Buffer.from("\u001f\ufffd"), "in the coding `compress`, which this daemon does not read"],
  ["\u00e9 ?".repeat(20), ZSTD, "in the coding `unknown`, which this daemon does not read"],
  ["x".repeat(41), ZSTD, "in the coding `unknown`, which this daemon does not read"],
])("an answer in the coding %j, and a refusal, name the coding", async (coding, body, words) => {
  for (const status of [200, 400, 500]) {
    const { error } = await asked(coded(status, coding, body));
    const of = status === 200 ? " " : ` with status ${status}, `;
    expect(error).toEqual({
      ...{ code: "provider_error", status, provider: "lab" },
      message: `the provider \`lab\` answered${of}${words}`,
    });
  }
});

test("a coding that is the key is not repeated", async () => {
  const key = "canary-of-the-key";
  const server = await modelServer(coded(400, key, ZSTD));
  const { error } = await heard(
    targetIn(await configOf(single(`${server.url}/v1`, `auth: { type: static_key, key: ${key} }`))),
  );
  expect(error?.message).toContain("in the coding `unknown`");
});

test.each(["utf-8", "zstd"])("a body that only says that it has the coding %s is read", async (coding) => {
  expect(await asked(coded(200, coding, Buffer.from(ANSWER)))).toMatchObject({ text: "Grüße an alle" });
  const { error } = await asked(coded(401, coding, Buffer.from('{"error":{"message":"no such option"}}')));
  expect(error).toMatchObject({ provider_message: "no such option" });
  expect(error?.message).not.toContain("coding");
});

test.each([
  ["HTML", "<!DOCTYPE html><html>sorry</html>", "answered with HTML; its `url` may lead elsewhere"],
  ["words", "it works", "answered with something that its protocol does not have; its `url` may lead elsewhere"],
])("%s without a coding", async (_, body, words) => {
  const { error } = await asked(coded(200, "", Buffer.from(body)));
  expect(error?.message).toBe(`the provider \`lab\` ${words}`);
});

test("a small body that becomes a huge one is given up", async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, "x"));
  const { error } = await asked(async (one) => {
    one.head(200, { "content-encoding": "gzip" });
    await one.send(bomb);
    one.end();
  });
  expect(error).toMatchObject({ code: "provider_error", status: 200 });
});
