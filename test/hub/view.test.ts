/** The fleet as rows: who waits comes first, then a stable order. */
import { expect, test } from "vitest";
import { commandFor, countsText, viewOf } from "../../src/agent/fleet/watch/view.js";
import type { FleetState } from "../../src/agent/wire/core/fleet.js";
import type { SessionRow } from "../../src/generated/protocol/types.js";
import { BUSY, minutesAgo, NOW, over, PROJECTS, rowOf, TWENTY, WAITING } from "./twenty.js";

const fleet = (sessions: readonly SessionRow[]): FleetState => ({
  projects: new Map(PROJECTS.map((one) => [one.project_id, one])),
  sessions: new Map(sessions.map((one) => [one.session_id, one])),
});
const view = (...sessions: readonly SessionRow[]) => viewOf(fleet(sessions), NOW);

test("twenty sessions: groups in order, and their counts", () => {
  const { rows, counts } = viewOf(fleet(TWENTY), NOW);
  expect(rows.map(({ word }) => word)).toEqual([
    ...["waiting", "waiting", "waiting", "busy", "busy", "busy", "busy", "busy"],
    ...["idle", "idle", "idle", "idle", "idle", "unknown"],
    ...["stopped", "crashed", "stopped", "damaged", "stopped", "stopped"],
  ]);
  expect(counts).toEqual({ waiting: 3, busy: 5, idle: 6, over: 6 });
  expect(countsText(counts)).toBe("3 wait for you · 5 busy · 6 idle · 6 not running");
});

test.each([
  [{ waiting: 0, busy: 0, idle: 0, over: 0 }, "nobody waits for you"],
  [{ waiting: 1, busy: 0, idle: 2, over: 0 }, "1 waits for you · 2 idle"],
])("%j is %j", (counts, text) => {
  expect(countsText(counts)).toBe(text);
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
