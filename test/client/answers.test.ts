/** Answers that a daemon does not give, and those of daemons to come (spec 2.1, 7, P-S53): what is foreign is refused, what is new survives. */
import { expect, test } from "vitest";
import type { FetchLike, FetchRequest } from "../../src/agent/machine/interfaces/fetch.js";
import { type Change, type ClientError, daemon, type SyncSnapshot } from "../../src/agent/wire/client/index.js";
import { running, settled, TOKEN } from "../daemon/bench.js";
import { clientOf } from "./connected.js";
import { hasty } from "./hasty.js";

const WHERE = { url: "http://localhost:1", token: TOKEN };

const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

const HTML = "<!doctype html><title>router</title>";

test.each<readonly [string, () => Response, string, number]>([
  ["a page", () => new Response(HTML, { headers: { "content-type": "text/html" } }), "unreadable_answer", 200],
  [
    "a page that says it is JSON",
    () => new Response(HTML, { headers: { "content-type": "application/json" } }),
    "unreadable_answer",
    200,
  ],
  ["nothing", () => new Response(null, { status: 204 }), "unreadable_answer", 204],
  ["other JSON", () => Response.json({ ok: true }), "unreadable_answer", 200],
  ["a list", () => Response.json([]), "unreadable_answer", 200],
  ["null", () => Response.json(null), "unreadable_answer", 200],
  ["a redirect", () => Response.redirect("http://localhost:2/", 302), "unreadable_answer", 302],
  ["a refusal of another server", () => Response.json({ error: "no" }, { status: 404 }), "unreadable_answer", 404],
  ["a page for a missing path", () => new Response(HTML, { status: 404 }), "unreadable_answer", 404],
])("%s is refused, and the credential goes nowhere else", async (_, answer, code, status) => {
  const requests: FetchRequest[] = [];
  const fetch: FetchLike = async (_url, request) => {
    requests.push(request);
    return answer();
  };
  const client = daemon(WHERE, { ...hasty(), fetch });
  expect(await failureOf(client.sync())).toMatchObject({ code, status });
  expect(await failureOf(client.follow({ apply: () => {} }))).toMatchObject({ code, status });
  expect(await failureOf(client.prompt({ content: "go" }))).toMatchObject({ code, status });
  expect(requests).toHaveLength(3);
  for (const { redirect, credentials, cache } of requests)
    expect([redirect, credentials, cache]).toEqual(["manual", "omit", "no-store"]);
});

test("an answer that never ends is left", async () => {
  const fetch: FetchLike = async () => ({
    status: 200,
    headers: { get: () => "application/json" },
    body: (async function* () {
      for (;;) yield new Uint8Array(1024 * 1024).fill(32);
    })(),
  });
  expect(await failureOf(daemon(WHERE, { ...hasty(), fetch }).sync())).toMatchObject({ code: "unreadable_answer" });
});

/** A session whose stream says these lines once, and nothing after that. */
async function said(lines: (snapshot: SyncSnapshot) => readonly unknown[]) {
  const bench = await running();
  const changes: Change[] = [];
  const ending = new AbortController();
  let streams = 0;
  const client = clientOf(() => bench, undefined, {
    ...hasty(),
    through: async (path, _, send) => {
      if (path !== "/events" || streams > 0) return send();
      streams += 1;
      const texts = lines(await bench.sync()).map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
      return new Response(`${texts.join("\n")}\n`, { headers: { "content-type": "application/x-ndjson" } });
    },
  });
  const over = client.follow({ apply: (change) => void changes.push(change), signal: ending.signal });
  while (changes.filter(({ kind }) => kind === "snapshot").length < 1 || streams < 1) await settled(1);
  await settled(40);
  ending.abort();
  await over;
  return changes;
}

const record = ({ daemon_epoch }: SyncSnapshot, more: object): object => ({
  ...{ version: 1, daemon_epoch, at: "2026-01-31T23:59:59.999Z", cursor: "new" },
  ...more,
});
const frame = ({ daemon_epoch }: SyncSnapshot, records: readonly object[], cursor = "new"): object => ({
  ...{ event: "frame", version: 1, daemon_epoch, cursor, caught_up: true, records },
});

test("records of unknown kinds, unknown fields, words and messages survive", async () => {
  const changes = await said((snapshot) => [
    { event: "of_tomorrow", anything: [1] },
    frame(snapshot, [
      record(snapshot, { kind: "of_tomorrow", cursor: "one", deep: { more: true } }),
      record(snapshot, { kind: "session_stopping_soon", cursor: "two" }),
      record(snapshot, {
        kind: "turn_finished",
        prompt_id: "p",
        outcome: "paused",
        finish: "of_tomorrow",
        more: 1,
        cursor: "new",
      }),
    ]),
  ]);
  const kept = changes.flatMap((change) => (change.kind === "record" ? [change.record] : []));
  expect(kept).toMatchObject([
    { kind: "of_tomorrow", deep: { more: true } },
    { kind: "session_stopping_soon" },
    { kind: "turn_finished", outcome: "paused", finish: "of_tomorrow", more: 1 },
  ]);
  // The daemon knows nothing of these cursors, and the session begins anew with the next connection alone.
  expect(changes.map(({ kind }) => kind)).toEqual(["snapshot", "record", "record", "record", "snapshot"]);
});

test.each<readonly [string, (snapshot: SyncSnapshot) => unknown]>([
  ["text that is no JSON", () => "{"],
  ["a message without a name", () => ({})],
  ["a frame without records", (snapshot) => ({ ...frame(snapshot, []), records: undefined })],
  ["a known record without its fields", (snapshot) => frame(snapshot, [record(snapshot, { kind: "item_delta" })])],
  [
    "an item without its place",
    (snapshot) => frame(snapshot, [record(snapshot, { kind: "item_finished", item: { item_id: "i" } })]),
  ],
  ["a record without a kind", (snapshot) => frame(snapshot, [record(snapshot, {})])],
  ["an endless line", () => "x".repeat(5 * 1024 * 1024)],
])("%s: nothing of it is applied, and the session begins anew with a snapshot", async (_, line) => {
  const changes = await said((snapshot) => [line(snapshot)]);
  expect(changes.map(({ kind }) => kind)).toEqual(["snapshot", "snapshot"]);
});

test("C075 the stream reads the same as server-sent events and as lines", async () => {
  const bench = await running();
  const { cursor } = await bench.sync();
  await bench.turn("three blind mice");
  const client = clientOf(() => bench, undefined, hasty());
  const { cursor: end } = await bench.sync();
  const heard = async (format: "sse" | "ndjson"): Promise<readonly unknown[]> => {
    const messages: unknown[] = [];
    for await (const message of client.events({ after: cursor as never, format })) {
      messages.push(message);
      if (message.event === "frame" && message.cursor === end) break;
    }
    return messages;
  };
  const lines = await heard("ndjson");
  expect(lines.length).toBeGreaterThan(1);
  expect(await heard("sse")).toEqual(lines);
});

test("C229 an attachment comes whole, in ranges, over a checkpoint that expires", async () => {
  const bench = await running();
  const bytes = Buffer.alloc(6 * 1024 * 1024, "0123456789\u0000");
  await bench.turn("see", {
    attachments: [{ media_type: "application/octet-stream", data_base64: bytes.toString("base64") }],
  });
  const [item] = await bench.history();
  const [attachment] = item?.attachments ?? [];
  const id = attachment !== undefined && "artifact_id" in attachment ? attachment.artifact_id : "";
  let ranges = 0;
  const client = clientOf(() => bench, undefined, {
    ...hasty(),
    through: async (path, _, send) => {
      if (path.startsWith("/attachments/")) ranges += 1;
      if (ranges === 2) bench.clock.pass(600_000);
      return send();
    },
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of client.attachment(id)) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect([pieces.length, ranges]).toEqual([2, 3]);
  const failure = async (artifact: string): Promise<ClientError> =>
    failureOf(client.attachment(artifact)[Symbol.asyncIterator]().next());
  expect(await failure("f".repeat(64))).toMatchObject({ code: "attachment_not_found", status: 404 });
  expect((await failure("../../credential.json")).code).toBe("not_found");
});
