/** Keys and tags by other names than ours. */
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }, url: https://p.example/v1";

rows({
  "a way to sign in that providers do not have": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: oauth } } }",
    says: ["global error schema/unknown-variant oauth"],
    telling: /`delta_device` or `epsilon_device`/,
    fixed: "same",
  },
  "a server without authentication": {
    global: "mcp_servers: { s: { transport: http, url: 'https://s.example', auth: { type: no_auth } } }",
    says: ["global error schema/unknown-variant no_auth"],
    fixed: "same",
  },
  "reasoning of the type reasoning": {
    global: `providers: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context_window: 5000, reasoning: { type: reasoning } } }`,
    says: ["global error schema/unknown-variant reasoning"],
    fixed: "same",
  },
  "no thinking": {
    global: `providers: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context_window: 5000, reasoning: { type: no_thinking } } }`,
    says: ["global error schema/unknown-variant no_thinking"],
    fixed: "same",
  },
  "a search provider one level too high": {
    global: "integrations: { search_a: { key: '${K}' } }",
    says: ["global warning schema/unknown-key search_a"],
    telling: /integrations\.search\.providers\.search_a/,
    fixed: "same",
  },
  "another case": {
    global: "integrations: { search: { providers: { Search_A: { key: '${K}' } } } }",
    says: ["global warning schema/unknown-key Search_A"],
    telling: /^did you mean `search_a`\?$/m,
    fixed: "integrations: { search: { providers: { search_a: { key: '${K}' } } } }",
  },
  "a base URL": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, base_url: 'https://p.example/v1' } }",
    says: ["global warning schema/unknown-key base_url"],
    telling: /did you mean `url`/,
    mended: "providers: { p: { kind: { type: catalog, name: alpha }, url: 'https://p.example/v1' } }",
  },
  "an API key": {
    global: `providers: { p: { ${KIND}, api_key: '\${K}' } }`,
    says: ["global warning schema/unknown-key api_key"],
    telling: /auth: \{ type: static_key, key: \$\{K\} \}/,
  },
  "the names of other tools at the top": {
    global: "mcp: {}\nmodel: big\npermission_mode: plan",
    says: [
      "global warning schema/unknown-key mcp",
      "global warning schema/unknown-key model",
      "global warning schema/unknown-key permission_mode",
    ],
    telling: /`mcp_servers`/,
  },
  "a default model": {
    global: "default_model: big",
    says: ["global warning schema/unknown-key default_model"],
    telling: /`defaults: \{ full: … \}`/,
  },
  "a key that lies two levels deeper": {
    global: "trust_store: /etc/ca.pem",
    says: ["global warning schema/unknown-key trust_store"],
    telling: /`daemon\.tls\.trust_store`/,
  },
  "a key that is there already": {
    global: "permissions: { secret_files: [.env] }\npermission: { secret_words: [xyzzy] }",
    says: ["global error schema/unknown-key permission"],
    telling: /`permissions`, which is there already/,
    fixed: "same",
  },
  "words of other tools for a model": {
    global: `providers: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context_length: 5, vision: true, reasoning_effort: low } }`,
    says: [
      "global error schema/unknown-key context_length",
      "global warning schema/unknown-key vision",
      "global warning schema/unknown-key reasoning_effort",
    ],
    telling: /context_window/,
  },
  "a level of another name": {
    global: "daemon: { log_level: warning }",
    says: ["global error schema/unknown-value warning"],
    telling: /did you mean `warn`/,
    mended: "daemon: { log_level: warn }",
  },
  "a protocol without its dialect": {
    global: `providers: { p: { ${KIND}, protocol: chat_completions } }`,
    says: ["global error schema/unknown-value chat_completions"],
    telling: /did you mean `beta_chat_completions`\?/,
  },
  "a schema for editors": {
    global: '{ "$schema": "./config.schema.json", "version": 3 }'.replace(/^/, "#!\n"),
    says: [],
  },
  "a schema that is no text": {
    global: "$schema: 3",
    says: ["global error schema/wrong-type 3"],
  },
  "a path with one slash": {
    project: "facets: { plan: { source: agent:/x.md } }",
    says: ["project error path/escapes-project agent:/x.md"],
    telling: /agent:\/\//,
  },
});

rows({
  "a server as other tools write it": {
    project: "mcp_servers: { a: { command: npx, args: [x], disabled: true } }",
    says: ["project error schema/missing-key a", "project warning schema/unknown-key disabled"],
    telling: /transport: stdio/,
    mended: "mcp_servers: { a: { command: npx, args: [x], default_enabled: false, transport: stdio } }",
  },
  "a remote one": {
    project: "mcp_servers: { a: { type: http, url: 'https://a.example', headers: { X-A: b } } }",
    says: ["project error schema/unknown-key type"],
    telling: /did you mean `transport`/,
    mended: "mcp_servers: { a: { transport: http, url: 'https://a.example', headers: { X-A: b } } }",
  },
  "one by another word": {
    project: "mcp_servers: { a: { type: streamable-http, url: 'https://a.example' } }",
    says: ["project error schema/unknown-key type"],
    telling: /did you mean `transport: http`/,
    mended: "mcp_servers: { a: { transport: http, url: 'https://a.example' } }",
  },
  "a transport of another name": {
    project: "mcp_servers: { a: { transport: sse, url: 'https://a.example' } }",
    says: ["project error schema/unknown-variant sse"],
    telling: /did you mean `http`/,
    mended: "mcp_servers: { a: { transport: http, url: 'https://a.example' } }",
  },
  "keys of other tools": {
    project: "mcp_servers: { a: { transport: stdio, command: a, enabled: false, timeout: 5 } }",
    says: ["project warning schema/unknown-key enabled", "project warning schema/unknown-key timeout"],
    telling: /did you mean `default_enabled`/,
    mended: "mcp_servers: { a: { transport: stdio, command: a, default_enabled: false, default_timeout_seconds: 5 } }",
  },
  "a mistake in a server without a transport": {
    project: "mcp_servers: { a: { command: npx, args: x } }",
    says: ["project error schema/missing-key a", "project error schema/wrong-type x"],
  },
  "a kind written flat": {
    global: "providers: { p: { type: catalog, name: alpha } }",
    says: ["global error schema/missing-key p"],
    telling: /kind: \{ type: catalog, name: … \}/,
  },
  "unknown keys list those that take such a value": {
    global: "daemon: { zzzzzz: 1 }",
    says: ["global warning schema/unknown-key zzzzzz"],
    notTelling: /and \d+ more|log_level/,
    telling: /keys that take such a value here: `max_tool_turns`, /,
  },
  "without any, they name the command that lists all": {
    global: "daemon: { zzzzzz: [[1]] }",
    says: ["global warning schema/unknown-key zzzzzz"],
    telling: /agentcfg explain daemon/,
  },
});

rows({
  "open blocks take keys that nobody knows": {
    global: "data: { retention: 3 }\ntui: { font: mono }\nupdates: {}",
    says: [],
  },
  "but no other spelling of a known one": {
    global:
      "data: { automatic_crash_reports: false }\nupdates: { auto_check: false }\ntelemetry: { endpont: 'https://x.example' }\ntui: { alt_screen: never, confirm_quit: true }",
    says: [
      "global warning schema/unknown-key automatic_crash_reports",
      "global warning schema/unknown-key auto_check",
      "global warning schema/unknown-key alt_screen",
      "global warning schema/unknown-key confirm_quit",
    ],
    telling: /automatic_crash_reporting/,
  },
});

rows({
  "a misspelt section is one mistake": {
    global: `provider: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context_window: 5000 }, n: { provider: p, class: full, context_window: 5000 } }`,
    says: ["global error schema/unknown-key provider"],
    telling: /did you mean `providers`/,
  },
  "a blank before a section": {
    global: '" facets": { review: { source: "agent://x" } }\nactive_session: { default_facet: review }',
    says: ["global warning schema/unknown-key  facets"],
  },
  "a section of the wrong type": {
    global: `providers: []\nmodels: { m: { provider: p, class: full, context_window: 5000 } }`,
    says: ["global error schema/wrong-type []"],
  },
  "a merge key is one mistake": {
    global: "#!\nversion: 3\nfacets:\n  a: &a { source: 'agent://x' }\n  b:\n    <<: *a\n",
    says: ["global warning syntax/merge-key <<"],
  },
  "a newer version is all there is to say": {
    global: "#!\nversion: 4\nnew_key: 3\nmodels: { a: { newer: 1 } }\n",
    says: ["global error version/newer 4"],
  },
});
