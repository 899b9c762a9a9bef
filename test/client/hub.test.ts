/** The calls of a hub's client (spec 2.5, 4.2, 7): exactly the recovery of each code, and no answer that a hub does not give. */
import { describe, expect, test } from "vitest";
import type { FetchLike } from "../../src/agent/machine/interfaces/fetch.js";
import { type ClientError, type Hub, hub } from "../../src/agent/wire/client/index.js";
import { codes, everywhere, hubRoutes } from "../../src/generated/protocol/tables.js";
import type { HistoryPage } from "../../src/generated/protocol/types.js";
import { settled } from "../daemon/bench.js";
import { hasty } from "./hasty.js";
import { type Asked, bytesOf, HUB, lines, project, refusal, row, type ScriptedHub, scripted } from "./scripted-hub.js";

const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

const CHECKPOINT = "capture-1";

const page = (more: Partial<HistoryPage> = {}): HistoryPage => ({
  ...{ version: 1, session_id: "a", title: null, checkpoint: CHECKPOINT, items: [], next_page: null },
  ...{ total_items: more.items?.length ?? 0, ...more },
});

const item = (index: number): HistoryPage["items"][number] => ({
  ...{ item_id: `i${index}`, index, kind: "user_message", at: "2026-01-31T23:59:59.999Z" },
  ...{ attribution: { kind: "historical_unknown" }, secret_coverage: "captured" },
});

const chunk = (bytes: string, offset = 0, total = bytes.length): object => ({
  ...{ artifact_id: "f", media_type: "text/plain", total_length: total, offset },
  data_base64: Buffer.from(bytes).toString("base64"),
});

/** What a hub answers that has one stopped session with one attachment. */
function answered({ route }: Asked): Response | undefined {
  if (route === "history") return Response.json(page({ items: [item(0)] }));
  if (route === "attachment") return Response.json(chunk("three"));
  if (route === "session") return Response.json(row("a"));
  if (route === "stop") return Response.json({ status: "accepted" }, { status: 202 });
  return undefined;
}

async function all<Of>(parts: AsyncIterable<Of>): Promise<readonly Of[]> {
  const whole: Of[] = [];
  for await (const part of parts) whole.push(part);
  return whole;
}

/** Until the stream has been open. */
async function followed(client: Hub, server: ScriptedHub): Promise<void> {
  const ending = new AbortController();
  const over = client.followFleet({ apply: () => {}, signal: ending.signal });
  over.catch(() => {});
  for (let turn = 0; turn < 200 && server.open === 0; turn += 1) await settled(1);
  ending.abort();
  await over;
}

type RouteName = keyof typeof hubRoutes;

const CALLS: Readonly<Record<RouteName, (client: Hub, server: ScriptedHub) => Promise<unknown>>> = {
  catalog: (client) => client.catalog(),
  events: followed,
  session: (client) => client.row("a"),
  stop: (client) => client.stop("a"),
  history: (client) => all(client.history("a")),
  attachment: (client) => all(client.attachment("a", "f")),
};

/** Codes after which a request that changes nothing is sent again, as it was. */
const AGAIN = [
  ...["overloaded", "shutting_down", "internal", "storage_unavailable"],
  ...["fleet_capacity_exceeded", "snapshot_capacity_exceeded"],
];

/** Codes after which something else is read first, by route: the requests that follow. */
const ANEW: Readonly<Partial<Record<RouteName, Readonly<Record<string, readonly Asked["route"][]>>>>> = {
  catalog: { invalid_cursor: ["catalog"], snapshot_expired: ["catalog"] },
  events: {
    invalid_cursor: ["catalog", "events"],
    epoch_mismatch: ["catalog", "events"],
    reset_required: ["catalog", "events"],
    cursor_too_old: ["catalog", "events"],
  },
  attachment: { snapshot_expired: ["history", "attachment"], history_source_changed: ["history", "attachment"] },
};

describe("C275 each code of a hub leads to its recovery and to nothing else", () => {
  for (const [name, { codes: own }] of Object.entries(hubRoutes))
    for (const code of [...own, ...everywhere])
      for (const status of codes[code].status)
        test(`${name}: ${status} ${code}`, async () => {
          const route = name as RouteName;
          const { server, client } = scripted();
          let isRefused = false;
          server.script = (asked) => {
            if (asked.route !== route || isRefused) return answered(asked);
            isRefused = true;
            return refusal(code, status);
          };
          const outcome = await CALLS[route](client, server).then(
            () => "done",
            (error) => error,
          );
          const refused = server.asked.findIndex((asked) => asked.route === route);
          const after = server.asked.slice(refused + 1).map((asked) => asked.route);
          const anew = ANEW[route]?.[code];
          // A command that was perhaps carried out is not sent again by itself.
          const isAgain = AGAIN.includes(code) && route !== "stop";
          if (anew === undefined && !isAgain) {
            expect(outcome).toMatchObject({ name: "DaemonError", code, status, message: `because of ${code}` });
            expect(after).toEqual([]);
            return;
          }
          expect(outcome).toBe("done");
          expect(after).toEqual(anew ?? [route]);
        });
});

test.each([404, 418, 503])("C275 an unknown code with status %i stays visible, and is a failure", async (status) => {
  for (const [route, call] of Object.entries(CALLS)) {
    const { server, client } = scripted();
    server.script = (asked) => (asked.route === route ? refusal("of_tomorrow", status) : answered(asked));
    const failure = await failureOf(call(client, server));
    expect(failure, route).toMatchObject({ code: "of_tomorrow", status });
  }
});

test("C275 a read waits as long as the hub says, and gives up after half a minute", async () => {
  const { clock, random } = hasty();
  const server = scripted().server;
  const moments: number[] = [];
  server.script = () => {
    moments.push(clock.monotonic());
    return refusal("snapshot_capacity_exceeded", 503, 9);
  };
  const failure = await failureOf(hub(HUB, { clock, random, fetch: server.fetch }).catalog());
  expect(failure).toMatchObject({ code: "snapshot_capacity_exceeded", retryAfterSeconds: 9 });
  expect(moments).toEqual([0, 9000, 18_000, 27_000, 36_000]);
});

test("a catalog has all pages of one snapshot, and features that are unknown", async () => {
  const { server, client } = scripted();
  server.pageEntries = 2;
  for (const id of ["p", "q", "r"]) server.push("project_upserted", { project: project(id) });
  for (const id of ["a", "b"]) server.push("session_upserted", { session: row(id) });
  server.script = ({ query }) => {
    // The fleet changes between pages: the snapshot does not.
    if (query.get("page") === "2") server.push("session_removed", { session_id: "b" });
    return undefined;
  };
  const catalog = await client.catalog();
  expect(catalog.projects.map(({ project_id }) => project_id)).toEqual(["p", "q", "r"]);
  expect(catalog.sessions.map(({ session_id }) => session_id)).toEqual(["a", "b"]);
  expect(catalog).toMatchObject({
    fleetEpoch: "epoch-1",
    cursor: "epoch-1:5",
    features: ["fleet_catalog.v1", "new.v9"],
  });
  expect(server.count("catalog")).toBe(3);
});

test("a snapshot that expires between pages begins again, and nothing of it stays", async () => {
  const { server, client } = scripted();
  server.pageEntries = 1;
  for (const id of ["a", "b", "c"]) server.push("session_upserted", { session: row(id) });
  let expired = 0;
  server.script = ({ query }) => {
    if (query.get("page") !== "2" || expired === 2) return undefined;
    expired += 1;
    server.expireSnapshots();
    server.push("session_removed", { session_id: expired === 1 ? "a" : "none" });
    return undefined;
  };
  const catalog = await client.catalog();
  expect(catalog.sessions.map(({ session_id }) => session_id)).toEqual(["b", "c"]);
});

const catalogPage = (more: object, next: string | null, total: number): object => ({
  ...{ version: 1, fleet_epoch: "e", cursor: "c", features: [], snapshot: "s", projects: [], sessions: [], ...more },
  page: { next_page: next, total },
});

test.each<readonly [string, readonly object[]]>([
  [
    "pages of two runs",
    [catalogPage({ sessions: [row("a")] }, "2", 2), catalogPage({ fleet_epoch: "f", sessions: [row("b")] }, null, 2)],
  ],
  [
    "pages of two moments",
    [catalogPage({ sessions: [row("a")] }, "2", 2), catalogPage({ cursor: "d", sessions: [row("b")] }, null, 2)],
  ],
  [
    "pages of two snapshots",
    [catalogPage({ sessions: [row("a")] }, "2", 2), catalogPage({ snapshot: "t", sessions: [row("b")] }, null, 2)],
  ],
  ["fewer entries than it says", [catalogPage({ sessions: [row("a")] }, null, 2)]],
  ["more entries than it says", [catalogPage({ sessions: [row("a")] }, "2", 1)]],
  ["pages without end", [catalogPage({}, "2", 9)]],
  [
    "a total that changes",
    [catalogPage({ sessions: [row("a")] }, "2", 2), catalogPage({ sessions: [row("b"), row("c")] }, null, 3)],
  ],
  ["a row without an id", [catalogPage({ sessions: [{ ...row("a"), session_id: undefined }] }, null, 1)]],
  ["rows that are no list", [catalogPage({ sessions: { length: 1 } }, null, 1)]],
  ["a row that is null", [catalogPage({ sessions: [null] }, null, 1)]],
  ["no page", [{ ...catalogPage({}, null, 0), page: null }]],
  ["a row of 10 MB", [catalogPage({ sessions: [row("a", { title: "x".repeat(10_000_000) })] }, null, 1)]],
  ["nothing", [{}]],
])("%s: no catalog, and no other try", async (_, pages) => {
  const { server, client } = scripted();
  server.script = () => Response.json(pages[server.asked.length - 1] ?? {});
  expect(await failureOf(client.catalog())).toMatchObject({ code: "unreadable_answer", status: 200 });
  expect(server.asked).toHaveLength(pages.length);
});

test("rows keep unknown fields and words, and names of JavaScript do nothing", async () => {
  const { server, client } = scripted();
  const text = JSON.stringify(catalogPage({ sessions: [row("a", { state: "dreaming" })] }, null, 1)).replace(
    '"session_id"',
    '"__proto__":{"polluted":true},"constructor":null,"new_field":[1],"session_id"',
  );
  server.script = () => new Response(text, { headers: { "content-type": "application/json" } });
  const { sessions } = await client.catalog();
  expect(sessions[0]).toMatchObject({ state: "dreaming", new_field: [1] });
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("an event of 10 MB, and JSON of 100,000 levels, end the connection and harm nothing", async () => {
  for (const text of [
    `{"event":"frame","records":["${"x".repeat(10_000_000)}"]}\n`,
    `{"event":"frame","records":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`,
  ]) {
    const { server, client } = scripted();
    server.script = ({ route }) => {
      if (route !== "events") return undefined;
      return lines(
        (async function* () {
          yield bytesOf(text);
        })(),
      );
    };
    const failure = await failureOf(all(client.events({ after: "c" as never })));
    expect(failure).toMatchObject({ code: "damaged_message" });
  }
});

test.each(["<!doctype html><title>router</title>", "[]", "null", "{", '{"ok":true}'])(
  "an answer that no hub gives is refused: %s",
  async (text) => {
    const fetch: FetchLike = async () => new Response(text, { headers: { "content-type": "application/json" } });
    const client = hub(HUB, { ...hasty(), fetch });
    const calls = [
      client.catalog(),
      client.row("a"),
      client.stop("a"),
      all(client.history("a")),
      all(client.attachment("a", "f")),
    ];
    for (const call of calls) {
      const failure = await failureOf(call);
      expect(failure).toMatchObject({ code: "unreadable_answer", message: "no hub answers at this address" });
    }
  },
);

test("C277 a history whose capture is gone ends with the code, after the items so far; another read begins anew", async () => {
  for (const [code, status] of [
    ["snapshot_expired", 410],
    ["history_source_changed", 409],
  ] as const) {
    const { server, client } = scripted();
    server.script = ({ query }) =>
      query.has("page")
        ? refusal(code, status)
        : Response.json(page({ items: [item(0)], next_page: "2", total_items: 2 }));
    const heard: number[] = [];
    const read = async (): Promise<void> => {
      for await (const { index } of client.history("a")) heard.push(index);
    };
    expect(await failureOf(read())).toMatchObject({ code, status });
    expect(heard).toEqual([0]);
    const [, second] = server.asked;
    expect([second?.query.get("checkpoint"), second?.query.get("page")]).toEqual([CHECKPOINT, "2"]);
    server.script = () => Response.json(page({ items: [item(0), item(1)], total_items: 2, checkpoint: "capture-2" }));
    await read();
    expect(heard).toEqual([0, 0, 1]);
    expect(server.asked.at(-1)?.query.has("checkpoint")).toBe(false);
  }
});

const [TWO, NEXT] = [{ total_items: 2 }, { total_items: 2, next_page: "2" }];

test.each<readonly [string, readonly Partial<HistoryPage>[], readonly number[]]>([
  [
    "a page that comes twice",
    [
      { ...NEXT, items: [item(0)] },
      { ...TWO, items: [item(0)] },
    ],
    [0],
  ],
  [
    "a page that leaves an item out",
    [
      { ...NEXT, items: [item(0)] },
      { ...TWO, items: [item(2)] },
    ],
    [0],
  ],
  ["fewer items than it says", [{ ...TWO, items: [item(0)] }], []],
  ["more items than it says", [{ ...TWO, items: [item(0), item(1), item(2)] }], []],
  ["pages without end", [{ ...NEXT, items: [item(0)] }, { ...NEXT }], [0]],
  [
    "a total that changes",
    [
      { ...NEXT, items: [item(0)] },
      { items: [item(1), item(2)], total_items: 3 },
    ],
    [0],
  ],
])("%s: no history", async (_, pages, items) => {
  const { server, client } = scripted();
  server.script = () => Response.json(page(pages[server.asked.length - 1] ?? {}));
  const heard: number[] = [];
  const read = async (): Promise<void> => {
    for await (const { index } of client.history("a")) heard.push(index);
  };
  expect(await failureOf(read())).toMatchObject({ code: "unreadable_answer", status: 200 });
  expect(heard).toEqual(items);
});

test("pages tell their capture, which an attachment is read by", async () => {
  const { server, client } = scripted();
  server.script = answered;
  const [first] = await all(client.pages("a"));
  await all(client.attachment("a", "f", { checkpoint: first?.checkpoint }));
  const { path, query } = server.asked.at(-1) ?? {};
  expect([path, query?.get("checkpoint")]).toEqual(["/api/v1/sessions/a/attachments/f", CHECKPOINT]);
});

test("C277 an attachment goes on by a new capture when its own expires, and ends when the session has changed", async () => {
  const big = 6 * 1024 * 1024;
  for (const [code, status, ends] of [
    ["snapshot_expired", 410, false],
    ["history_source_changed", 409, true],
  ] as const) {
    const { server, client } = scripted();
    let captures = 0;
    server.script = ({ route, query }) => {
      if (route === "history") {
        captures += 1;
        return Response.json(page({ checkpoint: `capture-${captures}` }));
      }
      const offset = Number(query.get("offset"));
      if (offset > 0 && query.get("checkpoint") === "capture-1") return refusal(code, status);
      return Response.json(chunk("x".repeat(Math.min(Number(query.get("length")), big - offset)), offset, big));
    };
    const read = all(client.attachment("a", "f"));
    if (ends) {
      expect(await failureOf(read)).toMatchObject({ code, status });
      expect(captures).toBe(1);
    } else {
      expect((await read).reduce((sum, { length }) => sum + length, 0)).toBe(big);
      expect(captures).toBe(2);
    }
  }
});

test("C277 the capture of a caller is not replaced when the session has changed", async () => {
  const { server, client } = scripted();
  server.script = (asked) => (asked.route === "attachment" ? refusal("history_source_changed", 409) : answered(asked));
  const read = all(client.attachment("a", "f", { checkpoint: "of-before" as never }));
  expect(await failureOf(read)).toMatchObject({ code: "history_source_changed" });
  expect(server.count("history")).toBe(0);
});

test.each(["", ".", ".."])("an id that would lead to another path is refused: %j", async (id) => {
  const { server, client } = scripted();
  expect(() => client.session(id)).toThrow(expect.objectContaining({ code: "invalid_id" }));
  expect(await failureOf(client.row(id))).toMatchObject({ code: "invalid_id" });
  expect(await failureOf(all(client.attachment("a", id, { checkpoint: "c" as never })))).toMatchObject({
    code: "invalid_id",
  });
  for (const read of [client.attachment("a", id), client.attachment(id, "f"), client.session("a").attachment(id)])
    expect(await failureOf(all<unknown>(read))).toMatchObject({ code: "invalid_id" });
  expect(server.asked).toEqual([]);
});

test("an id is one segment of its path whatever is in it", async () => {
  const { server, client } = scripted();
  server.script = () => Response.json(row("a"));
  await client.row("../../x?y#z");
  expect(server.asked.map(({ path }) => path)).toEqual(["/api/v1/sessions/..%2F..%2Fx%3Fy%23z"]);
});

test("C027 nothing that a hub's client prints holds the token", async () => {
  const { server, client } = scripted();
  server.script = () => refusal("insufficient_scope", 403);
  const failure = await failureOf(client.catalog());
  const { inspect } = await import("node:util");
  const said = [client, client.session("a"), failure].map(
    (one) => inspect(one, { depth: 9, showHidden: true }) + JSON.stringify(one),
  );
  expect(said.join()).not.toContain(HUB.token);
});
