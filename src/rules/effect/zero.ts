/** S24: a zero that means "leave it to the agent" (`x-zero: unset`), where the zero of a neighbour means none. */
import { valueAt } from "../../diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/zero",
  severity: "warning",
  summary: "a zero that means the default instead of none",
  fixable: true,
  *check({ placesWith }) {
    for (const { path, place, shape } of placesWith("x-zero")) {
      if (place.kind !== "scalar" || place.value !== 0 || shape.schema["x-zero"] !== "unset") continue;
      yield {
        at: valueAt(...path),
        message: `zero does not turn ${name(...path)} off: it counts as not set, so the built-in default applies`,
        label: "the default applies",
        notes: ["zero does disable `daemon.provider_stream_max_lifetime_secs` and `daemon.compaction_max_retries`"],
        help: "write a large number for a limit that is never reached",
        // Not safe: somebody who writes 0 hardly wants the default, and a layer below may set another value.
        fixes: [{ title: "delete it to keep the default", safe: false, changes: [{ kind: "delete", path }] }],
      };
    }
  },
};
