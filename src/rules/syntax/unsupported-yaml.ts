/** S7: what YAML could do and a configuration must not. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/unsupported-yaml",
  severity: "error",
  summary: "a directive, a tag, a second document or a key that is not a text",
  why: `These parts of YAML mean something else to every program: \`!include\` and \`!secret\` are habits of single
tools, and \`4.10\` as a key is the number 4.1. Rather than guess, the file is not used: a project's file is left out,
and a global one keeps the configuration from loading. Put keys that look like numbers or like \`true\` in quotes, keep
each configuration in a file of its own, and refer to secrets as \`\${NAME}\`.`,
  examples: {
    bad: [
      `
        providers:
          acme:
            kind: { type: catalog, name: alpha }
            auth: { type: static_key, key: «!secret» acme_api_key }
      `,
      `
        models:
          «4.10»: { context_window: 200000 }
          «true»: { enabled: false }
          «:» { context_window: 200000 }
      `,
      `
        defaults: { full: &big acme/big-1.5 }
        models:
          «*big» : { context_window: 200000 }
      `,
      {
        global: `
          daemon: { log_level: info }
          «---»
          daemon: { log_level: debug }
        `,
        project: `
          «%YAML 1.1»
          ---
          tui: { theme: dark }
        `,
      },
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: catalog, name: alpha }
            auth: { type: static_key, key: "\${ACME_API_KEY}" }
      `,
      `
        models:
          "4.10": { context_window: 200000 }
          "true": { enabled: false }
      `,
      // A `---` may open the only document.
      `
        ---
        daemon: { log_level: info }
      `,
    ],
  },
};
