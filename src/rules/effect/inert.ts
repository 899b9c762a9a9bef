/** A setting that cannot take effect where it stands; the cases are next door. */
import type { Rule } from "../rule.js";
import { cases } from "./inert-cases.js";

export const rule: Rule = {
  id: "effect/inert",
  severity: "warning",
  summary: "a setting that cannot take effect, and why",
  why: `The value is accepted and nothing comes of it, because another setting, a default, the layer or the place rules it out:
whoever wrote it believes in a limit, a tool or a filter that is not there. Change what stands in its way if the setting is
wanted, or delete the setting.`,
  *check(view) {
    for (const found of cases) yield* found(view);
  },
  examples: {
    bad: [
      // The classifier is not asked.
      `
        «autonomous_permission_matcher»:
          max_consecutive_denials: 5
      `,
      {
        global: `
          default_permission_matcher: autonomous
          autonomous_permission_matcher: { classifier_rules: Deny whatever writes outside of the project. }
        `,
        project: `
          { «"default_permission_matcher"»: "standard" }
        `,
      },
      // Delays of no retries, and a delay that its cap cuts off.
      `
        daemon:
          retry:
            max_retries: 0
            «base_delay_ms»: 500
            «max_computed_delay_ms»: 100
      `,
      `
        daemon:
          retry: { base_delay_ms: «90000» }
      `,
      {
        global: `
          daemon:
            retry: { base_delay_ms: 5000 }
        `,
        project: `
          {
            "daemon": { "retry": { "max_computed_delay_ms": «2000» } }
          }
        `,
      },
      // Variables, tools and credentials of servers.
      {
        global: `
          mcp_servers:
            issues: { transport: stdio, command: issues-mcp, env: { LANG: C } }
            my_db:
              transport: stdio
              command: my-db-mcp
              block_list: [mcp__my_db__drop_table, «mcp__issues__delete»]
              «auth_key_name»: db
        `,
        project: `
          {
            "mcp_servers": {
              "issues": { "pass_env": ["PATH", «"LANG"»] },
              "docs": {
                "transport": "http",
                "url": "https://docs.example.net/mcp",
                «"auth_key_name"»: "docs-team", // there is no login
              },
            },
          }
        `,
      },
      {
        global: `
          mcp_servers:
            database:
              transport: stdio
              command: database-mcp
              block_list: [«mcp__databse__drop_table»]
        `,
        fixed: `
          mcp_servers:
            database:
              transport: stdio
              command: database-mcp
              block_list: [mcp__database__drop_table]
        `,
      },
      // A model without tools.
      {
        global: `
          models:
            acme/scribe: { context_window: 32000, tool_loading: no_tools, «max_tool_batch_size»: 4 }
        `,
        project: `
          models:
            acme/scribe: { «forced_tool_choice_supported»: false }
        `,
      },
      // A search provider that only looks as if it were in use.
      `
        integrations:
          search:
            providers:
              «search_a»: { key: "\${SEARCH_A_KEY}" }
              search_b: { enabled: true, key: "\${SEARCH_B_KEY}" }
      `,
      // Not for a project to say, or not where it is.
      {
        global: `
          daemon: { follow_symlinks_for_configs: true }
        `,
        project: `
          daemon: { «follow_symlinks_for_configs»: false }
        `,
      },
      {
        files: {
          "project/.git/": "",
          "project/.agent/config.yaml": `
            daemon:
              file_catalog: { max_files: 1000 }
          `,
        },
      },
    ],
    good: [
      `
        default_permission_matcher: autonomous
        autonomous_permission_matcher: { max_consecutive_denials: 5 }
        daemon:
          retry: { base_delay_ms: 60000 }
          follow_symlinks_for_configs: false
        integrations:
          search:
            strategy: random
            providers:
              search_a: { enabled: false, key: "\${SEARCH_A_KEY}" }
      `,
      // A project may switch off what the user has set up.
      {
        global: `
          daemon:
            retry: { base_delay_ms: 500, max_computed_delay_ms: 8000 }
          models:
            acme/scribe: { context_window: 32000, max_tool_batch_size: 4 }
          mcp_servers:
            issues: { transport: stdio, command: issues-mcp, pass_env: [PATH, LANG] }
          integrations:
            search: { providers: { search_a: { key: "\${SEARCH_A_KEY}" } } }
        `,
        project: `
          daemon:
            retry: { max_retries: 0 }
          models:
            acme/scribe: { tool_loading: no_tools }
          mcp_servers:
            issues: { env: { LANG: C } }
          integrations:
            search: { providers: { search_a: { enabled: true } } }
        `,
      },
      // Names with underscores, and a login that the project takes over.
      {
        global: `
          {
            "mcp_servers": {
              "my__db": { "transport": "stdio", "command": "my-db-mcp", "block_list": ["mcp__my__db__drop__table"] },
              "docs": {
                "transport": "http",
                "url": "https://docs.example.net/mcp",
                "auth": { "type": "oauth" },
                "auth_key_name": "docs-team"
              }
            }
          }
        `,
        project: `
          mcp_servers:
            docs: { auth: { scopes: [read] } }
        `,
      },
      // Outside of a repository the budgets hold; a global file is for all directories.
      {
        files: {
          ".config/agent/config.yaml": `
            daemon:
              file_catalog: { max_duration_ms: 5000 }
          `,
          "project/.agent/config.yaml": `
            daemon:
              file_catalog: { max_files: 1000 }
          `,
        },
      },
      {
        files: {
          "project/.git/": "",
          ".config/agent/config.yaml": `
            daemon:
              file_catalog: { max_duration_ms: 5000 }
          `,
          "project/.agent/config.yaml": `
            daemon:
              file_catalog: { cache_ttl_secs: 5 }
          `,
        },
      },
    ],
  },
};
