/** Twenty sessions as a hub lists them, three of which wait for an answer. */
import type { FleetProject, LastTurn, SessionRow } from "../../src/generated/protocol/types.js";

/** The moment at which somebody looks at them. */
export const NOW = Date.parse("2026-11-25T12:00:00.000Z");
export const FLEET_EPOCH = "f".repeat(32);

export const PROJECTS: readonly FleetProject[] = [
  { project_id: "p1", name: "billing", session_count: 9 },
  { project_id: "p2", name: "storefront", session_count: 7 },
  { project_id: "p3", name: "日本語の文書", session_count: 4 },
];

export function minutesAgo(minutes: number): string {
  return new Date(NOW - minutes * 60_000).toISOString();
}

/** An idle session that runs, changed as `more` says. */
export function rowOf(number: number, more: Partial<SessionRow> = {}): SessionRow {
  return {
    ...{ version: 1, session_id: `20261125-10${String(number).padStart(2, "0")}00-9f3a1c20`, project_id: "p1" },
    ...{ project: "/home/me/src/billing", state: "idle", busy: false, attention: false, running: true },
    ...{ finalized: false, fresh: true, observed_at: minutesAgo(0), daemon_epoch: "e".repeat(32), cursor: "c" },
    ...{ catalog_revision: "1", history_total_items: 12, title: `Session ${number}`, model: "sonnet", facet: null },
    ...{ queue_length: 0, updated_at: minutesAgo(number) },
    ...more,
  };
}

export const WAITING: Partial<SessionRow> = { state: "awaiting_input", attention: true, busy: true };
export const BUSY: Partial<SessionRow> = { state: "running", busy: true };

export function over(state: "stopped" | "crashed" | "damaged"): Partial<SessionRow> {
  return {
    ...{ state, running: false, finalized: state === "stopped", daemon_epoch: null, cursor: null },
    catalog_revision: null,
  };
}

const IN_STORE: Partial<SessionRow> = { project_id: "p2", project: "/home/me/src/storefront" };
const IN_DOCS: Partial<SessionRow> = { project_id: "p3", project: "/home/me/日本語の文書" };

export const TWENTY: readonly SessionRow[] = [
  rowOf(1, { ...BUSY, title: "Move invoices to the new ledger", model: "opus" }),
  rowOf(2, { ...WAITING, title: "Which tax rate applies to gift cards?", model: "opus" }),
  rowOf(3, { ...BUSY, ...IN_STORE, title: "Find out why the checkout is slow on phones" }),
  rowOf(4, { title: "Rename the customer table" }),
  rowOf(5, { ...over("stopped"), title: "Bump the linter" }),
  rowOf(6, { ...over("crashed"), ...IN_STORE, title: "Upgrade the payment library to version 4" }),
  rowOf(7, { ...WAITING, ...IN_STORE, title: "May I delete the old product images?" }),
  rowOf(8, { ...BUSY, fresh: false, title: "Import the bank statements of October" }),
  rowOf(9, { ...IN_DOCS, title: "用語集を翻訳して、章ごとに確認する" }),
  rowOf(10, { ...IN_STORE, title: null, model: null }),
  rowOf(11, { ...over("stopped"), title: "Explain the retry logic" }),
  rowOf(12, { ...BUSY, ...IN_DOCS, title: "Write the chapter about refunds", model: "haiku" }),
  rowOf(13, { title: "Add an index for the monthly report" }),
  rowOf(14, { ...over("damaged"), title: null, model: null }),
  rowOf(15, { ...IN_STORE, title: "Dark colours for the shopping basket" }),
  rowOf(16, { ...WAITING, title: "The migration would lock the table for an hour: now, or tonight at two?" }),
  rowOf(17, { ...BUSY, ...IN_STORE, title: "Tests for the coupon code" }),
  rowOf(18, { ...over("stopped"), ...IN_DOCS, title: "مراجعة الفصل الأول", updated_at: minutesAgo(3000) }),
  rowOf(19, { state: "unknown", observed_at: null, fresh: false, title: null, model: null }),
  rowOf(20, { ...over("stopped"), title: "Sort the changelog", updated_at: minutesAgo(30_000) }),
];

/** A session whose last turn failed, for this reason. */
export function failed(message: string, outcome: LastTurn["outcome"] = "failed"): Partial<SessionRow> {
  return { last_turn: { prompt_id: "p", outcome, error: { code: "provider_error", message } } };
}

export function asks(kind: string, text: string, minutes: number): Partial<SessionRow> {
  return { ...WAITING, question: { kind, text }, waiting_since: minutesAgo(minutes) };
}

const REFUSED = "the provider `lab` answered with status 401";

const CHANGES: ReadonlyMap<number, Partial<SessionRow>> = new Map([
  [2, asks("question", "May it be 7 or 19 per cent?", 2)],
  [7, asks("permission", "rm -r public/images/2019", 90)],
  [4, failed(REFUSED)],
  [9, failed("the provider `lab` cannot be reached (ECONNREFUSED)")],
  [13, failed("no model is called `opsu`")],
  [15, failed("the daemon ended before the turn did", "interrupted")],
  [5, over("crashed")],
  [11, failed(REFUSED)],
]);

/** The same twenty after a bad morning: four that are idle have failed, and two have crashed; two of those that wait say what for. */
export const TROUBLED: readonly SessionRow[] = TWENTY.map((row, index) => ({ ...row, ...CHANGES.get(index + 1) }));
