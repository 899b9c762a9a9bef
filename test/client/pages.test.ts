/** Following a session whose history has several pages (P-S39, C081): each item once and in order, whatever happens between two pages. */
import { describe, expect, test } from "vitest";
import type { Applying, Change, ClientError, FollowOptions, Point } from "../../src/agent/wire/client/index.js";
import type { HistoryPage } from "../../src/generated/protocol/types.js";
import { slowCases } from "../cases.js";
import { type Bench, running, settled } from "../daemon/bench.js";
import { dice } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { type Breaks, clientOf, type Through } from "./connected.js";
import { hasty } from "./hasty.js";

/** Items of a page. */
const PAGE = 4;

/** The last page is half full. */
const PAGES = 5;
const ITEMS = 18;

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);

const pointAt = (items: number): Point => ({ version: 1, session_id: "session-1", items });

/** A daemon whose session has so many items, but not one. */
async function withItems(count: number, disk = new Disk(1)): Promise<Bench> {
  const bench = await running({ disk, limits: { historyPageItems: PAGE } });
  for (let items = 0; items < count; items += 2) await grow(bench, count - items === 1 ? 1 : 2);
  return bench;
}

/** A turn: prompt and answer, or without a prompt one more answer to the last one. */
async function grow(bench: Bench, items: 1 | 2): Promise<void> {
  if (items === 2) return void (await bench.turn("go"));
  const stream = await bench.follow();
  await bench.post("/prompt");
  await stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  stream.leave();
}

interface Followed {
  readonly indexes: readonly number[];
  readonly kinds: readonly Change["kind"][];
  /** Places of the changes that may have been applied before. */
  readonly doubtful: readonly number[];
  readonly point: Point | undefined;
}

interface Wanted extends Partial<FollowOptions> {
  readonly breaks?: Breaks;
  readonly through?: Through;
}

/** Follows until there is a snapshot: no items come before it any longer. */
async function followed(bench: () => Bench, { breaks, through, ...options }: Wanted = {}): Promise<Followed> {
  const ending = new AbortController();
  const [indexes, kinds, doubtful]: [number[], Change["kind"][], number[]] = [[], [], []];
  let point: Point | undefined;
  await clientOf(bench, breaks, { ...hasty(), ...(through === undefined ? {} : { through }) }).follow({
    signal: ending.signal,
    apply: (change, about) => {
      if (about.mayBeRepeated) doubtful.push(kinds.length);
      kinds.push(change.kind);
      if (change.kind === "item") indexes.push(change.item.index);
      point = about.point;
      if (change.kind === "snapshot") ending.abort();
    },
    ...options,
  });
  return { indexes, kinds, doubtful, point };
}

/** What came and what comes after it are all items from a place on. */
async function caughtUp(
  bench: Bench,
  { place, indexes, point }: Pick<Followed, "indexes" | "point"> & { readonly place: number },
): Promise<void> {
  const { history_total_items: total } = await bench.sync();
  const all = [...indexes];
  const ending = new AbortController();
  const over = clientOf(() => bench, undefined, hasty()).follow({
    ...{ load: () => point, signal: ending.signal },
    apply: (change) => {
      if (change.kind === "item") all.push(change.item.index);
    },
  });
  while (place + all.length < total) await settled(1);
  await settled(3);
  ending.abort();
  await over;
  expect(all).toEqual(range(place, total));
}

test("from every place in histories of no page to four, the items after it and then a snapshot", async () => {
  const bench = await withItems(0);
  for (const items of [0, ...range(2, 3 * PAGE + 2)]) {
    if (items > 0) await grow(bench, items === 2 ? 2 : 1);
    for (const at of range(0, items + 1)) {
      const { indexes, kinds, doubtful, point } = await followed(() => bench, { load: () => pointAt(at) });
      expect(indexes, `${at} of ${items}`).toEqual(range(at, items));
      expect(kinds.indexOf("snapshot")).toBe(kinds.length - 1);
      expect(doubtful).toEqual([0]);
      expect(point).toMatchObject({ items, stream: { open: [] } });
    }
  }
});

/** What may happen right before a page is asked for, or while it comes. */
interface Between {
  bench: Bench;
  readonly disk: Disk;
}

const HAPPENINGS: readonly (readonly [string, (between: Between) => Promise<boolean>])[] = [
  ["the connection breaks", async () => true],
  [
    "the daemon is killed and continued",
    async (between) => {
      between.disk.crash();
      between.bench = await between.bench.again();
      return true;
    },
  ],
  [
    "the daemon is continued, and nobody sees a break",
    async (between) => {
      between.disk.crash();
      between.bench = await between.bench.again();
      return false;
    },
  ],
  [
    "the daemon is continued and more is said",
    async (between) => {
      between.disk.crash();
      between.bench = await between.bench.again();
      await grow(between.bench, 1);
      return false;
    },
  ],
  [
    "the checkpoint expires",
    async ({ bench }) => {
      bench.clock.pass(600_000);
      return false;
    },
  ],
  [
    "more is said",
    async ({ bench }) => {
      await grow(bench, 2);
      return false;
    },
  ],
];

/** Beginnings, ends and middles of pages. */
const PLACES = [0, 3, 4, 9];

test.each(HAPPENINGS)("%s at any page: each item once and in order", async (_, happen) => {
  const disk = new Disk(1);
  const between: Between = { bench: await withItems(ITEMS, disk), disk };
  for (const place of PLACES)
    for (const page of range(0, PAGES))
      for (const piece of [-1, 0]) {
        let pages = -1;
        let hasHappened = false;
        const { indexes, point } = await followed(() => between.bench, {
          load: () => pointAt(place),
          breaks: async (path, at) => {
            if (path !== "/history") return false;
            if (at === -1) pages += 1;
            if (hasHappened || pages !== page || at !== piece) return false;
            hasHappened = true;
            return happen(between);
          },
        });
        expect(hasHappened).toBe(true);
        expect(indexes.length).toBeGreaterThanOrEqual(ITEMS - place);
        await caughtUp(between.bench, { place, indexes, point });
      }
});

test("a program that keeps an item and the place after it together, and ends after each one", async () => {
  const ENDS = new Error("the program ends");
  const disk = new Disk(1);
  let bench = await withItems(ITEMS, disk);
  let kept: { readonly point: Point | undefined; readonly indexes: readonly number[] } = {
    ...{ point: undefined, indexes: [] },
  };
  const apply = (change: Change, { point }: Applying): void => {
    kept = { point, indexes: change.kind === "item" ? [...kept.indexes, change.item.index] : kept.indexes };
    if (change.kind === "item") throw ENDS;
  };
  for (let start = 0; start < ITEMS; start += 1) {
    if (start % 5 === 4) {
      disk.crash();
      bench = await bench.again();
    }
    const over = clientOf(() => bench, undefined, hasty()).follow({ load: () => kept.point, apply });
    await expect(over).rejects.toBe(ENDS);
  }
  expect(kept.indexes).toEqual(range(0, ITEMS));
});

test("C081 C283 whatever happens in whatever order: each item once and in order", async () => {
  for (let seed = 1; seed <= slowCases(60); seed += 1) {
    const roll = dice(seed);
    const disk = new Disk(seed);
    const between: Between = { bench: await withItems(2 * roll(7), disk), disk };
    const indexes: number[] = [];
    let point: Point | undefined;
    let faults = 8;
    for (let run = 0; run < 4; run += 1) {
      let left = roll(12);
      const ending = new AbortController();
      const over = clientOf(
        () => between.bench,
        async () => {
          if (faults === 0 || roll(3) > 0) return false;
          faults -= 1;
          return HAPPENINGS[roll(HAPPENINGS.length)]?.[1](between) ?? false;
        },
        hasty(),
      ).follow({
        load: () => point,
        signal: ending.signal,
        apply: (change, about) => {
          point = about.point;
          if (change.kind === "item") indexes.push(change.item.index);
          left -= 1;
          if (left <= 0) ending.abort();
        },
      });
      await settled(30);
      await grow(between.bench, 2);
      await settled(30);
      ending.abort();
      await over;
    }
    await caughtUp(between.bench, { place: 0, indexes, point });
  }
});

describe("a page that did not come", () => {
  test("is asked for once more, and none before it", async () => {
    const bench = await withItems(ITEMS);
    const asked: string[] = [];
    let syncs = 0;
    const { indexes } = await followed(() => bench, {
      load: () => pointAt(9),
      through: (path, _, send, search) => {
        if (path === "/sync") syncs += 1;
        if (path === "/history") asked.push(search);
        return send();
      },
      // Every second request.
      breaks: (path, piece) => path === "/history" && piece === 0 && asked.length % 2 === 1,
    });
    expect(indexes).toEqual(range(9, ITEMS));
    expect(asked).toHaveLength(10);
    for (const place of range(0, 5)) expect(asked[2 * place]).toBe(asked[2 * place + 1]);
    expect(new Set(asked).size).toBe(5);
    expect(syncs).toBe(1);
  });

  test("and does not come for longer than one is patient, ends the following", async () => {
    const bench = await withItems(ITEMS);
    const heard: number[] = [];
    let pages = 0;
    const over = clientOf(
      () => bench,
      (path, piece) => {
        if (path !== "/history" || piece !== -1) return false;
        pages += 1;
        return pages > 2;
      },
      hasty(),
    ).follow({ patience: 10_000, apply: (change) => void (change.kind === "item" && heard.push(change.item.index)) });
    await expect(over).rejects.toMatchObject({ code: "unreachable", detail: "ECONNRESET" });
    expect(heard).toEqual(range(0, 8));
  });
});

describe("pages that are not of one history are refused, and nothing comes twice", () => {
  const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
    call.then(
      () => expect.unreachable(),
      (error) => error,
    );

  /** The pages as they are, with one of them spoilt. */
  const spoilt =
    (which: number, spoil: (page: HistoryPage) => Partial<HistoryPage>): Through =>
    async (path, _, send) => {
      const answer = await send();
      if (path !== "/history") return answer;
      const page = (await new Response(answer.body as never).json()) as HistoryPage;
      const isIt = page.items.at(0)?.index === which * PAGE;
      return Response.json(isIt ? { ...page, ...spoil(page) } : page);
    };

  const moved = ({ items }: HistoryPage, by: number): Pick<HistoryPage, "items"> => ({
    items: items.map((item) => ({ ...item, index: item.index + by })),
  });

  test.each<readonly [string, number, (page: HistoryPage) => Partial<HistoryPage>]>([
    ["a page that came before", 1, (page) => moved(page, -PAGE)],
    ["a page that begins with the last item of the one before", 1, (page) => moved(page, -1)],
    ["a page that leaves an item out", 1, (page) => moved(page, 1)],
    ["an item that comes twice on a page", 1, ({ items }) => ({ items: [...items.slice(0, 1), ...items.slice(0, 3)] })],
    ["items in another order", 1, ({ items }) => ({ items: items.toReversed() })],
    ["a page without items, and more to come", 1, () => ({ items: [] })],
    ["a last page that is not the last", 1, () => ({ next_page: null })],
    ["a history that grows between pages", 1, () => ({ total_items: ITEMS + 1 })],
    ["a history that shrinks between pages", 1, () => ({ total_items: 2 * PAGE })],
    ["another history than the snapshot's", 0, () => ({ total_items: ITEMS + 1 })],
    ["more to come after the last item", 4, ({ checkpoint }) => ({ next_page: checkpoint })],
  ])("%s", async (_, which, spoil) => {
    const bench = await withItems(ITEMS);
    const heard: number[] = [];
    const through = spoilt(which, spoil);
    const client = clientOf(() => bench, undefined, { ...hasty(), through });
    const take = ({ index }: { readonly index: number }): void => void heard.push(index);
    expect(
      await failureOf(client.follow({ apply: (change) => void (change.kind === "item" && take(change.item)) })),
    ).toMatchObject({ code: "unreadable_answer", status: 200 });
    expect(heard).toEqual(range(0, which * PAGE));
    if (which === 0) return;
    heard.length = 0;
    const read = async (): Promise<void> => {
      for await (const item of client.history()) take(item);
    };
    expect(await failureOf(read())).toMatchObject({ code: "unreadable_answer", status: 200 });
    expect(heard).toEqual(range(0, which * PAGE));
  });
});
