/** How a model calls tools, with what holds where its configuration is silent (spec 2.4, P-S77). */
import type { ModelOverride } from "../../../generated/effective.js";
import type { ToolUse } from "./target.js";

export function toolUseOf(entry: Partial<ModelOverride>): ToolUse {
  return {
    loading: entry.tool_loading ?? "eager",
    batch: entry.max_tool_batch_size ?? batchFor(entry.context_window),
    canForce: entry.forced_tool_choice_supported ?? true,
    changesBy: entry.edit_format === WHOLE ? "write" : "edit",
  };
}

/** The values of `edit_format` that mean something here; any other one is as none (P-S107). */
export const EDIT_FORMATS: readonly string[] = ["diff", "whole"];
const WHOLE = "whole";

const LEAST = 4;
const MOST = 8;
/** Tokens. */
const SMALL_WINDOW = 64_000;

/** Four calls, and one more for each doubling of a window beyond a small one, up to eight. */
function batchFor(window = 0): number {
  return Math.min(MOST, LEAST + Math.floor(Math.log2(Math.max(SMALL_WINDOW, window) / SMALL_WINDOW)));
}
