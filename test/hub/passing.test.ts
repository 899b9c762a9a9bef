/** A whole hub whose proxy passes requests on over real connections (P-S49): what a daemon gets, what a caller gets, and where either breaks off. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { authorityOf, segmentsOf } from "../../src/agent/fleet/hub/proxy/proxy.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { type HubBench, runningHub } from "./hub.js";
import { stand } from "./upstream.js";

const SECRET = "d".repeat(64);
const PREFIX = "/api/v1/sessions/s/daemon";

/** A server in the place of a daemon, and a hub before it. */
async function behind(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly bench: HubBench; readonly port: number; readonly taken: () => number }> {
  let taken = 0;
  const server = createServer((asked, response) => {
    if (asked.url === "/sync/summary") {
      response.writeHead(503).end();
      return;
    }
    taken += 1;
    answer(asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bench = await runningHub();
  const { port } = server.address() as AddressInfo;
  await stand(bench.state, { id: "s", url: `http://127.0.0.1:${port}`, token: SECRET });
  return { bench, port: Number(new URL(bench.hub.url).port), taken: () => taken };
}

/** Bytes sent as they are; what comes until the other side closes. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

test("C150 a daemon gets its own bearer, and nothing that tells of the caller's", async () => {
  const { bench } = await behind((asked, response) => response.end(JSON.stringify(asked.rawHeaders)));
  const answer = await bench.call(`${PREFIX}/sync?x=%2F&y`, {
    headers: {
      ...{ cookie: "a=b", forwarded: "for=1.2.3.4", "x-forwarded-for": "1.2.3.4", te: "trailers", "x-own": "kept" },
      ...{
        connection: "close, x-named",
        "x-named": "dropped",
        "proxy-authorization": "Basic x",
        accept: "application/json",
      },
    },
  });
  expect(answer.status).toBe(200);
  const flat = JSON.parse(answer.text) as string[];
  const headers = flat.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), flat[at + 1] ?? ""] as const] : []));
  expect(headers.map(([name]) => name).sort()).toEqual(["accept", "authorization", "connection", "host", "x-own"]);
  expect(headers).toContainEqual(["authorization", `Bearer ${SECRET}`]);
  expect(answer.text).not.toContain(bench.machineToken);
});

test("a daemon that does not answer keeps no room of the hub's own routes", async () => {
  let came = (): void => {};
  let left = limits.requests;
  const all = new Promise<void>((resolve) => {
    came = resolve;
  });
  const { bench } = await behind(({ url }, response) => {
    if (url !== "/sync") {
      response.end("{}");
      return;
    }
    left -= 1;
    if (left === 0) came();
  });
  const asking = Array.from({ length: limits.requests }, () => bench.call(`${PREFIX}/sync`).catch(() => undefined));
  await all;
  const refused = await bench.call(`${PREFIX}/sync`);
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, "overloaded"]);
  expect(await bench.code("/api/v1/catalog")).toBe(200);
  // They show that the daemon is there, and end its work.
  for (const [method, path] of [
    ["GET", "/health"],
    ["POST", "/turn/cancel"],
    ["POST", "/terminate"],
  ] as const)
    expect(await bench.code(`${PREFIX}${path}`, { method }), path).toBe(200);
  expect(await bench.code(`${PREFIX}/health`, { method: "POST" })).toBe("overloaded");
  await bench.hub.stop();
  await Promise.all(asking);
});

test("C156 no token of either kind is in the log", async () => {
  const { bench } = await behind((_, response) => response.writeHead(500).end("{}"));
  await bench.call(`${PREFIX}/sync`);
  await bench.call(`${PREFIX}/sync`, { token: "wrong".repeat(10) });
  expect(bench.log.join("")).not.toContain(SECRET);
  expect(bench.log.join("")).not.toContain(bench.machineToken);
});

test("path, query, method, status and headers go through; cookies and what belongs to one connection do not", async () => {
  const { bench } = await behind((asked, response) => {
    response.writeHead(207, {
      "x-seen": `${asked.method} ${asked.url}`,
      "set-cookie": "a=b",
      etag: '"1"',
      connection: "x-gone",
      "x-gone": "1",
    });
    response.end("body");
  });
  const answer = await bench.call(`${PREFIX}/what/ever%20there?a=1&a=%zz&b='`, { method: "PROPFIND" });
  expect(answer).toMatchObject({ status: 207, text: "body" });
  expect(answer.headers).toMatchObject({ "x-seen": "PROPFIND /what/ever%20there?a=1&a=%zz&b='", etag: '"1"' });
  expect(answer.headers).not.toHaveProperty("set-cookie");
  expect(answer.headers).not.toHaveProperty("x-gone");
  const head = await bench.call(`${PREFIX}/x`, { method: "HEAD" });
  expect([head.status, head.text]).toEqual([207, ""]);
});

test("16 MiB go to the daemon and come back, by length and in chunks", async () => {
  const { bench } = await behind((asked, response) => asked.pipe(response));
  const body = "0123456789abcdef".repeat(1024 * 1024);
  const sum = (text: string): string => createHash("sha256").update(text).digest("hex");
  const whole = await bench.call(`${PREFIX}/prompt`, { method: "POST", body });
  expect([whole.status, sum(whole.text)]).toEqual([200, sum(body)]);
  const chunked = await bench.call(`${PREFIX}/prompt`, {
    ...{ method: "POST", body, headers: { "transfer-encoding": "chunked", "content-length": [] } },
  });
  expect([chunked.status, sum(chunked.text)]).toEqual([200, sum(body)]);
});

test("a caller that waits to be asked for its body is asked", async () => {
  const { port, bench } = await behind((asked, response) => asked.pipe(response));
  const head = `POST ${PREFIX}/prompt HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bench.machineToken}\r\n`;
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`${head}Expect: 100-continue\r\nContent-Length: 4\r\nConnection: close\r\n\r\n`),
    );
    let text = "";
    socket.on("data", (bytes) => {
      if (text === "" && String(bytes).startsWith("HTTP/1.1 100")) socket.write("body");
      text += String(bytes);
    });
    socket.on("close", () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  expect(answer.endsWith("body") || answer.includes("\r\nbody\r\n")).toBe(true);
});

test("a body with both lengths never reaches the daemon", async () => {
  const { port, bench, taken } = await behind((_, response) => response.end("taken"));
  const answer = await raw(
    port,
    `POST ${PREFIX}/prompt HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bench.machineToken}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET ${PREFIX}/sync HTTP/1.1\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(taken()).toBe(0);
});

test.each([
  "/a%2Fb",
  "/a%5cb",
  "/..",
  "/%2e%2e/x",
  "/a/./b",
  "/a//b",
  "/a%00",
  "/%zz",
  "/a/%2E",
  "/a%0d%0ab",
  "//",
  "/a//",
])("%s is 400, and never reaches the daemon", async (path) => {
  const { bench, port, taken } = await behind((_, response) => response.end("taken"));
  const head = `Host: localhost\r\nAuthorization: Bearer ${bench.machineToken}\r\nConnection: close\r\n\r\n`;
  expect(await raw(port, `GET ${PREFIX}${path} HTTP/1.1\r\n${head}`)).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*"invalid_request"/,
  );
  expect(taken()).toBe(0);
});

test("no path below the proxy can be read in two ways", () => {
  const pieces = ["..", ".", "%2e", "%2F", "/", "%5C", "\\", "%", "%00", "a", "%C3%A9", "%7B", "b"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), (some) => {
      const path = `/${some.join("")}`;
      if (segmentsOf(path) === undefined) return;
      // A parser of URLs leaves it as it is.
      expect(new URL(`http://h${path}`).pathname).toBe(path);
      expect(decodeURIComponent(path)).not.toMatch(/\/\.{1,2}(?:\/|$)|\/\/|\\|\p{Cc}/u);
    }),
    { numRuns: cases(2000) },
  );
});

test.each([
  ["GET", "/sync", "read"],
  ["HEAD", "/sync", "read"],
  ["POST", "/prompt", "control"],
  ["DELETE", "/turn/input/newest", "control"],
  ["POST", "/terminate", "manage"],
  ["POST", "/reload", "manage"],
  ["PATCH", "/sync", "manage"],
  ["GET", "/no-such", "read"],
])("%s %s needs `%s`", (method, path, authority) => {
  expect(authorityOf(method, path)).toBe(authority);
});

test("C154 a daemon that is down is 502; a session that is unknown 404", async () => {
  const bench = await runningHub();
  bench.session("stopped");
  await stand(bench.state, { id: "down", url: "http://127.0.0.1:1", token: SECRET });
  const codes = (id: string): Promise<string | number> => bench.code(`/api/v1/sessions/${id}/daemon/sync`);
  expect(await Promise.all([codes("stopped"), codes("down"), codes("unknown"), codes("NO")])).toEqual([
    ...["daemon_unreachable", "daemon_unreachable", "not_found", "not_found"],
  ]);
});

test("the address of an earlier run leads nowhere while the next daemon starts", async () => {
  const { bench, taken } = await behind((_, response) => response.end("{}"));
  const { startup } = sessionPaths(join, bench.state, "s");
  const said = JSON.parse(readFileSync(startup, "utf8"));
  expect(await bench.code(`${PREFIX}/sync`, { method: "POST" })).toBe(200);
  writeFileSync(startup, JSON.stringify({ ...said, pid: said.pid + 1 }));
  // A command is sent to where its daemon is now.
  expect(await bench.code(`${PREFIX}/sync`, { method: "POST" })).toBe("daemon_unreachable");
  expect(taken()).toBe(1);
});

test("a daemon that refuses the hub's bearer cannot be reached", async () => {
  const { bench } = await behind((_, response) => response.writeHead(401).end('{"code":"unauthorized"}'));
  expect(await bench.code(`${PREFIX}/sync`)).toBe("daemon_unreachable");
});

test("C154 an answer that is cut breaks the caller's connection", async () => {
  const { bench } = await behind((asked, response) => {
    if (asked.url === "/length") response.writeHead(200, { "content-length": "100" });
    response.write("half");
    setImmediate(() => response.destroy());
  });
  await expect(bench.call(`${PREFIX}/length`)).rejects.toMatchObject({ code: "ECONNRESET" });
  await expect(bench.call(`${PREFIX}/chunks`)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(await bench.code("/api/v1/catalog")).toBe(200);
});

test("C153 a stream comes as it is written, and ends at the daemon when its reader goes", async () => {
  let told = (): void => {};
  const gone = new Promise<void>((resolve) => {
    told = resolve;
  });
  const { bench } = await behind((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    response.on("close", told);
  });
  await new Promise<void>((resolve, reject) => {
    const asked = request(`${bench.hub.url}${PREFIX}/events`, {
      headers: { authorization: `Bearer ${bench.machineToken}` },
    });
    asked.on("error", reject);
    asked.on("response", (response) => {
      response.on("data", (bytes) => {
        expect(String(bytes)).toBe("data: 1\n\n");
        response.destroy();
        resolve();
      });
      response.on("error", () => {});
    });
    asked.end();
  });
  await gone;
});

test("a caller that goes before the answer ends the request at the daemon", async () => {
  let told = (): void => {};
  const gone = new Promise<void>((resolve) => {
    told = resolve;
  });
  let came = (): void => {};
  const asked = new Promise<void>((resolve) => {
    came = resolve;
  });
  const { bench } = await behind((request) => {
    request.on("close", told);
    came();
  });
  const caller = request(`${bench.hub.url}${PREFIX}/slow`, {
    headers: { authorization: `Bearer ${bench.machineToken}` },
  });
  caller.on("error", () => {});
  caller.end();
  await asked;
  caller.socket?.resetAndDestroy();
  await gone;
  expect(await bench.code("/api/v1/catalog")).toBe(200);
});

test("a reader that stalls stops the daemon: the hub keeps no more than the sockets do", async () => {
  let written = 0;
  let isFull = (): void => {};
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  const { bench, port } = await behind((_, response) => {
    const piece = Buffer.alloc(65_536, "x");
    const more = (): void => {
      // A daemon whose answer is not taken for a second of turns waits.
      while (response.write(piece)) written += piece.length;
      written += piece.length;
      const timer = setTimeout(isFull, 500);
      response.once("drain", () => {
        clearTimeout(timer);
        more();
      });
    };
    more();
  });
  const socket = connect(port, "127.0.0.1", () => {
    socket.write(
      `GET ${PREFIX}/much HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bench.machineToken}\r\n\r\n`,
    );
    socket.pause();
  });
  socket.on("error", () => {});
  await full;
  expect(written).toBeLessThan(32 * 1024 * 1024);
  socket.destroy();
});
