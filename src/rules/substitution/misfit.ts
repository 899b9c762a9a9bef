/** S20: what a variable or a command supplies is a text like any other, and is checked like one. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/misfit",
  severity: "error",
  summary: "a value that does not fit once it is resolved (when loading)",
  why: `The file is fine, but what the variable holds or the command prints is nothing that can stand here: a log level that
does not exist, say, or a provider nobody configured. In the global config nothing loads then; in a project that one
value is left out and what lies below it counts. Correct what the variable or the command supplies. It is not shown here,
for it may be a secret, but \`agentcfg explain\` says what kind of value belongs there.`,
  examples: {
    bad: [
      {
        global: `
          daemon:
            log_level: «\${AGENT_LOG_LEVEL}»
        `,
        env: { AGENT_LOG_LEVEL: "verbose" },
      },
      {
        global: `
          tui: { theme: light }
        `,
        project: `
          {
            "tui": { "theme": «"\${AGENT_THEME}"» }
          }
        `,
        env: { AGENT_THEME: "solarized" },
      },
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
          models:
            big:
              provider: «\${MODEL_PROVIDER}»
              context_window: 200000
        `,
        env: { MODEL_PROVIDER: "acme-eu" },
      },
    ],
    good: [
      {
        global: `
          daemon:
            log_level: \${AGENT_LOG_LEVEL}
        `,
        env: { AGENT_LOG_LEVEL: "debug" },
      },
      {
        global: `
          tui: { theme: light }
        `,
        project: `
          {
            "tui": { "theme": "\${AGENT_THEME}" }
          }
        `,
        env: { AGENT_THEME: "dark" },
      },
      {
        global: `
          providers:
            acme: { kind: { type: catalog, name: alpha } }
            acme-eu: { kind: { type: catalog, name: alpha } }
          models:
            big:
              provider: \${MODEL_PROVIDER}
              context_window: 200000
        `,
        env: { MODEL_PROVIDER: "acme-eu" },
      },
    ],
  },
};
