/** Guesses of what an author meant, and those that are certain enough for a safe fix (S35). */
import { rows } from "./row.js";

const PROVIDER = "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1' } }\n";
const model = (rest: string): string =>
  `${PROVIDER}models: { m: { provider: p, class: full, context_window: 200000, ${rest} } }`;
const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, command: s, ${rest} } }`;
const remote = (rest: string): string => `mcp_servers: { s: { transport: http, url: 'https://s.example', ${rest} } }`;

rows({
  "one where true or a text belongs": {
    global: model("request_option_defaults: { store: 1 }"),
    says: ["global error schema/wrong-type 1"],
    fixed: "same",
    mended: model('request_option_defaults: { store: "1" }'),
  },
  "zero there": {
    global: model("request_option_defaults: { n: 0 }"),
    says: ["global error schema/wrong-type 0"],
    fixed: "same",
  },
  "another number there is a text": {
    global: model("request_option_defaults: { n: 5 }"),
    says: ["global error schema/wrong-type 5"],
    fixed: model('request_option_defaults: { n: "5" }'),
  },
  "another version of a model": {
    global: `${PROVIDER}models: { acme/big: { provider: p, class: full, context_window: 5000 }, acme/big-2: { inherits: acme/big-3 } }`,
    says: ["global error reference/unknown-parent acme/big-3"],
    fixed: "same",
  },
  "a letter of a model with a number": {
    global: `${PROVIDER}models: { acme/big-3: { provider: p, class: full, context_window: 5000 }, small: { inherits: acme/bigg-3 } }`,
    says: ["global error reference/unknown-parent acme/bigg-3"],
    fixed: `${PROVIDER}models: { acme/big-3: { provider: p, class: full, context_window: 5000 }, small: { inherits: acme/big-3 } }`,
  },
  "a time limit of another tool, in milliseconds": {
    global: server("timeout: 300000"),
    says: ["global warning schema/unknown-key timeout"],
    telling: /`default_timeout_seconds: 300`/,
    fixed: "same",
    mended: server("default_timeout_seconds: 300"),
  },
  "one in seconds": {
    global: server("timeout: 90"),
    says: ["global warning schema/unknown-key timeout"],
    mended: server("default_timeout_seconds: 90"),
  },
  "the first dash of a list": {
    global: `
      mcp_servers:
        git:
          transport: stdio
          command: uvx
          args:
            mcp-server-git
            - --repository
            - .`,
    says: ["global error schema/wrong-type mcp-server-git"],
    mended: `
mcp_servers:
  git:
    transport: stdio
    command: uvx
    args: [mcp-server-git, "--repository", "."]`,
  },
  "off for a list": {
    global: model("reasoning: { type: effort, effort_set: e, can_disable: true, levels: 'off', default_level: soft }"),
    says: ["global error schema/wrong-type off"],
    fixed: "same",
  },
});

rows({
  "one name that is closer than the other": {
    global: server("log_stder: true"),
    says: ["global warning schema/unknown-key log_stder"],
    telling: /^did you mean `log_stderr`\?$/m,
    fixed: server("log_stderr: true"),
  },
  "and the other": {
    global: server("log_stdou: true"),
    says: ["global warning schema/unknown-key log_stdou"],
    fixed: server("log_stdout: true"),
  },
  "the same words in another order": {
    global: remote("reinit_on_session_expired: true"),
    says: ["global warning schema/unknown-key reinit_on_session_expired"],
    telling: /did you mean `reinit_on_expired_session`/,
  },
  "a substitution is a text": {
    global: `${PROVIDER}models: { m: { provider: p, class: full, context_window: "\${WIN}" } }`,
    says: ["global error schema/wrong-type ${WIN}"],
    telling: /a substitution is always a text/,
  },
  "levels that nobody knows yet": {
    global: model(
      'reasoning: { type: effort, effort_set: e, can_disable: true, levels: [low, "${L}"], default_level: high }',
    ),
    says: [],
  },
  "a way to sign in that has several names here": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: oauth } } }",
    says: ["global error schema/unknown-variant oauth"],
    telling: /did you mean `delta_device` or `epsilon_device`\?/,
    notTelling: /did you mean `no_auth`/,
    fixed: "same",
  },
  "a bearer token for a server": {
    global: remote("auth: { type: bearer, value: 'Bearer ${T}' }"),
    says: ["global error schema/unknown-variant bearer"],
    telling: /did you mean `authorization-header`\?/,
  },
  "a bearer token by its name elsewhere": {
    global: remote("auth: { type: bearer, token: 'Bearer ${T}' }"),
    says: ["global error schema/unknown-variant bearer"],
    telling: /with `value` for `token`/,
    fixed: "same",
    mended: remote("auth: { type: authorization-header, value: 'Bearer ${T}' }"),
  },
  "a bearer token for a provider": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: bearer } } }",
    says: ["global error schema/unknown-variant bearer"],
    telling: /did you mean `static_key`\?/,
    fixed: "same",
  },
  "no way to sign in": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, auth: none } }",
    says: ["global error schema/wrong-type none"],
    telling: /write `\{ type: no_auth \}`/,
    fixed: "same",
  },
  "a blocked tool by its own name": {
    global: server("block_list: [search]"),
    says: ["global error mcp/block-list-name search"],
    telling: /`mcp__s__search`/,
    fixed: "same",
    mended: server("block_list: [mcp__s__search]"),
  },
  "a prompt below the home": {
    project: "facets: { plan: { source: ~/facets/plan.md } }",
    says: ["project warning path/not-expanded ~"],
    telling: /\.agent\/facets\/plan\.md/,
  },
});

const SEARCH = "integrations: { search: { providers: { search_a: { enabled: true, key: '${K}' } } } }";

rows({
  "null over a service": {
    global: SEARCH,
    project: "integrations: { search: { providers: { search_a: null } } }",
    says: ["project error schema/wrong-type null"],
    telling: /`enabled: false` turns it off here/,
    notTelling: /remove the key to leave it unset/,
  },
  "null over headers": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, headers: { X-A: one } } }",
    project: "providers: { p: { headers: null } }",
    says: ["project error schema/wrong-type null"],
    telling: /does not unset/,
  },
  "null over retries": {
    global: "daemon: { retry: { max_retries: 5 } }",
    project: "daemon: { retry: null }",
    says: ["project error schema/wrong-type null"],
    telling: /does not unset/,
  },
  "null over nothing": {
    project: "daemon: { retry: null }",
    says: ["project error schema/wrong-type null"],
    telling: /remove the key to leave it unset/,
  },
  "null over a header of another case": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, headers: { X-A: one } } }",
    project: "providers: { p: { headers: { x-a: null } } }",
    says: ["project error layer/null-entry null"],
    telling: /null cannot remove the entry `x-a`/,
  },
});

rows({
  "a window of nothing": {
    global: `${PROVIDER}models: { m: { provider: p, class: full, context_window: 0 } }`,
    says: ["global warning effect/zero 0"],
  },
  "an answer of nothing": {
    global: model("max_tokens: 0"),
    says: ["global warning effect/zero 0"],
  },
  "a level that is there already": {
    global: model("reasoning: { type: effort, effort_set: e, can_disable: true, levels: [low, high, low] }"),
    says: ["global warning model/repeated-level low"],
  },
});
