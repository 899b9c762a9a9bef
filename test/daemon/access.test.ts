/** Who gets in (spec 5.1, P-S3 to P-S5): nothing is looked at before that is known. */
import { expect, test } from "vitest";
import type { Headers } from "../../src/agent/machine/interfaces/listen.js";
import { gateOf as ownGate } from "../../src/agent/wire/server/gate.js";
import { daemonRoutes } from "../../src/generated/protocol/tables.js";
import type { ProtocolError } from "../../src/generated/protocol/types.js";
import { isProtocolError } from "../../src/generated/protocol/validators.js";
import { credentialOf, running, TOKEN } from "./bench.js";

/** The code that a gate refuses with; undefined when it lets the owner in. */
function gateOf(token: string | undefined): (headers: Headers) => string | undefined {
  const gate = ownGate(token);
  return (headers) => {
    const judged = gate(headers);
    return "denied" in judged ? judged.denied : undefined;
  };
}

const HOST = ["host", "localhost:7"] as const;
const bearer = (value: string): Headers => [["authorization", value], HOST];

test.each<[string, Headers]>([
  ["none", [HOST]],
  ["another token", bearer(`Bearer ${"f".repeat(64)}`)],
  ["the token, cut by one", bearer(`Bearer ${TOKEN.slice(0, -1)}`)],
  ["the token, and one more", bearer(`Bearer ${TOKEN}0`)],
  ["the token in upper case", bearer(`Bearer ${TOKEN.toUpperCase()}`)],
  ["no token", bearer("Bearer ")],
  ["the token alone", bearer(TOKEN)],
  ["another scheme", bearer(`Basic ${TOKEN}`)],
  ["two tokens", bearer(`Bearer ${TOKEN} ${TOKEN}`)],
  ["two tokens with a comma", bearer(`Bearer ${TOKEN}, Bearer ${TOKEN}`)],
  ["a cookie", [["cookie", `authorization=Bearer ${TOKEN}`], HOST]],
  ["C015 good and bad", [...bearer(`Bearer ${TOKEN}`), ["authorization", "Bearer no"]]],
  ["C015 bad and good", [["authorization", "Bearer no"], ...bearer(`Bearer ${TOKEN}`)]],
  ["C015 good twice", [...bearer(`Bearer ${TOKEN}`), ["authorization", `Bearer ${TOKEN}`]]],
])("refused: %s", (_, headers) => {
  expect(gateOf(TOKEN)(headers)).toBe("unauthorized");
});

test.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER ${TOKEN}`, `Bearer   ${TOKEN}`])(
  "C009 C013 accepted: %s",
  (value) => {
    expect(gateOf(TOKEN)(bearer(value))).toBeUndefined();
  },
);

test("C017 what is compared has one length, whatever was sent", () => {
  const gate = gateOf(TOKEN);
  for (const length of [0, 1, 31, 32, 33, 63, 65, 10_000])
    expect(gate(bearer(`Bearer ${"0".repeat(length)}`))).toBe("unauthorized");
});

test("C018 without a credential nobody gets in, with no token either", () => {
  for (const headers of [[HOST], bearer("Bearer "), bearer(`Bearer ${TOKEN}`), bearer("Bearer undefined")])
    expect(gateOf(undefined)(headers as Headers)).toBe("unauthorized");
});

test.each([
  ["evil.example", "host_not_allowed"],
  ["127.0.0.1.evil.example", "host_not_allowed"],
  ["localhost.evil.example", "host_not_allowed"],
  ["evil.example:80@127.0.0.1", "host_not_allowed"],
  ["0.0.0.0:80", "host_not_allowed"],
  ["[::2]:80", "host_not_allowed"],
  ["127.999.999.999", "host_not_allowed"],
  ["127.0.0.256:80", "host_not_allowed"],
  ["127.0.0.01", "host_not_allowed"],
  ["127.1", "host_not_allowed"],
  ["", "host_not_allowed"],
  ["127.0.0.1", undefined],
  ["127.8.9.1:65535", undefined],
  ["127.255.249.199:7", undefined],
  ["LOCALHOST:1", undefined],
  ["[::1]:80", undefined],
])("C329 a host of %j", (host, code) => {
  expect(
    gateOf(TOKEN)([
      ["authorization", `Bearer ${TOKEN}`],
      ["host", host],
    ]),
  ).toBe(code);
});

test("C329 no host, two hosts, any origin", () => {
  const gate = gateOf(TOKEN);
  const [own] = bearer(`Bearer ${TOKEN}`);
  if (own === undefined) throw new Error();
  expect(gate([own])).toBe("host_not_allowed");
  expect(gate([own, HOST, HOST])).toBe("host_not_allowed");
  for (const origin of ["null", "http://localhost:7", "https://evil.example", ""])
    expect(gate([own, HOST, ["origin", origin]])).toBe("origin_not_allowed");
  expect(gate([HOST, ["origin", "null"]])).toBe("unauthorized");
});

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND"];
const PATHS = [
  ...new Set(Object.values(daemonRoutes).map(({ path }) => path)),
  "/",
  "/nowhere",
  "/sync/",
  "*",
  "//",
  "/%",
];

test("C016 C028 every path and method is refused without the token: the body stays unread and nothing happens", async () => {
  const bench = await running();
  const before = await bench.sync();
  const body = new Uint8Array(10_000_000);
  for (const method of METHODS)
    for (const path of PATHS) {
      const exchange = await bench.get(path, { method, body, headers: [["authorization", "Bearer wrong"]] });
      expect(exchange.isRead).toBe(false);
      expect(exchange.status).toBe(401);
      expect(exchange.header("www-authenticate")).toBe("Bearer");
      expect(exchange.answerHeaders.filter(([name]) => name.startsWith("access-control"))).toEqual([]);
      expect(isProtocolError(exchange.json())).toBe(true);
      expect(exchange.json<ProtocolError>().code).toBe("unauthorized");
    }
  expect(await bench.sync()).toEqual(before);
});

test("C028 C016 no answer of any path has a header for other origins, OPTIONS is a request like any other", async () => {
  const bench = await running();
  for (const method of METHODS)
    for (const path of PATHS) {
      if (path === "/terminate" && method === "POST") continue;
      const exchange = bench.send(path, { method });
      await exchange.until(({ status }) => status > 0);
      // A stream does not end by itself.
      exchange.leave();
      expect(exchange.answerHeaders.filter(([name]) => name.startsWith("access-control"))).toEqual([]);
      expect(exchange.status).not.toBe(401);
      if (method === "OPTIONS") expect(exchange.status).toBe(path in { "/": 1, "*": 1 } || !isRoute(path) ? 404 : 405);
    }
});

function isRoute(path: string): boolean {
  return Object.values(daemonRoutes).some((route) => route.path === path);
}

test.each([
  ["no file", undefined],
  ["no JSON", "{"],
  ["another kind", JSON.stringify({ version: 1, kind: "token", token: TOKEN })],
  ["a short token", credentialOf("short")],
  ["a token with a space", credentialOf(`${TOKEN} `)],
  ["an empty file", ""],
])("C018 the credential is %s: the daemon runs, and refuses everybody", async (_, credential) => {
  const bench = await running({ credential });
  expect((await bench.get("/health")).status).toBe(401);
  expect((await bench.get("/sync", { headers: [["authorization", "Bearer "]] })).status).toBe(401);
  expect(bench.log.join("")).toMatch(/credential file .*every request is refused/);
  expect(bench.log.join("")).not.toContain(TOKEN);
});
