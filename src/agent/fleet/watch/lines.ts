/** The fleet without a terminal: a line for each visible change, or each event as JSON. */
import { beginningOf } from "../../../text/beginning.js";
import { escapedInQuotes, printable } from "../../../text/escape.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { FleetWatch } from "./fleet-watch.js";
import type { FleetChange, Follow } from "./follow.js";
import { stateText, type ViewRow, viewOf } from "./view.js";

export interface Outputs {
  readonly clock: Clock;
  /** Writes lines; resolves to whether the reader is still connected. */
  readonly write: (text: string) => Promise<boolean>;
  readonly complain: (message: string) => Promise<void>;
}

/** Resolves when the signal aborts or the reader disconnects; rejects as `follow` does. */
export async function watchAsLines(
  format: "text" | "json",
  { clock, write, complain }: Outputs,
  follow: Follow,
  signal: AbortSignal,
): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const printed = new PrintedLines();
  let last: Promise<void> = Promise.resolve();
  const after = (write: () => Promise<void>): void => {
    last = last.then(write);
  };
  let wasLost = false;
  const watched = new FleetWatch((change) => {
    if (change !== undefined) {
      const now = clock.now();
      const lines = format === "json" ? jsonOf(change) : printed.linesFor(watched, now, timeOf(change, now));
      if (lines !== "")
        after(async () => {
          if (!(await write(lines))) end();
        });
      return;
    }
    const { state } = watched;
    if (state.kind === "lost" && !wasLost) after(() => complain(`connection lost: ${state.why}; trying again`));
    if (state.kind === "live" && wasLost) after(() => complain("connected again"));
    if (state.kind !== "connecting") wasLost = state.kind === "lost";
  });
  try {
    await follow(watched, ending.signal);
  } finally {
    signal.removeEventListener("abort", end);
    await last;
  }
}

function timeOf(change: FleetChange, now: number): string {
  return change.kind === "event" ? change.event.at : new Date(now).toISOString();
}

function jsonOf(change: FleetChange): string {
  return `${escapedInQuotes(JSON.stringify(change.kind === "event" ? change.event : change))}\n`;
}

/** The printed state of each session. */
class PrintedLines {
  #lines = new Map<string, string>();

  linesFor({ fleet }: FleetWatch, now: number, at: string): string {
    const { rows } = viewOf(fleet, now);
    const lines = new Map(rows.map((row) => [row.id, textOf(row)]));
    const gone = [...this.#lines.keys()].filter((id) => !lines.has(id)).map((id) => `removed  ${printable(id)}`);
    const fresh = [...lines].filter(([id, text]) => this.#lines.get(id) !== text).map(([, text]) => text);
    this.#lines = lines;
    return [...gone, ...fresh].map((text) => `${printable(at)}  ${text}\n`).join("");
  }
}

/** The most characters of a field. */
const LONGEST = 500;

function textOf(row: ViewRow): string {
  const { id, title, model, size, project, detail } = row;
  const about = [model, size, project].filter((text) => text !== "").join(", ");
  const parts = [stateText(row), id, title === id ? "" : title, about === "" ? "" : `(${about})`, detail];
  return parts
    .filter((text) => text !== "")
    .map((text) => printable(beginningOf(text, LONGEST)))
    .join("  ");
}
