/** A fleet where there is no terminal, and the hub that a command finds. */
import { expect, test } from "vitest";
import { doorOf, type Lend } from "../../src/agent/fleet/watch/door.js";
import type { Follow, Watcher } from "../../src/agent/fleet/watch/follow.js";
import { watchAsLines } from "../../src/agent/fleet/watch/lines.js";
import type { FleetEventV1 } from "../../src/generated/protocol/types.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { asks, FLEET_EPOCH, failed, NOW, PROJECTS, rowOf, WAITING } from "./twenty.js";

const HEAD = { version: 1, fleet_epoch: FLEET_EPOCH, cursor: "c", at: "2026-11-25T12:00:01.000Z" } as const;

const event = (more: Partial<FleetEventV1>) =>
  ({ kind: "event", event: { ...HEAD, ...more } as FleetEventV1 }) as const;

/** What is printed when a hub says this. */
async function printed(format: "text" | "json", script: (watcher: Watcher) => void, reads = Number.POSITIVE_INFINITY) {
  const clock = new HandClock();
  clock.jump(NOW - clock.now());
  const lines: string[] = [];
  const complaints: string[] = [];
  const ending = new AbortController();
  const follow: Follow = async (watcher, signal) => {
    watcher.connection({ kind: "connecting" });
    watcher.connection({ kind: "live" });
    script(watcher);
    if (reads === Number.POSITIVE_INFINITY) return;
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  const write = async (text: string): Promise<boolean> => {
    lines.push(...text.split("\n").slice(0, -1));
    return lines.length < reads;
  };
  const complain = async (text: string): Promise<void> => void complaints.push(text);
  await watchAsLines(format, { clock, write, complain }, follow, ending.signal);
  return { lines, complaints };
}

const CATALOG = { kind: "catalog", projects: PROJECTS, sessions: [rowOf(1), rowOf(2, WAITING)] } as const;

test("text: what failed, and what somebody is asked", async () => {
  const { lines } = await printed("text", ({ apply }) => {
    const sessions = [rowOf(1, failed("status 401\x1b[2J")), rowOf(2, asks("permission", "rm -r\nimages", 3))];
    apply({ kind: "catalog", projects: PROJECTS, sessions });
    apply(event({ kind: "session_upserted", session: rowOf(1, { state: "running", busy: true }) }));
    const context = { used: 4713, window: 16_000 };
    apply(event({ kind: "session_upserted", session: rowOf(1, { context }) }));
  });
  expect(lines.map((line) => line.slice(26))).toEqual([
    "waiting  20261125-100200-9f3a1c20  Session 2  (sonnet, billing)  rm -r\\nimages",
    "idle, failed  20261125-100100-9f3a1c20  Session 1  (sonnet, billing)  status 401\\x1b[2J",
    "busy  20261125-100100-9f3a1c20  Session 1  (sonnet, billing)",
    "idle  20261125-100100-9f3a1c20  Session 1  (sonnet, 4.7k/16k, billing)",
  ]);
});

test("text: a line for each session, and for each change that a person would see", async () => {
  const { lines } = await printed("text", ({ apply }) => {
    apply(CATALOG);
    apply(event({ kind: "session_upserted", session: rowOf(1, { updated_at: "2026-11-25T12:00:00.000Z" }) }));
    apply(event({ kind: "session_upserted", session: rowOf(1, { ...WAITING, title: "a\x1b[2J\nb" }) }));
    apply(event({ kind: "session_observed", session_id: rowOf(2).session_id, fresh: false, observed_at: null }));
    apply(event({ kind: "session_removed", session_id: rowOf(2).session_id }));
    apply(CATALOG);
  });
  expect(lines).toEqual([
    "2026-11-25T12:00:00.000Z  waiting  20261125-100200-9f3a1c20  Session 2  (sonnet, billing)",
    "2026-11-25T12:00:00.000Z  idle  20261125-100100-9f3a1c20  Session 1  (sonnet, billing)",
    "2026-11-25T12:00:01.000Z  waiting  20261125-100100-9f3a1c20  a\\x1b[2J\\nb  (sonnet, billing)",
    "2026-11-25T12:00:01.000Z  waiting, stale  20261125-100200-9f3a1c20  Session 2  (sonnet, billing)",
    "2026-11-25T12:00:01.000Z  removed  20261125-100200-9f3a1c20",
    "2026-11-25T12:00:00.000Z  waiting  20261125-100200-9f3a1c20  Session 2  (sonnet, billing)",
    "2026-11-25T12:00:00.000Z  idle  20261125-100100-9f3a1c20  Session 1  (sonnet, billing)",
  ]);
});

test("JSON: the fleet, then each event as it came", async () => {
  const removed = event({ kind: "session_removed", session_id: "s\u202e" });
  const { lines } = await printed("json", ({ apply }) => {
    apply(CATALOG);
    apply(removed);
  });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([CATALOG, removed.event]);
  expect(lines.join("")).not.toContain("\u202e");
});

test("a lost connection is told once on standard error, and so is its return", async () => {
  const { complaints } = await printed("json", ({ connection }) => {
    connection({ kind: "lost", why: "the hub cannot be reached" });
    connection({ kind: "lost", why: "the hub cannot be reached" });
    connection({ kind: "live" });
  });
  expect(complaints).toEqual(["connection lost: the hub cannot be reached; trying again", "connected again"]);
});

test("nobody reads any longer: it ends", async () => {
  const { lines } = await printed("text", ({ apply }) => apply(CATALOG), 1);
  expect(lines.length).toBe(2);
});

const lend: Lend = async () => ({ token: "lent", revoke: async () => {} });

async function disk(files: Readonly<Record<string, string>>) {
  const all = new Disk(1).files();
  await all.makeDirectory("/state/hub");
  for (const [path, text] of Object.entries(files)) {
    const file = await all.open(path, "create");
    await file.append(Buffer.from(text));
    await file.close();
  }
  return all;
}

const READY = JSON.stringify({
  ...{ version: 1, state: "ready", pid: 1, url: "http://127.0.0.1:7", fleet_epoch: "e" },
  started_at: "2027-01-15T08:00:00.000Z",
});

test("the hub of a state directory, with a token of this run or of a file", async () => {
  const files = await disk({
    "/state/hub/startup.json": READY,
    "/bare": " bare\n",
    "/json": '{"id":"a","token":"whole"}\n',
  });
  const stateDirectory = "/state";
  expect(await doorOf(files, { stateDirectory }, lend)).toMatchObject({ url: "http://127.0.0.1:7", token: "lent" });
  expect(await doorOf(files, { stateDirectory, tokenFile: "/bare" }, lend)).toMatchObject({ token: "bare" });
  const url = "https://host:1";
  expect(await doorOf(files, { stateDirectory, url, tokenFile: "/json" }, lend)).toMatchObject({ url, token: "whole" });
});

test.each([
  [{}, "there is no home directory: give `--state-dir`, or `--url` and `--token-file`"],
  [{ stateDirectory: "/none" }, "there is no hub here; `agent hub` starts one"],
  [{ stateDirectory: "/state" }, "the hub is not ready; `agent hub` starts one"],
  [{ url: "hub" }, "`--url` takes the address of a hub, such as http://127.0.0.1:7777"],
  [{ url: "http://127.0.0.1:7" }, "`--url` needs a `--token-file`: `agent hub token create` prints the token of a hub"],
  [{ url: "http://127.0.0.1:7", tokenFile: "/none" }, "the token file cannot be read"],
  [
    { url: "http://127.0.0.1:7", tokenFile: "/two" },
    "the token file holds no token: it is the token alone, or what `agent hub token create` printed",
  ],
])("%j: %s", async (wanted, message) => {
  const files = await disk({
    "/state/hub/startup.json":
      '{"state":"starting","version":1,"pid":1,"fleet_epoch":"e","started_at":"2027-01-15T08:00:00.000Z"}',
    "/two": "two tokens",
  });
  expect(await doorOf(files, wanted, lend)).toBe(message);
});
