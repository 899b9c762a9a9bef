/** A session by its folder (P-S61), and addresses that a token is sent to. */
import { describe, expect, test } from "vitest";
import type { FetchLike } from "../../src/agent/machine/interfaces/fetch.js";
import { fetchOver } from "../../src/agent/program/common/client.js";
import {
  type Change,
  type ClientError,
  type Daemon,
  daemon,
  hub,
  NotRunning,
  type ReadText,
} from "../../src/agent/wire/client/index.js";
import { type Bench, credentialOf, running, settled } from "../daemon/bench.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { connectTo } from "./connected.js";
import { hasty } from "./hasty.js";

const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

const refused: FetchLike = async () => {
  throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
};

const startup = (url: string, more: object = {}): string =>
  JSON.stringify({
    ...{ version: 1, state: "ready", pid: 1, url, session_id: "s-1", daemon_epoch: "e" },
    ...{ started_at: "2026-01-31T23:59:59.999Z", ...more },
  });

/** A folder of texts; a text that is absent cannot be read. */
function folder(texts: Readonly<Record<string, string | undefined>>): ReadText {
  return async (path) => {
    const text = texts[path.replace("/sessions/s-1/", "")];
    if (text === undefined) throw new Error("ENOENT");
    return text;
  };
}

/** Says what the `fetch` of Node.js says of a port that it never connects to, and counts how often it is asked. */
function blocking(): { readonly fetch: FetchLike; asked: number } {
  const counter = {
    asked: 0,
    fetch: (async () => {
      counter.asked += 1;
      throw new TypeError("fetch failed", { cause: new Error("bad port") });
    }) as FetchLike,
  };
  return counter;
}

const WHERE = { sessionDirectory: "/sessions/s-1" };
const URL_ONE = "http://127.0.0.1:1";

test.each([
  ["an empty folder", {}, "session_unknown", "the folder holds no session; `agent new` starts one"],
  ["a folder of other files", { "startup.json": "[]", "credential.json": "{" }, "session_unknown", /holds no session/],
  [
    "a session whose daemon failed to start",
    { "startup.json": startup("", { state: "failed" }), "credential.json": credentialOf("t".repeat(64)) },
    ...(["session_not_running", "the session does not run; `agent continue s-1` starts it"] as const),
  ],
  ["one without a credential", { "startup.json": startup(URL_ONE) }, "session_not_running", /agent continue s-1/],
  [
    "one that was made and never started",
    { "credential.json": credentialOf("t".repeat(64)) },
    "session_not_running",
    /agent continue s-1/,
  ],
  [
    "one whose daemon is gone",
    { "startup.json": startup(URL_ONE), "credential.json": credentialOf("t".repeat(64)) },
    ...(["session_not_running", /agent continue s-1/] as const),
  ],
])("%s: the error says which command starts it, before anything is tried again", async (_, texts, code, message) => {
  const clock = new HandClock();
  const client = daemon(WHERE, { clock, fetch: refused, readText: folder(texts) });
  for (const call of [client.sync(), client.prompt({ content: "go" }), client.follow({ apply: () => {} })]) {
    const failure = await failureOf(call);
    expect(failure).toBeInstanceOf(NotRunning);
    expect(failure).toMatchObject({ code, sessionDirectory: "/sessions/s-1", message: expect.stringMatching(message) });
  }
  expect(clock.waiting).toBe(0);
});

test.each<[string, object, string]>([
  ["the folder's own", {}, "1".repeat(64)],
  ["the one that `startup.json` names", { credential_file: "/elsewhere/c.json" }, "2".repeat(64)],
])("the token is %s (spec 5.1.7)", async (_, more, token) => {
  const read = folder({
    "startup.json": startup(URL_ONE, more),
    "credential.json": credentialOf("1".repeat(64)),
    "/elsewhere/c.json": credentialOf("2".repeat(64)),
  });
  const sent: unknown[] = [];
  const fetch: FetchLike = async (_, { headers }) => {
    sent.push(headers);
    throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
  };
  await failureOf(daemon(WHERE, { clock: new HandClock(), fetch, readText: read }).sync());
  expect(JSON.stringify(sent[0])).toContain(`Bearer ${token}`);
});

/** Runs of one session, each at its own port and with its own token; the folder has those of the last one. */
async function runs() {
  const folderOf = { token: TOKEN };
  const disk = new Disk(1);
  const texts: Record<string, string> = {};
  let bench: Bench | undefined;
  let number = 0;
  /** The connections of a run end with it. */
  let run = new AbortController();
  const start = async (): Promise<void> => {
    bench = bench === undefined ? await running({ disk }) : await bench.again();
    run.abort();
    run = new AbortController();
    number += 1;
    texts["startup.json"] = startup(`http://127.0.0.1:${number}`);
    texts["credential.json"] = credentialOf(folderOf.token);
  };
  await start();
  const fetch: FetchLike = (url, request) =>
    bench === undefined || new URL(url).port !== String(number)
      ? refused(url, request)
      : fetchOver(connectTo(() => bench as Bench))(url, {
          ...request,
          signal: AbortSignal.any([request.signal, run.signal]),
        });
  return Object.assign(folderOf, { texts, fetch, start, disk, bench: () => bench as Bench });
}

const TOKEN = "0123456789abcdef".repeat(4);

test("C078 a daemon that is continued is found under its new address; each item comes once", async () => {
  const session = await runs();
  const client = daemon(WHERE, { ...hasty(), fetch: session.fetch, readText: folder(session.texts) });
  const items: number[] = [];
  const snapshots: string[] = [];
  const ending = new AbortController();
  const apply = (change: Change): void => {
    if (change.kind === "item") items.push(change.item.index);
    if (change.kind === "snapshot") snapshots.push(change.snapshot.daemon_epoch);
  };
  const over = client.follow({ apply, signal: ending.signal });
  await session.bench().turn("one");
  while (items.length < 2) await settled(1);
  for (let run = 0; run < 3; run += 1) {
    session.disk.crash();
    await session.start();
    await session.bench().turn("again");
    while (items.length < 4 + 2 * run) await settled(1);
  }
  ending.abort();
  await over;
  expect(items).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(new Set(snapshots).size).toBe(4);
});

test("a token that becomes wrong: the folder is read once more, then it is an error", async () => {
  const session = await runs();
  let looks = 0;
  const read = folder(session.texts);
  const client = daemon(WHERE, {
    ...hasty(),
    fetch: session.fetch,
    readText: async (path) => {
      if (path.endsWith("credential.json")) looks += 1;
      return read(path);
    },
  });
  let applied = 0;
  const apply = (): void => {
    applied += 1;
  };
  const over = failureOf(client.follow({ apply }));
  while (applied === 0) await settled(1);
  session.token = "f".repeat(64);
  session.disk.crash();
  const before = looks;
  await session.start();
  expect(await over).toMatchObject({ code: "unauthorized", status: 401 });
  expect(looks - before).toBe(2);
});

describe("addresses", () => {
  test.each([
    ["", "invalid_address"],
    ["127.0.0.1:80", "invalid_address"],
    ["file:///etc/passwd", "invalid_address"],
    ["http://user:pw@127.0.0.1:80", "invalid_address"],
    ["http://127.0.0.1:80/?x", "invalid_address"],
    ["http://127.0.0.1:80/#x", "invalid_address"],
    ["http://example.com", "invalid_address"],
    ["http://127.0.0.1.example.com", "invalid_address"],
    ["http://127.1.example", "invalid_address"],
  ])("%j is refused, so that no token is sent there", (url, code) => {
    expect(() => daemon({ url, token: "t" })).toThrow(expect.objectContaining({ code }));
  });

  test.each(["", "a b", "a\nb", "ä", undefined, null, 5])("%j is no token", (token) => {
    const address = { url: URL_ONE, token: token as string };
    expect(() => daemon(address)).toThrow(expect.objectContaining({ code: "invalid_token" }));
    expect(() => hub(address)).toThrow(expect.objectContaining({ code: "invalid_token" }));
  });

  test.each([{}, { token: "t" }, { sessionDirectory: undefined }, { sessionDirectory: "" }, { url: undefined }])(
    "%j names no daemon",
    (where) => {
      expect(() => daemon(where as { sessionDirectory: string })).toThrow(
        expect.objectContaining({ code: "invalid_address" }),
      );
    },
  );

  test.each([
    ["http://127.0.0.1:80/", "http://127.0.0.1/sync"],
    ["http://127.1:8080", "http://127.0.0.1:8080/sync"],
    ["http://localhost:1", "http://localhost:1/sync"],
    ["http://[::1]:1", "http://[::1]:1/sync"],
    ["https://hub.example/api/v1/sessions/s/daemon/", "https://hub.example/api/v1/sessions/s/daemon/sync"],
  ])("%s is asked at %s", async (url, asked) => {
    const urls: string[] = [];
    const client = daemon(
      { url, token: "t" },
      {
        fetch: (to) => {
          urls.push(to);
          throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
        },
      },
    );
    expect(await failureOf(client.sync())).toMatchObject({ code: "unreachable", detail: "ECONNREFUSED" });
    expect(urls).toEqual([asked]);
  });
});

test.each<readonly [string, (client: Daemon) => Promise<unknown>]>([
  ["a read", (client) => client.sync()],
  ["a prompt", (client) => client.prompt({ content: "one" })],
  ["following", (client) => client.follow({ apply: () => {} })],
])("a port that `fetch` never connects to is asked once: %s", async (_, call) => {
  const counter = blocking();
  const client = daemon({ url: "http://127.0.0.1:6000", token: "t" }, { ...hasty(), fetch: counter.fetch });
  expect(await failureOf(call(client))).toMatchObject({ code: "unreachable", detail: "BAD_PORT" });
  expect(counter.asked).toBe(1);
});

test("`fetch` says of such a port what is expected here", async () => {
  const client = daemon({ url: "http://127.0.0.1:6000", token: "t" }, hasty());
  expect(await failureOf(client.sync())).toMatchObject({ code: "unreachable", detail: "BAD_PORT" });
});
