/** The calls of a turn that a crash has ended before their results (P-S105): each may have run in part. */
import type { HistoryItem, TurnOutcome } from "../../../generated/protocol/types.js";
import { canonicalJson } from "../../wire/protocol/canonical.js";

/** A call as the log holds it. */
export interface UnsettledCall {
  readonly tool: string;
  /** Canonical JSON; undefined for an input that the log holds in part, or that is no JSON. */
  readonly input: string | undefined;
}

/** Follows the log. */
export class Unsettled {
  /** Calls of the current turn without a result, by their ids. */
  readonly #running = new Map<string, UnsettledCall>();
  #left: readonly UnsettledCall[] = [];

  /** Those of the turns that were interrupted since the last one that was not, until the same call has a result. */
  get calls(): readonly UnsettledCall[] {
    return this.#left;
  }

  takeItem(item: HistoryItem): void {
    const { kind, tool } = item;
    if (tool === undefined) return;
    if (kind === "tool_call") this.#running.set(tool.call_id, { tool: tool.name, input: inputOf(item) });
    if (kind !== "tool_result") return;
    const ended = this.#running.get(tool.call_id);
    this.#running.delete(tool.call_id);
    if (ended !== undefined && tool.is_denied !== true) this.#left = this.#left.filter((call) => !isSame(call, ended));
  }

  takeEnd(outcome: TurnOutcome): void {
    this.#left = outcome === "interrupted" ? [...this.#left, ...this.#running.values()] : [];
    this.#running.clear();
  }
}

/** Whether two calls may be the same: of a part of an input nobody knows. */
export function isSame(one: UnsettledCall, other: UnsettledCall): boolean {
  const isUnknown = one.input === undefined || other.input === undefined;
  return one.tool === other.tool && (isUnknown || one.input === other.input);
}

function inputOf({ tool, text = "", elided }: HistoryItem): string | undefined {
  if (tool?.input !== undefined) return canonicalJson(tool.input);
  if (elided !== undefined) return undefined;
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
