/** `POST /api/v1/sessions/{id}/stop`: the daemon is told to stop as its own client would tell it (P-S49, P-S76). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Connect, ConnectError, type OutboundRequest } from "../../src/agent/machine/interfaces/connect.js";
import { machine } from "../../src/agent/program/common/machine.js";
import { makeCredential } from "../../src/agent/session/store/credential.js";
import { takeLock } from "../../src/agent/session/store/lock.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import { type HubBench, hubBench } from "./hub.js";

const STOP = { method: "POST", body: "{}" } as const;

/** A session that this process holds, and the token of its daemon. */
async function running(bench: HubBench, id: string): Promise<string> {
  bench.session(id);
  const paths = sessionPaths(join, bench.state, id);
  const lock = await takeLock({ ...machine, processes: machine.processes }, paths.lock);
  onTestFinished(() => lock?.release());
  const startup = {
    version: 1,
    state: "ready",
    pid: machine.processes.self.pid,
    session_id: id,
    daemon_epoch: "e",
    started_at: "2027",
  };
  writeFileSync(paths.startup, JSON.stringify({ ...startup, url: "http://127.0.0.1:1" }), { mode: 0o600 });
  return makeCredential(machine.files, machine.random, paths.credential);
}

/** A hub whose daemons answer like this, and the requests that they get. */
async function benchWith(answer: (request: OutboundRequest) => ReturnType<Connect>) {
  const bench = await hubBench();
  const token = await running(bench, "a");
  const asked: OutboundRequest[] = [];
  await bench.start(undefined, {
    connect: (request) => {
      if (request.method !== "POST") return Promise.reject(new ConnectError("unreachable", "ECONNREFUSED"));
      asked.push(request);
      return answer(request);
    },
    // The longest wait is over at once; no other part of this hub waits that long.
    clock: { ...machine.clock, after: (ms, run) => machine.clock.after(ms === 10_000 ? 1 : ms, run) },
  });
  return { bench, token, asked };
}

const said = (status: number) => async () => ({
  ...{ status, headers: [] },
  body: (async function* () {
    yield new TextEncoder().encode("{}");
  })(),
});

const silent = ({ signal }: OutboundRequest): ReturnType<Connect> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new ConnectError("aborted", "ABORT_ERR")));
  });

test("a daemon gets its own token and not the caller's, and the caller hears that it stops", async () => {
  const { bench, token, asked } = await benchWith(said(202));
  const { status, text } = await bench.call("/api/v1/sessions/a/stop", STOP);
  expect([status, JSON.parse(text)]).toEqual([202, { status: "stopping" }]);
  expect(asked.map(({ url, method, headers }) => [url, method, headers])).toEqual([
    ["http://127.0.0.1:1/terminate", "POST", [["authorization", `Bearer ${token}`]]],
  ]);
  expect(bench.log.join("")).not.toContain(token);
});

test("a daemon that stops already", async () => {
  const { bench } = await benchWith(said(503));
  expect(JSON.parse((await bench.call("/api/v1/sessions/a/stop", STOP)).text)).toEqual({ status: "stopping" });
});

test.each<[string, (request: OutboundRequest) => ReturnType<Connect>, string]>([
  ["refuses the token", said(401), "daemon_unreachable"],
  ["is down", () => Promise.reject(new ConnectError("unreachable", "ECONNREFUSED")), "daemon_unreachable"],
  ["is silent", silent, "daemon_timeout"],
])("a daemon that %s", async (_, answer, code) => {
  const { bench } = await benchWith(answer);
  expect(await bench.code("/api/v1/sessions/a/stop", STOP)).toBe(code);
});

test("a session that is unknown, has stopped or is only starting, and a body that is no object", async () => {
  const { bench, asked } = await benchWith(said(202));
  bench.session("stopped");
  await running(bench, "starting");
  writeFileSync(sessionPaths(join, bench.state, "starting").startup, "{");
  const code = (id: string) => bench.code(`/api/v1/sessions/${id}/stop`, STOP);
  expect(await code("none")).toBe("not_found");
  expect(await code("..%2fa")).toBe("not_found");
  expect(await code("stopped")).toBe("daemon_unreachable");
  expect(await code("starting")).toBe("daemon_unreachable");
  expect(await bench.code("/api/v1/sessions/a/stop", { ...STOP, body: "[]" })).toBe("invalid_request");
  expect(await bench.code("/api/v1/sessions/a/stop")).toBe("method_not_allowed");
  expect(asked).toEqual([]);
});
