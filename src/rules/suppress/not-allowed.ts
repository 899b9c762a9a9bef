/** What decides whether a file can be read, and what a stranger could hide, stays in the open. Found by `suppress.ts`. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "suppress/not-allowed",
  severity: "error",
  summary: "a suppression of what cannot be suppressed",
  why: `A comment cannot make a file readable: mistakes of \`syntax/*\` and \`layer/*\` and errors of \`schema/*\` stay mistakes. And a
project file cannot vouch for itself: what it does with trust, secrets and substitutions (\`trust/*\`, \`secret/*\`,
\`substitution/*\`) is reported whatever its comments say.`,
  examples: {
    bad: [
      `
        «# agentcfg-ignore-file layer/null-entry -- never mind»
        daemon:
          log_level: info
      `,
      {
        global: `
          models:
            acme/big: { context_window: 20000 }
        `,
        project: `
          «# agentcfg-ignore-file secret/literal -- only a test key»
          models:
            acme/big: { supports_vision: true }
        `,
      },
    ],
    good: [
      `
        daemon:
          log-level: info # agentcfg-ignore schema/unknown-key -- read by an older version
      `,
      `
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net/mcp
            headers:
              # agentcfg-ignore secret/literal -- a public demo key
              X-Api-Key: demo-key-for-everybody
      `,
    ],
  },
};
