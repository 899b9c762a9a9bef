/** How a daemon starts, and why it does not (P-S1, P-S6, P-S40). */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Startup } from "../../src/generated/protocol/types.js";
import { isStartup } from "../../src/generated/protocol/validators.js";
import { sweep } from "../cases.js";
import { single } from "../model/asking.js";
import { gate } from "../model/server.js";
import { CHANGING, Disk } from "../ports/disk.js";
import { Bench, configFile, OFFLINE, running, SESSION, STATE, settled } from "./bench.js";

const DIRECTORY = `${STATE}/sessions-v1/${SESSION}`;

function startupOn(disk: Disk): Startup {
  const value: unknown = JSON.parse(Buffer.from(disk.bytes(`${DIRECTORY}/startup.json`)).toString());
  expect(isStartup(value)).toBe(true);
  return value as Startup;
}

test("P-S6 startup.json says where a daemon is, and the lock is its own", async () => {
  const bench = await running();
  const { epoch } = bench.daemon;
  expect(startupOn(bench.disk)).toMatchObject({ state: "ready", url: "http://127.0.0.1:1", daemon_epoch: epoch });
  expect([...bench.disk.image().keys()]).toContain(`${DIRECTORY}/lock`);
  await bench.daemon.stop("terminate");
  expect([...bench.disk.image().keys()]).not.toContain(`${DIRECTORY}/lock`);
  expect([...bench.disk.image().keys()]).toContain(`${DIRECTORY}/final.json`);
});

test.each([
  ["session_unknown", { resume: true }],
  ["session_exists", {}],
])("%s: nothing is changed", async (code, wanted) => {
  const disk = new Disk(1);
  if (code === "session_exists") await (await running({ disk })).daemon.stop("terminate");
  const before = disk.image();
  const bench = new Bench({ disk });
  expect(await bench.start(wanted)).toMatchObject({ kind: "failed", code });
  expect([...disk.image()].filter(([path]) => path !== "/credential.json")).toEqual(
    [...before].filter(([path]) => path !== "/credential.json"),
  );
});

test("no address: what was opened is let go of, and startup.json says why", async () => {
  const bench = new Bench({
    host: { listen: () => Promise.reject(new Error("EADDRINUSE")) },
  });
  expect(await bench.start()).toMatchObject({ kind: "failed", code: "address_unavailable" });
  expect(startupOn(bench.disk)).toMatchObject({ state: "failed" });
  expect([...bench.disk.image().keys()]).not.toContain(`${DIRECTORY}/lock`);
  expect(await new Bench({ disk: bench.disk }).start({ resume: true })).toMatchObject({ kind: "ready" });
});

test("P-S40 a finalized session that cannot be served again stays finalized, with its history", async () => {
  const { disk, daemon } = await running();
  await daemon.stop("terminate");
  const bench = new Bench({ disk, host: { listen: () => Promise.reject(new Error("EADDRINUSE")) } });
  expect(await bench.start({ ...bench.wanted, resume: true })).toMatchObject({ code: "address_unavailable" });
  expect([...disk.image().keys()]).toContain(`${DIRECTORY}/final.json`);
  expect([...disk.image().keys()]).not.toContain(`${DIRECTORY}/lock`);
  expect(await new Bench({ disk }).start({ resume: true })).toMatchObject({ kind: "ready" });
});

test.each([
  ["full", 0],
  ["io", 1],
  ["denied", 2],
] as const)(
  "C294 %s at each operation of a start: it fails with a code, no lock stays, and the next start is good",
  async (failure, turn) => {
    for (const resume of [false, true]) {
      for (const number of sweep(Number(resume) + turn)) {
        const disk = new Disk(number);
        const first = new Bench({ disk });
        if (resume) {
          await first.start();
          await first.turn("hello");
          await first.daemon.stop("terminate");
        } else if (!resume) await new Bench({ disk, session: "other" }).start({ session: "other" });
        let seen = 0;
        disk.decide = ({ kind, path }) => {
          if (!CHANGING.has(kind) || path === "/credential.json") return undefined;
          seen += 1;
          return seen === number ? failure : undefined;
        };
        const bench = new Bench({ disk });
        const started = await bench.start({ resume });
        disk.decide = () => undefined;
        if (started.kind === "ready") {
          await bench.turn("again");
          await bench.daemon.stop("terminate");
          if (seen < number) break;
          continue;
        }
        expect(started).toMatchObject({ kind: "failed", code: "storage_unavailable" });
        const left = [...disk.image().keys()];
        const isThere = left.includes(`${DIRECTORY}/session.json`);
        expect(await new Bench({ disk }).start({ resume: isThere })).toMatchObject({ kind: "ready" });
      }
    }
  },
);

test("an install key that cannot be had: the lock is let go of", async () => {
  const disk = new Disk(1);
  disk.decide = ({ path }) => (path.includes("install.key") ? "denied" : undefined);
  const bench = new Bench({ disk });
  expect(await bench.start()).toMatchObject({ kind: "failed", code: "storage_unavailable" });
  expect([...disk.image().keys()]).not.toContain(`${DIRECTORY}/lock`);
  expect(startupOn(disk)).toMatchObject({ state: "failed", message: expect.stringContaining("install.key") });
});

test("a configuration with errors, and none: nothing is made", async () => {
  const bench = new Bench({ config: "version: 3\nnonsense: [\n" });
  expect(await bench.start()).toMatchObject({ kind: "configuration" });
  const gone = new Bench({}, configFile(OFFLINE));
  rmSync(join(gone.file));
  expect(await gone.start()).toMatchObject({ kind: "configuration" });
  for (const { disk } of [bench, gone]) expect([...disk.image().keys()]).toEqual(["/credential.json"]);
});

test("C304 a trust store that cannot be read: it does not start", async () => {
  const config = single("http://127.0.0.1:9/v1", "", "", "tls: { trust_store: /nowhere/ca.pem }");
  const bench = new Bench({ config });
  expect(await bench.start()).toMatchObject({ kind: "configuration" });
  expect([...bench.disk.image().keys()]).toEqual(["/credential.json"]);
});

test("P-S40 stopping: commands are refused, reading goes on, streams end with what there is, and it stops once", async () => {
  const bench = await running();
  const stream = await bench.follow();
  const before = await bench.sync();
  const answer = await bench.post("/terminate");
  expect([answer.status, answer.json()]).toEqual([202, { status: "stopping" }]);
  expect(await bench.get("/sync")).toMatchObject({ status: 200 });
  for (const path of ["/prompt", "/turn/cancel", "/terminate"]) {
    const refused = await bench.post(path);
    expect([refused.status, refused.json()]).toMatchObject([503, { code: "shutting_down" }]);
  }
  await stream.until(({ isEnded }) => isEnded);
  expect(stream.records.map((record) => record.kind)).toEqual(["session_stopping"]);
  expect(stream.records[0]).toMatchObject({ reason: "terminate" });
  await Promise.all([bench.daemon.stopped, bench.daemon.stop("signal")]);
  const late = bench.send(`/events?after=${before.cursor}`);
  await late.until(({ isEnded }) => isEnded);
  await settled();
  expect(bench.clock.waiting).toBe(0);
});

test("a prompt whose body comes when the daemon has begun to stop, or has stopped, is refused and nowhere", async () => {
  for (const isOver of [false, true]) {
    const bench = await running();
    const come = gate();
    const body = come.passed.then(() => '{"content":"late"}');
    const prompt = bench.send("/prompt", { method: "POST", body });
    await settled();
    const stopped = bench.daemon.stop("signal");
    if (isOver) await stopped;
    come.open();
    await prompt.until(({ isEnded }) => isEnded);
    await stopped;
    expect([prompt.status, prompt.json()]).toMatchObject([503, { code: "shutting_down" }]);
    expect(await (await bench.again()).history()).toEqual([]);
  }
});
