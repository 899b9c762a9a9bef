/** S24: a zero that means "leave it to the agent" (`x-zero: unset`), where the zero of a neighbour means none. */
import { name, type Rule, valueAt } from "../rule.js";

export const rule: Rule = {
  id: "effect/zero",
  severity: "warning",
  summary: "a zero that means the default instead of none",
  why: `Zero has no single meaning in this section: it disables \`provider_stream_max_lifetime_secs\` and
\`compaction_max_retries\`, but here it counts as not set, so the limit that was to go away stays where the agent's default puts
it. Write a large number where the limit is never to be reached, or leave the key out to say that the default is wanted.`,
  *check({ places }) {
    for (const { path, value, shape } of places) {
      if (value !== 0 || shape.schema["x-zero"] !== "unset") continue;
      yield {
        at: valueAt(...path),
        message: `zero does not turn ${name(...path)} off: it counts as not set, so the built-in default holds`,
        label: "the default holds",
        notes: ["zero does disable `daemon.provider_stream_max_lifetime_secs` and `daemon.compaction_max_retries`"],
        help: "write a large number for a limit that is never reached",
        // Not safe: somebody who writes 0 hardly wants the default, and a layer below may set another value.
        proposals: [{ title: "delete it to keep the default", safe: false, changes: [{ kind: "delete", path }] }],
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          daemon:
            log_level: info
            max_tool_turns: «0» # as many as it takes
        `,
        fixed: `
          daemon:
            log_level: info
        `,
      },
      {
        global: `
          daemon: { provider_stream_idle_timeout_secs: 300 }
        `,
        project: `
          {
            "daemon": {
              "provider_stream_idle_timeout_secs": «0»,
              "subagent_stall_threshold_secs": «0.0»,
              "compaction_max_retries": 0
            }
          }
        `,
        fixed: {
          project: `
          {
            "daemon": {
              "compaction_max_retries": 0
            }
          }
        `,
        },
      },
    ],
    good: [
      // Here zero disables.
      `
        daemon:
          provider_stream_max_lifetime_secs: 0
          compaction_max_retries: 0
          retry: { max_retries: 0 }
          goal_driver: { max_continuations_per_goal: 0 }
      `,
      {
        global: `
          daemon: { max_tool_turns: 0, subagent_liveness_watchdog_interval_secs: null }
        `,
        project: `
          daemon: { max_tool_turns: 1 }
        `,
      },
    ],
  },
};
