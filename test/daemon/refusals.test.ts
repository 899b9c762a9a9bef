/** What a refused request is told: its mistake and the field it is in, and nothing that it sent (P-S7). */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { ProtocolError } from "../../src/generated/protocol/types.js";
import { isProtocolError } from "../../src/generated/protocol/validators.js";
import { running } from "./bench.js";
import type { Asking } from "./exchange.js";
import { AUTHORIZED, Wire, wired } from "./wire.js";

const post = (body: string | Uint8Array, headers: Asking["headers"] = []): Asking => ({
  method: "POST",
  body,
  headers,
});

test.each<[string, string, Asking, object]>([
  [
    "a number that is none",
    "/prompt",
    post('{"generation":"CANARY"}'),
    { mistake: "wrong_value", field: "generation" },
  ],
  ["a field twice", "/prompt", post('{"content":"CANARY","content":""}'), { mistake: "given_twice", field: "content" }],
  ["no UTF-8", "/prompt", post(Uint8Array.of(0x22, 0xff, 0x22)), { mistake: "not_utf8" }],
  ["no JSON", "/turn/cancel", post("CANARY"), { mistake: "not_json" }],
  ["a list", "/terminate", post("[]"), { mistake: "no_object" }],
  [
    "gzip",
    "/prompt",
    post(gzipSync('{"content":"x"}'), [["content-encoding", "gzip"]]),
    { mistake: "content_encoding" },
  ],
  ["a facet", "/prompt", post('{"facet":"CANARY"}'), { mistake: "wrong_value", field: "facet" }],
  ["a parameter twice", "/events?after=CANARY&after=", {}, { mistake: "wrong_parameter", field: "after" }],
  ["a parameter that cannot be decoded", "/history?page=%ff", {}, { mistake: "wrong_parameter", field: "page" }],
])("%s", async (_, target, asking, details) => {
  const bench = await running();
  const answer = await bench.get(target, asking);
  const error = answer.json<ProtocolError>();
  expect(error).toMatchObject({ status: 400, code: "invalid_request", details });
  expect(isProtocolError(error)).toBe(true);
  expect(answer.text).not.toContain("CANARY");
});

test("`identity` is no encoding", async () => {
  const bench = await running();
  const asking = post('{"content":"x"}', [["content-encoding", "identity"]]);
  expect((await bench.get("/prompt", asking)).status).toBe(202);
});

test("a body that ends early", async () => {
  const { port } = await wired();
  const wire = new Wire(port);
  wire.socket.end(`POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: 100\r\n\r\n{"content`);
  expect(await wire.closed()).toContain('"details":{"mistake":"broken_body"}');
});
