/**
 * The fleet in groups, words and an order that a terminal and the hub's page share. It knows neither of them, so untrusted texts (titles,
 * models, names of projects) are unescaped.
 */
import type { SessionRow } from "../../../generated/protocol/types.js";
import { ago } from "../../../text/ago.js";
import { clockTime } from "../../../text/clock-time.js";
import { inThousands } from "../../../text/number.js";
import type { FleetState } from "../../wire/core/fleet.js";

/** In the order of the view. */
export const GROUPS = ["waiting", "busy", "idle", "over"] as const;
export type Group = (typeof GROUPS)[number];

export const HEADINGS: Readonly<Record<Group, string>> = {
  waiting: "Waiting for you",
  busy: "Busy",
  idle: "Idle",
  over: "Not running",
};

export interface ViewRow {
  readonly id: string;
  readonly group: Group;
  /** One word for the state, such as `waiting` or `crashed`. */
  readonly word: string;
  /** The title; the id for a session without one. */
  readonly title: string;
  /** Empty if unknown. */
  readonly model: string;
  /** `4.7k/16k`: the tokens of its conversation, and those that its model takes; empty if unknown. */
  readonly size: string;
  readonly project: string;
  /** `5 min ago`: since when it waits, or when it changed; empty if unknown. */
  readonly age: string;
  /** How the last turn of an idle or stopped session ended; undefined for a good end. */
  readonly ended: "failed" | "interrupted" | undefined;
  /** The question that waits, the reason of `ended`, or the wait for a provider; empty without any. */
  readonly detail: string;
  /** Whether the daemon has not answered lately, so that the row may be outdated. */
  readonly isStale: boolean;
  readonly row: SessionRow;
}

export interface View {
  readonly rows: readonly ViewRow[];
  readonly counts: Readonly<Record<Group, number>>;
  /** What needs a person although it does not wait: rows of `idle` and `over` whose last turn failed, and crashed ones. */
  readonly troubles: Troubles;
}

interface Troubles {
  readonly failed: { readonly idle: number; readonly over: number };
  readonly crashed: number;
}

/** `now`: milliseconds since 1970. `isLost`: whether the hub is unreachable, so that all running sessions are stale. */
export function viewOf({ projects, sessions }: FleetState, now: number, isLost = false): View {
  const rows = [...sessions.values()].map((row) => {
    const seen = isLost ? { ...row, fresh: false } : row;
    return viewRow(seen, projects.get(row.project_id)?.name, now);
  });
  const counts = { waiting: 0, busy: 0, idle: 0, over: 0 };
  for (const { group } of rows) counts[group] += 1;
  return { rows: rows.toSorted(inOrder), counts, troubles: troublesIn(rows) };
}

function troublesIn(rows: readonly ViewRow[]): Troubles {
  const failed = { idle: 0, over: 0 };
  let crashed = 0;
  for (const { group, ended, word } of rows) {
    if (ended !== undefined) failed[group === "over" ? "over" : "idle"] += 1;
    if (word === "crashed") crashed += 1;
  }
  return { failed, crashed };
}

/** `project`: the name of its project, if known. */
function viewRow(row: SessionRow, project: string | undefined, now: number): ViewRow {
  const { session_id: id, title, model, fresh, running, context } = row;
  const ended = endOf(row);
  return {
    ...{ id, row, group: groupOf(row), word: wordOf(row), title: title?.trim() || id, model: model ?? "" },
    size: context === undefined ? "" : `${inThousands(context.used)}/${inThousands(context.window)}`,
    project: project ?? lastNameOf(row.project),
    ...{ age: ago(sinceOf(row), now), isStale: running && !fresh, ended },
    detail: detailOf(row, ended, now),
  };
}

function detailOf(row: SessionRow, ended: ViewRow["ended"], now: number): string {
  const { question, last_turn, retry } = row;
  const group = groupOf(row);
  if (group === "waiting") return question?.text ?? "";
  if (ended !== undefined) return last_turn?.error?.message ?? "";
  if (group !== "busy" || retry === undefined || !(Date.parse(retry.until) > now)) return "";
  return `waits until ${clockTime(retry.until, now)}: ${retry.why}`;
}

/** A session that works on something else, or is gone, is not judged by its last turn. */
function endOf(row: SessionRow): ViewRow["ended"] {
  const word = wordOf(row);
  const { outcome } = row.last_turn ?? {};
  if (word !== "idle" && word !== "stopped") return undefined;
  return outcome === "failed" || outcome === "interrupted" ? outcome : undefined;
}

function sinceOf(row: SessionRow): string {
  return (groupOf(row) === "waiting" ? row.waiting_since : undefined) ?? row.updated_at;
}

function groupOf({ running, attention, busy, state }: SessionRow): Group {
  if (!running) return "over";
  if (attention || state === "awaiting_input") return "waiting";
  return busy || state === "running" ? "busy" : "idle";
}

/** A state of a later version keeps its own word. */
function wordOf(row: SessionRow): string {
  const group = groupOf(row);
  if (group === "waiting") return "waiting";
  return row.state === "running" ? "busy" : row.state;
}

function lastNameOf(path: string): string {
  return path.split(/[\\/]/).findLast((name) => name !== "") ?? "";
}

/**
 * The longest waiting session comes first. Busy sessions change all the time: they keep the order of their start, by their names. The
 * others come by their last change, the newest first.
 */
function inOrder(a: ViewRow, b: ViewRow): number {
  const byGroup = GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group);
  if (byGroup !== 0) return byGroup;
  const byTime = a.group === "busy" ? 0 : momentOf(b) - momentOf(a);
  if (byTime !== 0) return a.group === "waiting" ? -byTime : byTime;
  return a.id < b.id ? 1 : -1;
}

function momentOf({ row }: ViewRow): number {
  const moment = Date.parse(sinceOf(row));
  return Number.isNaN(moment) ? 0 : moment;
}

/** `3 wait for you · 5 busy · 8 idle (4 failed) · 4 not running (2 crashed)`, without zeros. */
export function countsText({ counts, troubles: { failed, crashed } }: Pick<View, "counts" | "troubles">): string {
  const { waiting, busy, idle, over } = counts;
  const parts = [
    waitingText(waiting),
    ...(busy > 0 ? [`${busy} busy`] : []),
    ...(idle > 0 ? [`${idle} idle${among([failed.idle, "failed"])}`] : []),
    ...(over > 0 ? [`${over} not running${among([crashed, "crashed"], [failed.over, "failed"])}`] : []),
  ];
  return parts.join(" · ");
}

function among(...some: readonly (readonly [number, string])[]): string {
  const parts = some.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}

/** `idle, failed, stale`: the state of a row in words. */
export function stateText({ word, ended, isStale }: Pick<ViewRow, "word" | "ended" | "isStale">): string {
  return [word, ...(ended === undefined ? [] : [ended]), ...(isStale ? ["stale"] : [])].join(", ");
}

export function waitingText(waiting: number): string {
  if (waiting === 0) return "nobody waits for you";
  return waiting === 1 ? "1 waits for you" : `${waiting} wait for you`;
}

/** The command that continues a session. */
export function commandFor({ id, row, word }: ViewRow): string | undefined {
  if (row.running) return `agent attach ${id}`;
  return word === "damaged" ? undefined : `agent continue ${id}`;
}
