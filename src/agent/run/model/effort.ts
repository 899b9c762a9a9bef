/** How hard a model is to think (spec 2.2, 2.4). */
import type { ModelReasoning } from "../../../generated/effective.js";

/** The effort that turns reasoning off, where that can be done. */
const OFF = "none";
/** What a model that thinks does anyway. */
const ON = "thinking";

/** The effort to ask for, if any; `unknown` where the model has no such effort. `wanted`: what the reference to the model says. */
export function effortFor(
  reasoning: ModelReasoning | undefined,
  wanted: string | undefined,
): { readonly effort: string | undefined } | "unknown" {
  if (wanted === "") return "unknown";
  switch (reasoning?.type) {
    case "effort": {
      if (wanted === undefined) return { effort: reasoning.default_level };
      const isKnown = reasoning.levels.includes(wanted) || (wanted === OFF && reasoning.can_disable);
      return isKnown ? { effort: wanted } : "unknown";
    }
    case "thinking":
      if (wanted === OFF && !reasoning.can_disable) return "unknown";
      return { effort: wanted === ON ? undefined : wanted };
    case "no_reasoning":
      return wanted === undefined || wanted === OFF ? { effort: undefined } : "unknown";
    default:
      return { effort: wanted };
  }
}
