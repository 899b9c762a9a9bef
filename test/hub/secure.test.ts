/** A hub with TLS: its certificate, and the names and pages that it answers to (P-S5, P-S71). */
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { describe, expect, test } from "vitest";
import { type HubNames, hubGate, type Principal } from "../../src/agent/fleet/hub/access/access.js";
import { readHubStartup } from "../../src/agent/fleet/hub/startup.js";
import { readCertificate } from "../../src/agent/machine/interfaces/certificate.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { readTls } from "../../src/agent/program/common/tls.js";
import { machine } from "../machine/machine.js";
import { privateAuthority } from "../model/certificate.js";
import { HandClock } from "../ports/hand-clock.js";
import { HubBench, hubBench, runningHub } from "./hub.js";

const IPV6 = [0x20, 0x01, 0x0d, 0xb8, ...Array.from({ length: 11 }, () => 0), 1];
const pair = privateAuthority("authority", ["Hub.Example", "*.below.example"], [[10, 0, 0, 7], IPV6]);
const other = privateAuthority();

test("the names of a certificate are its alternative names, as a `Host` has them", () => {
  expect(readCertificate(pair)).toEqual({
    kind: "usable",
    names: ["10.0.0.7", "[2001:db8::1]", "hub.example", "*.below.example"],
  });
  expect(readCertificate({ ...pair, cert: pair.cert + pair.ca })).toMatchObject({ kind: "usable" });
});

test.each([
  ["another key", { cert: pair.cert, key: other.key }, "does not belong"],
  ["no certificate", { cert: "", key: pair.key }, "no certificate|not a certificate"],
  ["a key for a certificate", { cert: pair.key, key: pair.key }, "not a certificate"],
  ["a certificate for a key", { cert: pair.cert, key: pair.cert }, "not a private key"],
  ["half a key", { cert: pair.cert, key: pair.key.slice(0, 80) }, "not a private key"],
])("%s is unusable, and the reason holds nothing of it", (_, files, says) => {
  const reading = readCertificate(files);
  expect(reading).toMatchObject({ kind: "unusable", reason: expect.stringMatching(says) });
  expect(JSON.stringify(reading)).not.toContain("BEGIN");
});

test("two files make a pair; one alone, a missing, a wrong and a huge one make none", () => {
  const at = machine({});
  const file = (name: string, text: string): string => {
    writeFileSync(join(at.home, name), text);
    return join(at.home, name);
  };
  const [cert, key, wrong] = [file("cert", pair.cert), file("key", pair.key), file("wrong", other.key)];
  const huge = file("huge", "x".repeat(2_000_000));
  expect(readTls(at, {})).toEqual({ kind: "none" });
  expect(readTls(at, { tlsCert: cert, tlsKey: key })).toMatchObject({ kind: "pair", names: { length: 4 } });
  for (const flags of [
    ...[{ tlsCert: cert }, { tlsKey: key }, { tlsCert: cert, tlsKey: wrong }, { tlsCert: key, tlsKey: cert }],
    ...[
      { tlsCert: cert, tlsKey: `${key}-` },
      { tlsCert: at.home, tlsKey: key },
      { tlsCert: huge, tlsKey: key },
    ],
    { tlsCert: "", tlsKey: "" },
  ])
    expect([flags, readTls(at, flags)]).toMatchObject([flags, { kind: "unusable" }]);
});

const principal: Principal = { kind: "machine", scopes: ["machine"] };

function judged(names: HubNames, headers: Readonly<Record<string, string | readonly string[]>>): string {
  const gate = hubGate({ find: () => ({ ...principal, id: "a", digest: "", created_at: "" }) }, names);
  const listed = Object.entries({ authorization: "Bearer x", ...headers }).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  );
  const found = gate(listed);
  if (found instanceof Promise) throw new Error("it looked for the caller");
  return "denied" in found ? found.denied : "in";
}

describe("the gate", () => {
  const names = ["10.0.0.7", "[2001:db8::1]", "hub.example", "*.below.example"];
  const far: HubNames = { scheme: "https", names, isLocal: false };
  const near: HubNames = { scheme: "https", names, isLocal: true };
  const plain: HubNames = { scheme: "http", names: [], isLocal: true };

  test.each([
    ["hub.example", "in"],
    ["HUB.example:7443", "in"],
    ["a.below.example", "in"],
    ["10.0.0.7:1", "in"],
    ["[2001:db8::1]:7443", "in"],
    ["[2001:db8::1]", "in"],
    ["below.example", "host_not_allowed"],
    [".below.example", "host_not_allowed"],
    ["a.b.below.example", "host_not_allowed"],
    ["*.below.example:x", "host_not_allowed"],
    ["xhub.example", "host_not_allowed"],
    ["hub.example.evil.example", "host_not_allowed"],
    ["hub.example@evil.example", "host_not_allowed"],
    ["127.0.0.1", "host_not_allowed"],
    ["localhost:7", "host_not_allowed"],
    ["", "host_not_allowed"],
  ])("of a hub that other machines reach answers %j with %s", (host, code) => {
    expect(judged(far, { host })).toBe(code);
  });

  test("takes the names of loopback where it listens there, with a certificate too", () => {
    for (const host of ["127.0.0.1:1", "localhost", "[::1]:9"]) {
      expect(judged(near, { host })).toBe("in");
      expect(judged(plain, { host })).toBe("in");
    }
    expect(judged(near, { host: "hub.example" })).toBe("in");
    expect(judged(plain, { host: "hub.example" })).toBe("host_not_allowed");
    expect(judged(plain, { host: ["localhost", "localhost"] })).toBe("host_not_allowed");
    expect(judged(plain, {})).toBe("host_not_allowed");
  });

  test.each([
    ["http://localhost:7", "localhost:7", "in"],
    ["HTTP://LOCALHOST:7", "localhost:7", "in"],
    ["http://localhost:7", "localhost:8", "origin_not_allowed"],
    ["http://localhost", "localhost:7", "origin_not_allowed"],
    ["https://localhost:7", "localhost:7", "origin_not_allowed"],
    ["http://127.0.0.1:7", "localhost:7", "origin_not_allowed"],
    ["null", "localhost:7", "origin_not_allowed"],
    ["", "localhost:7", "origin_not_allowed"],
    ["http://localhost:7/", "localhost:7", "origin_not_allowed"],
    // A name of the attacker's that leads here.
    ["http://evil.example:7", "evil.example:7", "host_not_allowed"],
  ])("answers a page of %j at %j with %s", (origin, host, code) => {
    expect(judged(plain, { host, origin })).toBe(code);
  });

  test("refuses two origins, and an origin without a host", () => {
    expect(judged(plain, { host: "localhost", origin: ["http://localhost", "http://localhost"] })).toBe(
      "origin_not_allowed",
    );
    expect(judged(plain, { origin: "http://localhost" })).toBe("origin_not_allowed");
    expect(judged(far, { host: "hub.example", origin: "https://hub.example" })).toBe("in");
  });
});

describe("over the wire", () => {
  const names: HubNames = { scheme: "https", names: ["localhost", "hub.example"], isLocal: true };

  test("a hub serves TLS and answers to the names of its certificate", async () => {
    const bench = await runningHub({ names, tls: other });
    expect(bench.hub.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const code = (host: string) => bench.code("/api/v1/catalog", { headers: { host } });
    expect(await code("hub.example")).toBe(200);
    expect(await code("localhost:1")).toBe(200);
    expect(await code("evil.example")).toBe("host_not_allowed");
    expect(await bench.code("/api/v1/catalog", { token: undefined })).toBe("unauthorized");
    const stop = { method: "POST", body: "{}" };
    expect(await bench.code("/api/v1/sessions/none/stop", stop)).toBe("not_found");
  });

  test("a caller without TLS, one that says nothing and one that breaks off leave the hub as it is", async () => {
    const bench = await runningHub({ names, tls: other });
    const port = Number(new URL(bench.hub.url).port);
    const ended = (bytes: string | Uint8Array): Promise<string> =>
      new Promise((resolve) => {
        let text = "";
        const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
        socket.on("data", (chunk) => {
          text += chunk.toString("latin1");
        });
        socket.on("error", () => {});
        socket.on("close", () => resolve(text));
      });
    const plain = await ended(
      `GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bench.machineToken}\r\n\r\n`,
    );
    expect(plain).not.toContain("HTTP/1.1");
    await ended(new Uint8Array(4096).fill(0x16));
    const silent = connect(port, "127.0.0.1");
    await new Promise((resolve) => silent.once("connect", resolve));
    const secure = connectSecurely({ port, host: "127.0.0.1", rejectUnauthorized: false });
    await new Promise((resolve) => secure.once("secureConnect", resolve));
    const malformed = new Promise<string>((resolve) => {
      let text = "";
      secure.on("data", (chunk) => {
        text += chunk.toString();
      });
      secure.on("close", () => resolve(text));
    });
    secure.write("no request at all\r\n\r\n");
    expect(await malformed).toMatch(/^HTTP\/1\.1 400 .*"invalid_request"/s);
    silent.destroy();
    expect(await bench.code("/api/v1/catalog")).toBe(200);
  });

  test("more silent connections than strangers may have do not keep a caller with a token out, nor end one", async () => {
    const bench = await runningHub({ names, tls: other });
    const port = Number(new URL(bench.hub.url).port);
    // It has shown a token, and its connection stays.
    const known = connectSecurely({ port, host: "127.0.0.1", rejectUnauthorized: false });
    let heard = "";
    known.on("data", (chunk) => {
      heard += chunk.toString();
    });
    const ask = async (times: number): Promise<void> => {
      const head = `Host: localhost\r\nAuthorization: Bearer ${bench.machineToken}\r\n\r\n`;
      known.write(`GET /api/v1/catalog HTTP/1.1\r\n${head}`);
      while (heard.split("HTTP/1.1 200").length <= times) await new Promise((resolve) => known.once("data", resolve));
    };
    await ask(1);
    const strangers = Array.from({ length: 300 }, () => connect(port, "127.0.0.1"));
    for (const socket of strangers) socket.on("error", () => {});
    const closed = strangers
      .filter((_, index) => index < 10)
      .map((socket) => new Promise((done) => socket.once("close", done)));
    await Promise.all(closed);
    await ask(2);
    expect(await bench.code("/api/v1/catalog")).toBe(200);
    for (const socket of strangers) socket.destroy();
    known.destroy();
  });
});

test("a hub that other machines reach tells its address with the name of its certificate", async () => {
  const names: HubNames = { scheme: "https", names: ["*.example", "hub.example"], isLocal: false };
  const { hub } = await runningHub({ names, tls: { cert: pair.cert, key: pair.key } });
  expect(hub.url).toMatch(/^https:\/\/hub\.example:\d+$/);
});

test("the page is for the hub's own names and pages alone", async () => {
  const page = { headers: [["content-type", "text/html"]], bytes: new TextEncoder().encode("<p>") } as const;
  const bench = await runningHub({ page });
  const { host } = new URL(bench.hub.url);
  const call = (headers: Readonly<Record<string, string>>) => bench.call("/", { token: undefined, headers });
  expect(await call({})).toMatchObject({ status: 200, text: "<p>" });
  expect(await call({ origin: `http://${host}` })).toMatchObject({ status: 200 });
  expect((await call({ origin: "https://evil.example" })).status).toBe(401);
  expect((await call({ host: "evil.example" })).status).toBe(401);
  expect(await bench.code("/", { headers: { origin: "https://evil.example" } })).toBe("origin_not_allowed");
  expect((await bench.call("/?x=1", { token: undefined })).status).toBe(401);
  expect((await bench.call("/", { token: undefined, method: "HEAD" })).status).toBe(401);
});

test("hubs that start at one moment both start", async () => {
  const bench = await hubBench();
  const others = Array.from({ length: 4 }, () => new HubBench(bench.state));
  await Promise.all([bench, ...others].map((one) => one.start()));
  expect(new Set([bench, ...others].map(({ hub }) => hub.epoch)).size).toBe(5);
});

test("a hub is found again when a later one has ended, and soon when that left nothing", async () => {
  const clock = new HandClock();
  const bench = await hubBench();
  await bench.start({}, { clock });
  const later = await new HubBench(bench.state).start();
  const found = async () => (await readHubStartup(nodeFiles, bench.state))?.fleet_epoch;
  expect(await found()).toBe(later.hub.epoch);
  await later.hub.stop();
  expect(await found()).toBe(bench.hub.epoch);
  rmSync(join(bench.state, "hub", "startup.json"));
  clock.pass(5000);
  while ((await found()) === undefined) await new Promise((resolve) => setImmediate(resolve));
  expect(await found()).toBe(bench.hub.epoch);
});
