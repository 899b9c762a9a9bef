/** A reader that takes nothing while more is said than the daemon keeps (P-S15, C070): what it had is the beginning, and its cursor is too old. */
import { expect, test } from "vitest";
import { SessionJournal } from "../../src/agent/session/daemon/journal.js";
import { events } from "../../src/agent/session/daemon/routes/session.js";
import { syncFeed } from "../../src/agent/wire/core/feed.js";
import { TokenCodec } from "../../src/agent/wire/protocol/token.js";
import { Readers } from "../../src/agent/wire/server/readers.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { SyncMessage, SyncRecordV1 } from "../../src/generated/protocol/types.js";
import { seededRandom } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { item, NEW, open } from "../store/bench.js";
import { settled } from "./bench.js";
import { TestExchange } from "./exchange.js";

/** Records of the messages that came whole. */
function recordsOf({ text }: TestExchange): readonly SyncRecordV1[] {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  const messages = whole.filter((line) => line !== "").map((line) => JSON.parse(line) as SyncMessage);
  return messages.flatMap((message) => (message.event === "frame" ? message.records : []));
}

test("C070 80 turns of 250 KB: cut off after a minute without a reset, then 410 `cursor_too_old`", async () => {
  const clock = new HandClock();
  const random = seededRandom(1);
  const store = await open(new Disk(1), NEW);
  const session = new SessionJournal(
    store,
    {
      epoch: "e".repeat(32),
      codec: new TokenCodec(random.bytes(32)),
      begins: { model: null, facet: null, permissionMonitor: "standard" },
    },
    { clock, random },
  );
  const readers = new Readers(session, clock);
  const [slow, other] = [new TestExchange("/events"), new TestExchange("/events")];
  for (const one of [slow, other]) readers.add(one, syncFeed(session.stream), "ndjson", session.stream.ring.head);
  const seen: SyncRecordV1[] = [];
  // What the other one was told is taken away as it comes: it is far more than the daemon keeps.
  const take = (): void => {
    seen.push(...recordsOf(other));
    other.chunks.length = 0;
  };
  const text = "x".repeat(250_000);
  for (let turn = 0; turn < 80; turn += 1) {
    session.publish({ kind: "turn_started", prompt_id: `${turn}`, generation: 0, model: "m", facet: null });
    for (const index of [2 * turn, 2 * turn + 1]) session.publish({ kind: "item_finished", item: item(index, text) });
    session.publish({ kind: "turn_finished", prompt_id: `${turn}`, outcome: "completed" });
    await settled(1);
    clock.pass(0);
    take();
    // It takes the first turns, and nothing of those that follow.
    if (turn === 2) slow.isTaking = false;
  }
  expect(seen).toHaveLength(320);
  clock.pass(limits.blockedReader - 1);
  expect(slow.isDestroyed).toBe(false);
  clock.pass(1);
  expect([slow.isDestroyed, other.isDestroyed]).toEqual([true, false]);
  expect(slow.text).not.toContain('"event":"reset"');
  const got = recordsOf(slow);
  expect(got.length).toBeGreaterThanOrEqual(12);
  expect(got.map(({ cursor }) => cursor)).toEqual(seen.slice(0, got.length).map(({ cursor }) => cursor));
  const judged = (cursor: string | undefined) =>
    events(session, readers)({ query: { after: cursor ?? "" }, parameters: {}, headers: [], body: undefined });
  expect(judged(got.at(-1)?.cursor)).toMatchObject({ refusal: { status: 410, code: "cursor_too_old" } });
  expect(judged(seen.at(-1)?.cursor)).toHaveProperty("stream");
});
