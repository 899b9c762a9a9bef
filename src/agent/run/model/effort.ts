/** The reasoning effort of a request (spec 2.2, 2.4). */
import type { ModelReasoning } from "../../../generated/effective.js";

/** The effort that turns reasoning off, for models that allow it. */
const OFF = "none";
/** The effort that stands for the default of a thinking model. */
const ON = "thinking";

/** The effort to ask for, or `unknown` for one that the model does not have. `wanted` is the effort in the reference to the model. */
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
