/** A redirect address that the configuration fixes: on this machine the daemon listens there while a login waits (P-S84). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { Listen } from "../../../src/agent/machine/interfaces/listen.js";
import { nodeListen } from "../../../src/agent/machine/node/listen.js";
import { placeOf } from "../../../src/agent/session/mcp/oauth/callback.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { answerIn, type Bench, begun, bench, browse } from "./bench.js";

/** A port that is free. */
async function freePort(): Promise<number> {
  const server = await listening(0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function listening(port: number): Promise<Server> {
  const server = createServer((_, response) => response.end("other"));
  onTestFinished(() => void server.close());
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

const fixedAt = (uri: string, host = {}): Promise<Bench> => bench({ auth: { redirect: { type: "fixed", uri } }, host });

/** Names of this machine, as a configuration may write them. */
const HOSTS = ["localhost", "127.0.0.1", "127.0.0.2"];
const PATHS = ["/callback", "/", "/oauth/back", "/callback?from=agent"];

test.each(HOSTS.flatMap((host) => PATHS.map((path) => [host, path] as const)))(
  "a login ends in the browser at %s with %s, and nothing listens afterwards",
  async (host, path) => {
    const at = await fixedAt(`http://${host}:${await freePort()}${path}`);
    const back = at.there.agree(await begun(at.logins, at.server));
    expect(back.host).toContain(host);
    expect((await browse(`${back.origin}/elsewhere${back.search}`)).status).toBe(404);
    expect((await browse(`${back.origin}${back.pathname}?state=wrong&code=x`)).status).toBe(400);
    expect((await browse(back)).text).toContain("You are logged in");
    expect(at.done).toEqual(["notes"]);
    await expect(fetch(back)).rejects.toThrow();
  },
);

test("at `localhost` both loopback addresses are listened at, or the only one of the machine", async () => {
  const asked: string[] = [];
  const without6: Listen = (options, answering) => {
    asked.push(options.host);
    return options.host === "::1" ? Promise.reject(new Error("EADDRNOTAVAIL")) : nodeListen(options, answering);
  };
  const at = await fixedAt(`http://localhost:${await freePort()}/callback`, { listen: without6 });
  expect((await browse(at.there.agree(await begun(at.logins, at.server)))).status).toBe(200);
  expect(asked).toEqual(["127.0.0.1", "::1"]);
});

test("a second login takes the port of the first, and a cancelled one leaves it", async () => {
  const at = await fixedAt(`http://localhost:${await freePort()}/callback`);
  const first = at.there.agree(await begun(at.logins, at.server));
  const second = at.there.agree(await begun(at.logins, at.server));
  expect((await browse(first)).status).toBe(400);
  at.logins.cancel("notes");
  await expect(fetch(second)).rejects.toThrow();
  const third = at.there.agree(await begun(at.logins, at.server));
  at.clock.pass(limits.loginLife);
  await expect(fetch(third)).rejects.toThrow();
});

test("an answer can still be posted", async () => {
  const at = await fixedAt(`http://localhost:${await freePort()}/callback`);
  const back = at.there.agree(await begun(at.logins, at.server));
  expect(await at.logins.callback("notes", answerIn(back))).toEqual({ kind: "done" });
  await expect(fetch(back)).rejects.toThrow();
});

test("a port that another program has is said, and no browser is sent there", async () => {
  const port = await freePort();
  const other = await listening(port);
  const at = await fixedAt(`http://localhost:${port}/callback`);
  const reason = `port ${port} of its redirect address is taken (EADDRINUSE)`;
  expect(await at.logins.start(at.server)).toEqual({ kind: "failed", reason });
  expect(at.there.count("/register")).toBe(0);
  await new Promise((resolve) => other.close(resolve));
  expect((await browse(at.there.agree(await begun(at.logins, at.server)))).status).toBe(200);
});

test("the port of one login at the second address of `localhost` is left when that is taken", async () => {
  const port = await freePort();
  let isTaken = true;
  const listen: Listen = (options, answering) =>
    options.host === "::1" && isTaken ? Promise.reject(new Error("EADDRINUSE")) : nodeListen(options, answering);
  const at = await fixedAt(`http://localhost:${port}/callback`, { listen });
  expect((await at.logins.start(at.server)).kind).toBe("failed");
  isTaken = false;
  expect((await browse(at.there.agree(await begun(at.logins, at.server)))).status).toBe(200);
});

test("a port that takes more rights is left to the program that has them", async () => {
  const listen: Listen = () => Promise.reject(new Error("EACCES"));
  const at = await fixedAt("http://localhost/callback", { listen });
  const back = at.there.agree(await begun(at.logins, at.server));
  expect(back.href).toMatch(/^http:\/\/localhost\/callback\?/);
  expect(await at.logins.callback("notes", answerIn(back))).toEqual({ kind: "done" });
});

test("a page of another name that points here is refused", async () => {
  const at = await fixedAt(`http://localhost:${await freePort()}/callback`);
  const back = at.there.agree(await begun(at.logins, at.server));
  expect((await browse(back.href.replace("localhost", "127.0.0.1"))).status).toBe(404);
  expect((await browse(back)).status).toBe(200);
});

test.each([
  ["https://localhost:3118/callback", undefined],
  ["http://agent.example:3118/callback", undefined],
  ["http://localhost.example/callback", undefined],
  ["http://127.0.0.1.example/callback", undefined],
  ["http://localhost:0/callback", undefined],
  ["custom:callback", undefined],
  ["no address", undefined],
  ["", undefined],
  ["http://LOCALHOST:3118/Back", { hosts: ["127.0.0.1", "::1"], port: 3118, path: "/Back", host: "localhost:3118" }],
  ["http://[::1]:3118", { hosts: ["::1"], port: 3118, path: "/", host: "[::1]:3118" }],
  ["http://2130706433:1/x", { hosts: ["127.0.0.1"], port: 1, path: "/x", host: "127.0.0.1:1" }],
  ["http://127.9.9.9/x", { hosts: ["127.9.9.9"], port: 80, path: "/x", host: "127.9.9.9" }],
])("the place of %j", (uri, place) => {
  expect(placeOf(uri)).toEqual(place);
});
