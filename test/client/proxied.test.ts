/** A session's daemon through a hub: the hub's token and path, and failures of the hub as those of a connection (P-S49, P-S61). */
import { expect, test } from "vitest";
import type { FetchLike } from "../../src/agent/machine/interfaces/fetch.js";
import { fetchOver } from "../../src/agent/program/common/client.js";
import type { Change, ClientError } from "../../src/agent/wire/client/index.js";
import { type Bench, running, settled, TOKEN, type Wanted } from "../daemon/bench.js";
import { connectTo } from "./connected.js";
import { type Asked, HUB, refusal, row, scripted } from "./scripted-hub.js";

const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn > 5000) expect.fail("it does not come to be");
    await settled(1);
  }
}

/** A hub that passes on to a daemon of this process. `before` answers in its place, `after` sees that the daemon has answered. */
async function proxied(wanted: Wanted = {}) {
  const bench: Bench = await running(wanted);
  const { server, client } = scripted();
  /** Whether streams of the daemon break at their next piece. */
  const breaks = { isOn: false };
  const toDaemon: FetchLike = fetchOver(
    connectTo(
      () => bench,
      (path, pieces) => breaks.isOn && path === "/events" && pieces > 0,
    ),
  );
  const steps: {
    before?: (asked: Asked, path: string) => Response | undefined;
    after?: (asked: Asked, path: string) => Response | undefined;
  } = {};
  server.script = async (asked) => {
    if (asked.route !== "daemon") return undefined;
    const path = asked.path.replace(/^\/api\/v1\/sessions\/session-1\/daemon/, "");
    const before = steps.before?.(asked, path);
    if (before !== undefined) return before;
    const headers = { ...asked.request.headers, authorization: `Bearer ${TOKEN}` };
    const search = asked.query.size > 0 ? `?${asked.query}` : "";
    const answer = await toDaemon(`http://localhost:1${path}${search}`, { ...asked.request, headers });
    return steps.after?.(asked, path) ?? answer;
  };
  return { bench, server, client, session: client.session("session-1"), steps, breaks };
}

test("every call of a daemon goes through the hub, with the hub's token alone", async () => {
  const { bench, server, session } = await proxied();
  const sent = await session.prompt({ content: "three blind mice" });
  expect(await sent.ended()).toBe("completed");
  const texts: (string | undefined)[] = [];
  for await (const { text } of session.history()) texts.push(text);
  expect(texts).toEqual((await bench.history()).map(({ text }) => text));
  expect((await session.summary()).session_id).toBe("session-1");
  expect(new Set(server.asked.map(({ route }) => route))).toEqual(new Set(["daemon"]));
  const tokens = new Set(server.asked.map(({ request }) => request.headers["authorization"]));
  expect([...tokens]).toEqual([`Bearer ${HUB.token}`]);
});

const AWAY = [
  ["daemon_unreachable", 502],
  ["daemon_timeout", 504],
  ["overloaded", 503],
  ["shutting_down", 503],
] as const;

test.each(AWAY)(
  "%s of the hub at each page of a history: the items after the place, each once",
  async (code, status) => {
    const { bench, session, steps } = await proxied({ limits: { historyPageItems: 2 } });
    for (let turn = 0; turn < 5; turn += 1) await bench.turn("go");
    let pages = 0;
    steps.before = (_, path) => {
      if (path !== "/history") return undefined;
      pages += 1;
      return pages % 2 === 1 ? refusal(code, status) : undefined;
    };
    const indexes: number[] = [];
    const ending = new AbortController();
    await session.follow({
      load: () => ({ version: 1, session_id: "session-1", items: 3 }),
      signal: ending.signal,
      apply: (change) => {
        if (change.kind === "item") indexes.push(change.item.index);
        if (change.kind === "snapshot") ending.abort();
      },
    });
    expect(indexes).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(pages).toBe(10);
  },
);

test.each(AWAY)(
  "C275 %s of the hub is a broken connection to a follower, who goes on without a new snapshot",
  async (code, status) => {
    const { bench, session, steps, breaks } = await proxied();
    const changes: Change[] = [];
    const ending = new AbortController();
    let refused = 0;
    steps.before = (_, path) => {
      if (path !== "/events" || changes.length === 0 || refused === 3 || !breaks.isOn) return undefined;
      refused += 1;
      if (refused === 3) breaks.isOn = false;
      return refusal(code, status);
    };
    const over = session.follow({ from: "now", apply: (change) => void changes.push(change), signal: ending.signal });
    await until(() => changes.length === 1);
    const whole = await bench.follow();
    breaks.isOn = true;
    await bench.turn("three blind mice");
    await until(() =>
      changes.some(({ kind, ...one }) => kind === "record" && "record" in one && one.record?.kind === "turn_finished"),
    );
    expect(refused).toBe(3);
    expect(changes.map(({ kind }) => kind).filter((kind) => kind === "snapshot")).toHaveLength(1);
    expect(changes.flatMap((change) => ("record" in change ? [change.record] : []))).toEqual(whole.records);
    ending.abort();
    await over;
  },
);

test.each(AWAY)(
  "C088 after %s of the hub a prompt is sent again with its operation, and runs once",
  async (code, status) => {
    for (const when of ["before", "after"] as const) {
      const { bench, server, session, steps } = await proxied();
      let refused = 0;
      steps[when] = (_, path) => {
        if (path !== "/prompt" || refused === 2) return undefined;
        refused += 1;
        return refusal(code, status);
      };
      const sent = await session.prompt({ content: "once" });
      expect(await sent.ended()).toBe("completed");
      const prompts = server.asked.filter(({ path }) => path.endsWith("/prompt"));
      const operations = prompts.map(({ request }) => JSON.parse(request.body ?? "{}").operation_context.operation);
      expect([refused, operations.length, new Set(operations).size]).toEqual([2, 3, 1]);
      expect((await bench.history()).filter(({ kind }) => kind === "user_message")).toHaveLength(1);
    }
  },
);

test.each([
  ["not_found", 404],
  ["target_not_allowed", 403],
  ["insufficient_scope", 403],
  ["unauthorized", 401],
] as const)("C275 %s of the hub is final for all calls of a session", async (code, status) => {
  const { server, session, steps } = await proxied();
  steps.before = () => refusal(code, status);
  for (const call of [
    session.sync(),
    session.prompt({ content: "go" }),
    session.follow({ apply: () => {} }),
    session.stop(),
  ])
    expect(await failureOf(call)).toMatchObject({ name: "DaemonError", code, status });
  expect(server.asked).toHaveLength(4);
});

test("a session that the hub loses while a command is looked for: whether it ran is unknown", async () => {
  const { session, steps } = await proxied();
  let isLost = false;
  steps.after = (_, path) => {
    if (path !== "/prompt") return undefined;
    isLost = true;
    return refusal("daemon_timeout", 504);
  };
  let prompts = 0;
  steps.before = (_, path) => {
    if (!isLost) return undefined;
    // The daemon is another one at the second try; then its folder is gone.
    if (path === "/prompt") prompts += 1;
    return prompts === 1 && path === "/prompt" ? refusal("epoch_mismatch", 409) : refusal("not_found", 404);
  };
  expect(await failureOf(session.prompt({ content: "go" }))).toMatchObject({ code: "operation_unknown" });
});

test("C277 C280 a hub that restarts: its catalog is new, and the place in a session's daemon stays", async () => {
  const { bench, server, client, session, breaks } = await proxied();
  server.push("session_upserted", { session: row("session-1") });
  const ending = new AbortController();
  const { signal } = ending;
  const fleet: string[] = [];
  const changes: Change[] = [];
  const overs = [
    client.followFleet({ apply: ({ kind }) => void fleet.push(kind), signal }),
    session.follow({ from: "now", apply: (change) => void changes.push(change), signal }),
  ];
  await until(() => server.open === 1 && changes.length === 1);
  const whole = await bench.follow();
  breaks.isOn = true;
  server.restart();
  await bench.turn("three blind mice");
  breaks.isOn = false;
  await until(() => fleet.length === 2 && server.open === 1);
  await until(() => changes.length > 1 + whole.records.length - 1);
  expect(fleet).toEqual(["catalog", "catalog"]);
  expect(changes.flatMap((change) => ("record" in change ? [change.record] : []))).toEqual(whole.records);
  expect(server.asked.filter(({ path }) => path.endsWith("/daemon/sync"))).toHaveLength(1);
  ending.abort();
  await Promise.all(overs);
});
