/** The fleet on a terminal: what is seen, what keys do, and that the terminal is given back. */
import { expect, test } from "vitest";
import { type Follow, Refused, type Watcher } from "../../src/agent/fleet/watch/follow.js";
import { painted, unpainted } from "../../src/agent/fleet/watch/look.js";
import { ENTER, LEAVE } from "../../src/agent/fleet/watch/screen.js";
import { type Surroundings, watchOn } from "../../src/agent/fleet/watch/watching.js";
import type { SessionRow } from "../../src/generated/protocol/types.js";
import { columnsOf } from "../../src/text/width.js";
import { HandClock } from "../ports/hand-clock.js";
import { FakeTty } from "./fake-tty.js";
import { NOW, PROJECTS, rowOf, TROUBLED, TWENTY, WAITING } from "./twenty.js";

/** Somebody who watches these sessions. */
function watching(sessions: readonly SessionRow[], columns = 80, rows = 24, more: Partial<Surroundings> = {}) {
  const tty = new FakeTty(columns, rows);
  const clock = new HandClock();
  clock.jump(NOW - clock.now());
  const attached: string[] = [];
  let hub: Watcher | undefined;
  let fail = (_: Error): void => {};
  const follow: Follow = (watcher, signal) =>
    new Promise((resolve, reject) => {
      hub = watcher;
      fail = reject;
      signal.addEventListener("abort", () => resolve());
      watcher.connection({ kind: "connecting" });
    });
  const ending = new AbortController();
  const attach = async (id: string): Promise<boolean> => {
    attached.push(id);
    return true;
  };
  const around = { tty, clock, paint: unpainted, hub: "127.0.0.1:7777", attach, ...more };
  const ended = watchOn(around, follow, ending.signal);
  const news = (tell: (watcher: Watcher) => void): void => {
    if (hub !== undefined) tell(hub);
    clock.pass(50);
  };
  news((watcher) => {
    watcher.apply({ kind: "catalog", projects: PROJECTS, sessions });
    watcher.connection({ kind: "live" });
  });
  const upsert = (session: SessionRow): void =>
    news((watcher) => {
      const head = { version: 1, fleet_epoch: "f".repeat(32), cursor: "c", at: "2026-11-25T12:00:00.000Z" } as const;
      watcher.apply({ kind: "event", event: { ...head, kind: "session_upserted", session } });
    });
  const refuse = (why: string): void => fail(new Refused(why));
  return { tty, clock, attached, ended, ending, news, upsert, refuse };
}

const shown = ({ screen }: FakeTty): string => screen.map((line) => `${line.trimEnd()}\n`).join("");

test.each([
  [80, 24],
  [40, 16],
  [120, 24],
])("twenty sessions on %i by %i: the three that wait come first", async (columns, rows) => {
  const { tty } = watching(TWENTY, columns, rows);
  await expect(shown(tty)).toMatchFileSnapshot(`frames/twenty-${columns}.txt`);
});

test.each([
  [80, 24],
  [120, 24],
])("twenty sessions after a bad morning on %i by %i", async (columns, rows) => {
  const { tty } = watching(TROUBLED, columns, rows);
  await expect(shown(tty)).toMatchFileSnapshot(`frames/troubled-${columns}.txt`);
});

test("a filter for `failed` shows those, also where their titles do not say it", () => {
  const { tty } = watching(TROUBLED, 80, 24);
  tty.press("/failed\r");
  const states = tty.screen.slice(2, 7).map((line) => line.slice(2, 8));
  expect(states).toEqual(["failed", "failed", "failed", "failed", ""]);
});

test("help, a filter, and a lost connection", async () => {
  const { tty, news } = watching(TWENTY, 80, 12);
  tty.press("?");
  const help = shown(tty);
  tty.press("?/billing\r");
  const filtered = shown(tty);
  tty.press("\x1b");
  news((watcher) => watcher.connection({ kind: "lost", why: "the hub cannot be reached" }));
  await expect([help, filtered, shown(tty)].join(`${"-".repeat(80)}\n`)).toMatchFileSnapshot("frames/states.txt");
});

test("without sessions the command that begins one is named", () => {
  const { tty } = watching([], 60, 6);
  expect(tty.screen[0]).toBe("  nobody waits for you                    hub 127.0.0.1:7777");
  expect(tty.screen[2]).toBe("  there are no sessions; `agent new` begins one");
});

test("a session that begins to wait moves to the top, and only lines that changed are drawn", () => {
  const { tty, upsert } = watching([rowOf(1), rowOf(2), rowOf(3)]);
  expect(tty.screen[2]).toContain("Session 1");
  const before = tty.drawn;
  upsert(rowOf(3, { ...WAITING, title: "May I?" }));
  expect(tty.screen[2]).toMatch(/^> waiting {2}May I\?/);
  const drawnThen = tty.drawn;
  expect(drawnThen - before).toBeLessThanOrEqual(6);
  upsert(rowOf(3, { ...WAITING, title: "May I?" }));
  expect(tty.drawn).toBe(drawnThen);
  upsert(rowOf(2, { title: "Another title" }));
  expect(tty.drawn).toBe(drawnThen + 1);
});

test("a selection stays with its session while rows move, and ends with its session", () => {
  const { tty, upsert, news } = watching([rowOf(1), rowOf(2), rowOf(3)]);
  tty.press("j");
  expect(tty.screen[3]).toMatch(/^> idle +Session 2/);
  upsert(rowOf(3, WAITING));
  expect(tty.screen[4]).toMatch(/^> idle +Session 2/);
  news((watcher) => watcher.apply({ kind: "catalog", projects: [], sessions: [rowOf(1)] }));
  expect(tty.screen[2]).toMatch(/^> idle +Session 1/);
});

test("arrows, pages and both ends of a long list", () => {
  const many = Array.from({ length: 60 }, (_, index) => rowOf(index));
  const { tty } = watching(many, 80, 13);
  const selected = (): string =>
    tty.screen
      .find((line) => line.startsWith(">"))
      ?.replace(/ {2}sonnet.*/, "")
      .trimEnd() ?? "";
  const after = (keys: string): string => {
    tty.press(keys);
    return selected();
  };
  expect(after("\x1b[B\x1bOB")).toBe("> idle   Session 2");
  expect(after("\x1b[A")).toBe("> idle   Session 1");
  expect(after("\x1b[6~")).toBe("> idle   Session 11");
  expect(after("G")).toBe("> idle   Session 59");
  expect(after("j")).toBe("> idle   Session 59");
  expect(after("\x1b[5~")).toBe("> idle   Session 49");
  expect(after("g")).toBe("> idle   Session 0");
  expect(after("\x1b[99;5~\x1b[I\x00é")).toBe("> idle   Session 0");
});

test("Enter gives the terminal to the session, and takes it back", async () => {
  let end = (_: boolean): void => {};
  const ended = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  const { tty, upsert } = watching([rowOf(1, WAITING)], 80, 24, { attach: () => ended });
  tty.press("\r");
  expect(tty.isOpen).toBe(false);
  expect(tty.written.endsWith(LEAVE)).toBe(true);
  const before = tty.written.length;
  upsert(rowOf(1, { title: "Changed meanwhile" }));
  expect(tty.written.length).toBe(before);
  end(true);
  await ended;
  await Promise.resolve();
  expect(tty.isOpen).toBe(true);
  expect(tty.screen[2]).toContain("Changed meanwhile");
});

test("a conversation that ended badly stays on the screen until a key is pressed", async () => {
  const { tty } = watching([rowOf(1, WAITING)], 80, 24, { attach: async () => false });
  tty.press("\r");
  await Promise.resolve();
  await Promise.resolve();
  expect(tty.written.endsWith("press a key to go back to the sessions\r\n")).toBe(true);
  tty.press("x");
  await Promise.resolve();
  await Promise.resolve();
  expect(tty.screen[2]).toMatch(/^> waiting/);
});

test("Enter on a session that does not run names the command that goes on with it", () => {
  const { tty, attached } = watching([TWENTY[4], TWENTY[13]].flatMap((row) => row ?? []));
  tty.press("\r");
  expect(tty.screen[23]).toBe("it does not run: `agent continue 20261125-100500-9f3a1c20` goes on with it");
  tty.press("j\r");
  expect(tty.screen[23]).toBe("20261125-101400-9f3a1c20 is damaged: `agent sessions` says why");
  expect(attached).toEqual([]);
});

test.each([
  ["q", ({ tty }: ReturnType<typeof watching>) => tty.press("q")],
  ["Ctrl-C", ({ tty }: ReturnType<typeof watching>) => tty.press("\x03")],
  ["Ctrl-C while a filter is typed", ({ tty }: ReturnType<typeof watching>) => tty.press("/q\x03")],
  ["a signal", ({ ending }: ReturnType<typeof watching>) => ending.abort()],
  ["a terminal that goes away", ({ tty }: ReturnType<typeof watching>) => tty.lose()],
])("%s ends it, and the terminal is as before", async (_, end) => {
  const here = watching(TWENTY);
  expect(here.tty.written.startsWith(ENTER)).toBe(true);
  end(here);
  await here.ended;
  expect(here.tty.written.endsWith(LEAVE)).toBe(true);
  expect(here.tty.isOpen).toBe(false);
  expect(here.clock.waiting).toBe(0);
});

test("a refused token ends it with the reason, and the terminal is as before", async () => {
  const { tty, ended, refuse } = watching(TWENTY);
  refuse("the hub does not know this token");
  await expect(ended).rejects.toThrow("the hub does not know this token");
  expect(tty.written.endsWith(LEAVE)).toBe(true);
});

const HOSTILE = [
  "\x1b[2J\x1b]0;gone\x07 \u202e evil\r\n\tline\u2028",
  "日本語のタイトルはとても長いのでここで切れるはずですよね、どう思いますか",
  "e\u0301".repeat(300),
  "\ud800 half",
  "👩‍👩‍👧".repeat(50),
  "x".repeat(100_000),
];

test.each([
  [1, 1],
  [2, 2],
  [7, 3],
  [12, 5],
  [20, 6],
  [40, 10],
  [59, 24],
  [80, 24],
  [200, 50],
])("%i by %i: no line is wider and none is missing, whatever the rows hold", (columns, rows) => {
  const all = HOSTILE.flatMap((text, index) => [
    rowOf(index, { ...WAITING, title: text, fresh: false }),
    rowOf(index + 10, { model: text, project_id: "none", project: `/a/${text.replaceAll("/", "")}` }),
    rowOf(index + 20, { state: text, title: null }),
  ]);
  const { tty } = watching(all, 100, 24);
  tty.resize(columns, rows);
  for (const keys of ["", "?", "?", "/\x1b", "/evil", "\r", "\x1b", "G"]) {
    tty.press(keys);
    expect(tty.screen.length).toBe(rows);
    expect(tty.screen.filter((line) => columnsOf(line) > columns)).toEqual([]);
    expect(tty.screen.join("")).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e\u2028]/);
  }
});

test("colours are added to the same texts", () => {
  const plain = watching(TWENTY);
  const coloured = watching(TWENTY, 80, 24, { paint: painted });
  const without = coloured.tty.screen.map((line) => line.replace(/\x1b\[[\d;]*m/g, "").trimEnd());
  expect(without).toEqual(plain.tty.screen.map((line) => line.trimEnd()));
  expect(coloured.tty.screen[3]).toContain("\x1b[1;33mwaiting");
});

test("ages go on while nothing happens", () => {
  const { tty, clock } = watching([rowOf(1)]);
  expect(tty.screen[2]).toContain("1 min ago");
  clock.pass(65_000);
  expect(tty.screen[2]).toContain("2 min ago");
});
