/** Following with a kept place (C081, C283): items and records each once and in order, over breaks, other runs of the daemon and of the follower. */
import { expect, test } from "vitest";
import {
  type Applying,
  type Change,
  type ClientError,
  type Daemon,
  type Point,
  SaveFailed,
} from "../../src/agent/wire/client/index.js";
import { slowCases } from "../cases.js";
import { type Bench, running, settled } from "../daemon/bench.js";
import { dice } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { type Breaks, clientOf } from "./connected.js";
import { hasty } from "./hasty.js";

/** What a program that follows has on its disk: its place, and what changes did to it. */
class Program {
  point: Point | undefined;
  readonly items: number[] = [];
  readonly cursors: string[] = [];
  /** Changes that were applied, and not kept. */
  unkept = 0;
  repeated = 0;
  snapshots = 0;

  load = (): Point | undefined =>
    this.point === undefined ? undefined : (JSON.parse(JSON.stringify(this.point)) as Point);

  save = (point: Point): void => {
    this.point = point;
    this.unkept = 0;
  };

  apply = (change: Change, { mayBeRepeated }: Applying): void => {
    const isRepeated = mayBeRepeated && this.unkept > 0;
    this.unkept += 1;
    if (change.kind === "snapshot") {
      this.snapshots += 1;
      return;
    }
    if (change.kind === "item") {
      if (isRepeated && this.items.at(-1) === change.item.index) this.repeated += 1;
      else this.items.push(change.item.index);
    }
    const cursor = change.record?.cursor;
    if (cursor !== undefined && !(isRepeated && this.cursors.at(-1) === cursor)) this.cursors.push(cursor);
  };

  get isWhole(): boolean {
    return this.items.every((index, place) => index === place) && new Set(this.cursors).size === this.cursors.length;
  }
}

const ENOUGH = new Error("the program ends");

const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settled(1);
}

/** Follows until every item of now is applied. */
async function caughtUp(client: Daemon, program: Program, bench: Bench): Promise<void> {
  const { history_total_items: total } = await bench.sync();
  const ending = new AbortController();
  const over = client.follow({ load: program.load, save: program.save, apply: program.apply, signal: ending.signal });
  await until(() => program.items.length >= total);
  ending.abort();
  await over;
}

test("C081 C283 breaks, crashes of both sides and slow programs: each item once and in order", async () => {
  for (let seed = 1; seed <= slowCases(200); seed += 1) {
    const roll = dice(seed);
    const disk = new Disk(seed);
    let bench = await running({ disk });
    const breaks: Breaks = (_, pieces) => pieces >= 0 && roll(6) === 0;
    const client = clientOf(() => bench, breaks, hasty());
    const program = new Program();
    for (let round = 0; round < 6; round += 1) {
      for (let turn = roll(3); turn > 0; turn -= 1) await bench.turn(`${round}`);
      // The program ends at a change of its own choice, before or after it has kept its place.
      let left = roll(12);
      const isKept = roll(2) === 0;
      const ending = new AbortController();
      const over = client.follow({
        load: program.load,
        signal: ending.signal,
        apply: async (change, about) => {
          for (let slow = roll(3); slow > 0; slow -= 1) await settled(1);
          program.apply(change, about);
          left -= 1;
          if (left < 0 && !isKept) throw ENOUGH;
        },
        save: (point) => {
          program.save(point);
          if (left < 0 && isKept) throw ENOUGH;
        },
      });
      const ended = over.catch((error: unknown) => {
        if (error !== ENOUGH && !(error instanceof SaveFailed)) throw error;
      });
      if (roll(2) === 0) {
        disk.crash();
        bench = await bench.again();
      }
      await bench.turn("once more");
      await settled(40);
      ending.abort();
      await ended;
    }
    await caughtUp(
      clientOf(() => bench, undefined, hasty()),
      program,
      bench,
    );
    expect(program.isWhole, `seed ${seed}`).toBe(true);
    expect(program.items).toHaveLength((await bench.sync()).history_total_items);
  }
});

test("a program that keeps place and effect together gets nothing twice, wherever it ends", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  for (let turn = 0; turn < 3; turn += 1) await bench.turn("go");
  const client = clientOf(() => bench, undefined, hasty());
  /** One write has both. */
  let kept: { readonly point: Point | undefined; readonly items: readonly number[] } = { point: undefined, items: [] };
  for (let start = 0; start < 20 && kept.items.length < 6; start += 1)
    await client
      .follow({
        load: () => kept.point,
        apply: (change, { point }) => {
          kept = { point, items: change.kind === "item" ? [...kept.items, change.item.index] : kept.items };
          throw ENOUGH;
        },
      })
      .catch((error: unknown) => expect(error).toBe(ENOUGH));
  expect(kept.items).toEqual([0, 1, 2, 3, 4, 5]);
});

test("`save` that throws: its error has the point to begin with, from which nothing comes twice", async () => {
  const bench = await running();
  await bench.turn("one");
  await bench.turn("two");
  const client = clientOf(() => bench, undefined, hasty());
  const items: number[] = [];
  const full = new Error("disk full");
  const failure = await failureOf(
    client.follow({
      apply: (change) => void (change.kind === "item" && items.push(change.item.index)),
      save: () => {
        if (items.length === 2) throw full;
      },
    }),
  );
  expect(failure).toBeInstanceOf(SaveFailed);
  expect(failure).toMatchObject({ code: "save_failed", cause: full, point: { items: 2 } });
  const ending = new AbortController();
  const over = client.follow({
    load: () => (failure as SaveFailed).point,
    signal: ending.signal,
    apply: (change, { mayBeRepeated }) => {
      if (change.kind === "item") items.push(change.item.index);
      expect(mayBeRepeated).toBe(items.length === 3);
      if (items.length === 4) ending.abort();
    },
  });
  await over;
  expect(items).toEqual([0, 1, 2, 3]);
});

test("`load` or `apply` that throws ends the following with its error, before a place is kept", async () => {
  const bench = await running();
  await bench.turn("one");
  const client = clientOf(() => bench, undefined, hasty());
  const points: Point[] = [];
  const failing = { save: (point: Point) => void points.push(point), apply: () => {} };
  const load = async (): Promise<Point> => {
    throw ENOUGH;
  };
  expect(await failureOf(client.follow({ ...failing, load }))).toBe(ENOUGH);
  const apply = async (): Promise<void> => {
    throw ENOUGH;
  };
  expect(await failureOf(client.follow({ ...failing, apply }))).toBe(ENOUGH);
  expect(points).toEqual([]);
});

test("a place that cannot be read, and one of another session, are errors and no beginning", async () => {
  const bench = await running();
  const client = clientOf(() => bench, undefined, hasty());
  const applied: Change[] = [];
  const from = (point: unknown) =>
    failureOf(client.follow({ load: () => point as Point, apply: (change) => void applied.push(change) }));
  const good = { version: 1, session_id: "session-1", items: 0 };
  const stream = { daemon_epoch: "e", cursor: "c", open: [] };
  for (const point of [
    ...["", 7, [], {}, { ...good, version: 2 }, { ...good, items: -1 }, { ...good, items: 0.5 }],
    ...[
      { ...good, stream: 1 },
      { ...good, stream: { ...stream, open: [{ item_id: "i", length: "x" }] } },
      { ...good, session_id: 7 },
    ],
  ])
    expect((await from(point)).code, JSON.stringify(point)).toBe("invalid_point");
  expect((await from({ ...good, session_id: "session-2" })).code).toBe("point_of_another_session");
  expect(applied).toEqual([]);
});

test("from now: no item of the past, and from the beginning all of them before the snapshot", async () => {
  const bench = await running();
  await bench.turn("past");
  const client = clientOf(() => bench, undefined, hasty());
  for (const from of ["now", "beginning"] as const) {
    const kinds: string[] = [];
    const ending = new AbortController();
    const over = client.follow({ from, signal: ending.signal, apply: ({ kind }) => void kinds.push(kind) });
    await until(() => kinds.includes("snapshot"));
    expect(kinds).toEqual(from === "now" ? ["snapshot"] : ["item", "item", "snapshot"]);
    ending.abort();
    await over;
  }
});

test("a slow program holds the connection back: the next message is read when its change is applied", async () => {
  const bench = await running();
  let taken = -1;
  const client = clientOf(
    () => bench,
    (path, pieces) => {
      if (path === "/events") taken = Math.max(taken, pieces);
      return false;
    },
    hasty(),
  );
  let go = (): void => {};
  let applied = 0;
  const ending = new AbortController();
  const over = client.follow({
    from: "now",
    signal: ending.signal,
    apply: async (change) => {
      if (change.kind === "snapshot") return;
      applied += 1;
      await new Promise<void>((resolve) => {
        go = resolve;
      });
    },
  });
  await until(() => taken === 0);
  for (let turn = 0; turn < 4; turn += 1) await bench.turn("go");
  await settled();
  expect([applied, taken]).toEqual([1, 1]);
  ending.abort();
  go();
  await over;
});
