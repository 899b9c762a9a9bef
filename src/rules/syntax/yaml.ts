/** S7. Reading stops at the first mistake: what stands after it can no longer be told apart. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "syntax/yaml",
  severity: "error",
  summary: "text that is not valid YAML",
  why: `Nothing in the file counts while it cannot be read: a project's file is left out as a whole, and without a
readable global file no configuration is loaded at all. Only the first mistake is reported, because nobody can tell
what the text after it was meant to be, so mend it and look again. Most often a tab has to become spaces, a bracket or
quote has to be closed, or a text that holds \`: \` or starts with a sign such as \`@\` has to be put in quotes.`,
  examples: {
    bad: [
      `
        providers:
        «\t»acme:
        \t\tkind: { type: catalog, name: alpha }
      `,
      `
        default_permission_matcher: autonomous
        autonomous_permission_matcher:
          classifier_rules: «C»areful with deployments: ask first
      `,
      `
        «version:3»
        daemon:
          log_level: info
      `,
      `
        daemon:
          log_level: «i»nfo
            max_tool_turns: 50
      `,
      {
        global: `
          permissions:
            secret_files: [.env]
        `,
        project: `
          permissions:
            secret_files: «[».env, secrets/**
        `,
      },
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: catalog, name: alpha }
      `,
      `
        default_permission_matcher: autonomous
        autonomous_permission_matcher:
          classifier_rules: "Careful with deployments: ask first"
      `,
      {
        global: `
          permissions:
            secret_files: [.env]
        `,
        project: `
          permissions:
            secret_files: [
              .env,
              secrets/**,
            ]
        `,
      },
    ],
  },
};
