/** A session in one row: its model, the window that the conversation takes, who decides on calls, and what the turn waits for. */
import { clockTime } from "../../../text/clock-time.js";
import { printable } from "../../../text/escape.js";
import { columnsOf, cutTo } from "../../../text/width.js";
import type { Change, ContextSize, PermissionMonitor } from "../../wire/client/index.js";
import { contextAfter, shareOf } from "./compaction.js";

/** Most characters of the name of a model, and fewest columns of its beginning. */
const LONGEST = 200;
const SHORTEST = 6;

export class SessionStatus {
  /** Undefined before anything told it. */
  context: ContextSize | undefined;
  monitor: PermissionMonitor | undefined;
  /** When the wait of the turn ends. */
  until: string | undefined;
  #model: string | null = null;

  take(change: Change): void {
    this.context = contextAfter(change, this.context);
    if (change.kind === "snapshot") {
      const { turn, permission_monitor } = change.snapshot;
      [this.#model, this.monitor, this.until] = [turn.model, permission_monitor, turn.retry?.until];
    } else if (change.kind === "record") this.#takeRecord(change.record);
  }

  #takeRecord(record: Extract<Change, { kind: "record" }>["record"]): void {
    if (record.kind === "turn_waiting") this.until = record.until;
    if (["turn_started", "turn_finished", "item_started"].includes(record.kind)) this.until = undefined;
    if (record.kind === "turn_started") this.#model = record.model;
    if (record.kind !== "session_changed") return;
    if (record.model !== undefined) this.#model = record.model;
    if (record.permission_monitor !== undefined) this.monitor = record.permission_monitor;
  }

  /** As much as fits into so many columns: the name of the model is cut first. `now`: milliseconds since 1970. */
  textIn(columns: number, now: number, isBusy: boolean): string {
    const until = Date.parse(this.until ?? "") > now ? clockTime(this.until ?? "", now) : "";
    const state = until !== "" ? [`waits until ${until}`] : isBusy ? ["working"] : [];
    const monitor = this.monitor === undefined || this.monitor === "standard" ? [] : [this.monitor];
    const share = this.context === undefined ? [] : [shareOf(this.context)];
    const model = printable((this.#model ?? "").slice(0, LONGEST));
    const others = [...share, ...monitor, ...state];
    const room = columns - columnsOf(joined(["", ...others]));
    const isNamed = model !== "" && room >= Math.min(SHORTEST, columnsOf(model));
    const fitting = [isNamed ? [cutTo(model, room), ...others] : others, [...monitor, ...state], state];
    return fitting.map(joined).find((text) => columnsOf(text) <= columns) ?? cutTo(joined(state), columns);
  }
}

function joined(parts: readonly string[]): string {
  return parts.join(" · ");
}
