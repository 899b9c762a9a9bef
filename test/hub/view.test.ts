/** The fleet as rows: who waits comes first, then a stable order. */
import { expect, test } from "vitest";
import { commandFor, countsText, stateText, viewOf } from "../../src/agent/fleet/watch/view.js";
import type { FleetState } from "../../src/agent/wire/core/fleet.js";
import type { SessionRow } from "../../src/generated/protocol/types.js";
import { clockTime } from "../../src/text/clock-time.js";
import { asks, BUSY, failed, minutesAgo, NOW, over, PROJECTS, rowOf, TROUBLED, TWENTY, WAITING } from "./twenty.js";

const fleet = (sessions: readonly SessionRow[]): FleetState => ({
  projects: new Map(PROJECTS.map((one) => [one.project_id, one])),
  sessions: new Map(sessions.map((one) => [one.session_id, one])),
});
const view = (...sessions: readonly SessionRow[]) => viewOf(fleet(sessions), NOW);

test("twenty sessions: groups in order, and their counts", () => {
  const whole = viewOf(fleet(TWENTY), NOW);
  const { rows, counts } = whole;
  expect(rows.map(({ word }) => word)).toEqual([
    ...["waiting", "waiting", "waiting", "busy", "busy", "busy", "busy", "busy"],
    ...["idle", "idle", "idle", "idle", "idle", "unknown"],
    ...["stopped", "crashed", "stopped", "damaged", "stopped", "stopped"],
  ]);
  expect(counts).toEqual({ waiting: 3, busy: 5, idle: 6, over: 6 });
  expect(countsText(whole)).toBe("3 wait for you · 5 busy · 6 idle · 6 not running (1 crashed)");
});

test.each([
  [{ waiting: 0, busy: 0, idle: 0, over: 0 }, "nobody waits for you"],
  [{ waiting: 1, busy: 0, idle: 2, over: 0 }, "1 waits for you · 2 idle"],
])("%j is %j", (counts, text) => {
  expect(countsText({ counts, troubles: { failed: { idle: 0, over: 0 }, crashed: 0 } })).toBe(text);
});

test("twenty sessions after a bad morning: which failed and which crashed, by their names", () => {
  const { rows, counts, troubles } = viewOf(fleet(TROUBLED), NOW);
  const named = (is: (state: string) => boolean) =>
    rows.filter((row) => is(stateText(row))).map(({ title, detail }) => [title, detail]);
  expect(named((state) => state === "idle, failed" || state === "idle, interrupted")).toEqual([
    ["Rename the customer table", "the provider `lab` answered with status 401"],
    ["用語集を翻訳して、章ごとに確認する", "the provider `lab` cannot be reached (ECONNREFUSED)"],
    ["Add an index for the monthly report", "no model is called `opsu`"],
    ["Dark colours for the shopping basket", "the daemon ended before the turn did"],
  ]);
  expect(named((state) => state === "crashed")).toEqual([
    ["Bump the linter", ""],
    ["Upgrade the payment library to version 4", ""],
  ]);
  expect(named((state) => state === "stopped, failed")).toEqual([
    ["Explain the retry logic", "the provider `lab` answered with status 401"],
  ]);
  expect(countsText({ counts, troubles })).toBe(
    "3 wait for you · 5 busy · 6 idle (4 failed) · 6 not running (2 crashed, 1 failed)",
  );
});

test.each<[string, Partial<SessionRow>, string, string]>([
  ["idle after a failure", failed("why"), "idle, failed", "why"],
  ["and not heard", { ...failed("why"), fresh: false }, "idle, failed, stale", "why"],
  ["a failure without a reason", { last_turn: { prompt_id: "p", outcome: "failed" } }, "idle, failed", ""],
  ["completed", failed("why", "completed"), "idle", ""],
  ["cancelled", failed("why", "cancelled"), "idle", ""],
  ["the next turn runs", { ...failed("why"), ...BUSY }, "busy", ""],
  ["the next turn waits", { ...failed("why"), ...asks("permission", "ls", 3) }, "waiting", "ls"],
  ["it waits, nobody knows what for", { ...failed("why"), ...WAITING }, "waiting", ""],
  ["its daemon has not answered", { ...failed("why"), state: "unknown" }, "unknown", ""],
  ["it crashed", { ...failed("why"), ...over("crashed") }, "crashed", ""],
  ["it stopped", { ...failed("why"), ...over("stopped") }, "stopped, failed", "why"],
])("%s: the state and what it is about", (_, more, state, detail) => {
  const [row] = view(rowOf(1, more)).rows;
  expect([row && stateText(row), row?.detail]).toEqual([state, detail]);
});

const RETRY = { until: minutesAgo(-60), attempt: 2, of: 4, why: "the provider `lab` is overloaded" };

test.each<[string, Partial<SessionRow>, string, string]>([
  [
    "it waits",
    { ...BUSY, retry: RETRY },
    "busy",
    `waits until ${clockTime(RETRY.until, NOW)}: the provider \`lab\` is overloaded`,
  ],
  ["its wait is over", { ...BUSY, retry: { ...RETRY, until: minutesAgo(1) } }, "busy", ""],
  ["its wait has no end", { ...BUSY, retry: { ...RETRY, until: "soon" } }, "busy", ""],
  [
    "it asks whether to wait",
    { ...asks("question", "Wait 60 minutes?", 0), retry: RETRY },
    "waiting",
    "Wait 60 minutes?",
  ],
  ["it is idle", { ...failed("why"), retry: RETRY }, "idle, failed", "why"],
  ["its daemon is gone", { ...over("crashed"), retry: RETRY }, "crashed", ""],
])("a provider is waited for, and %s: the state and what it is about", (_, more, state, detail) => {
  const [row] = view(rowOf(1, more)).rows;
  expect([row && stateText(row), row?.detail]).toEqual([state, detail]);
});

test("a row that waits has the age of its question, and the order is by that", () => {
  const { rows } = view(
    rowOf(1, asks("question", "One?", 5)),
    rowOf(2, asks("question", "Two?", 50)),
    rowOf(9, WAITING),
  );
  expect(rows.map(({ detail, age }) => [detail, age])).toEqual([
    ["Two?", "50 min ago"],
    ["", "9 min ago"],
    ["One?", "5 min ago"],
  ]);
});

test("who has waited longest comes first, busy sessions by their names, others by their last change", () => {
  const ids = (...rows: readonly SessionRow[]) => view(...rows).rows.map(({ id }) => Number(id.slice(11, 13)));
  expect(ids(rowOf(1, WAITING), rowOf(9, WAITING), rowOf(5, WAITING))).toEqual([9, 5, 1]);
  expect(ids(rowOf(1, BUSY), rowOf(9, BUSY), rowOf(5, { ...BUSY, updated_at: minutesAgo(0) }))).toEqual([9, 5, 1]);
  expect(ids(rowOf(9), rowOf(1), rowOf(5))).toEqual([1, 5, 9]);
  const none = { updated_at: "no time" };
  expect(ids(rowOf(1, none), rowOf(2, none), rowOf(3))).toEqual([3, 2, 1]);
});

test.each<[Partial<SessionRow>, string, string]>([
  [{ attention: true }, "waiting", "waiting"],
  [{ state: "awaiting_input" }, "waiting", "waiting"],
  [{ state: "running" }, "busy", "busy"],
  [{ state: "stopping", busy: true }, "busy", "stopping"],
  [{ state: "of_tomorrow" }, "idle", "of_tomorrow"],
  [{ ...over("crashed"), attention: true, busy: true }, "over", "crashed"],
])("a row with %j is in the group %s, and its word is %s", (more, group, word) => {
  expect(view(rowOf(1, more)).rows[0]).toMatchObject({ group, word });
});

test("a row without a title has its id, and one without a known project the name of its directory", () => {
  const [row] = view(rowOf(1, { title: " \n", model: null, project_id: "gone", project: "/home/me/src/else/" })).rows;
  expect(row).toMatchObject({ title: "20261125-100100-9f3a1c20", model: "", project: "else", age: "1 min ago" });
});

test("a row says how much of its window a session takes, where that is known", () => {
  const context = { used: 4713, window: 16_000, threshold: 12_000 };
  const { rows } = view(rowOf(1), rowOf(2, { context }), rowOf(3, { context: { used: 999, window: 1_000_000 } }));
  expect(rows.map(({ size }) => size)).toEqual(["", "4.7k/16k", "999/1M"]);
});

test("stale: a daemon that is not heard, and all of them while the hub is not; a session that does not run never", () => {
  const sessions = [rowOf(1, { fresh: false }), rowOf(2), rowOf(3, { ...over("stopped"), fresh: false })];
  const stale = (isLost: boolean) => viewOf(fleet(sessions), NOW, isLost).rows.map(({ isStale }) => isStale);
  expect(stale(false)).toEqual([true, false, false]);
  expect(stale(true)).toEqual([true, true, false]);
});

test("the command that goes on with a session", () => {
  const { rows } = view(rowOf(1), rowOf(2, over("stopped")), rowOf(3, over("crashed")), rowOf(4, over("damaged")));
  expect(rows.map(commandFor)).toEqual([
    "agent attach 20261125-100100-9f3a1c20",
    "agent continue 20261125-100200-9f3a1c20",
    "agent continue 20261125-100300-9f3a1c20",
    undefined,
  ]);
});
