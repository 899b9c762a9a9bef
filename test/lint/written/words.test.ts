/** Words of other tools, and forms that this agent writes in another way: one finding each, with what to write. */
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }, url: https://p.example/v1";
const STDIO = "transport: stdio, command: /opt/srv";
const model = (more: string): string =>
  `providers: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context_window: 9000, ${more} } }`;
const KEYED = `providers: { p: { ${KIND}, auth: { type: static_key, key: "\${K}"`;

rows({
  "names of variables in place of their values": {
    global: `mcp_servers: { s: { ${STDIO}, env: [UNITY_LICENSE] } }`,
    says: ["global error schema/wrong-type [UNITY_LICENSE]"],
    telling: /`pass_env: \[HOME, PATH, LANG, TMPDIR, UNITY_LICENSE\]`/,
    fixed: "same",
    mended: `mcp_servers: { s: { ${STDIO}, pass_env: [HOME, PATH, LANG, TMPDIR, UNITY_LICENSE] } }`,
  },
  "names beside those that are passed on": {
    global: `
      mcp_servers:
        s:
          transport: stdio
          command: /opt/srv
          pass_env: [LANG]
          env:
            - UNITY_LICENSE
            - UNITY_SEAT`,
    says: ["global error schema/wrong-type - UNITY_LICENSE"],
    telling: /`pass_env: \[LANG, UNITY_LICENSE, UNITY_SEAT\]`/,
  },
  "names and values in a list": {
    global: `mcp_servers: { s: { ${STDIO}, env: ["A=b", C] } }`,
    says: ['global error schema/wrong-type ["A=b", C]'],
    telling: /`\{ A: … \}`/,
    notTelling: /pass_env/,
  },
  "a list of nothing": {
    global: `mcp_servers: { s: { ${STDIO}, env: [] } }`,
    says: ["global error schema/wrong-type []"],
    notTelling: /pass_env/,
  },
  "a secret in the list": {
    global: `mcp_servers: { s: { ${STDIO}, env: [ghp_abcdefghijklmnopqrstuvwxyz0123456789] } }`,
    says: [
      "global error schema/wrong-type [ghp_abcdefghijklmnopqrstuvwxyz0123456789]",
      "global warning secret/literal ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    ],
    notTelling: /ghp_/,
  },
  "the names of Codex": {
    global: `mcp_servers: { s: { ${STDIO}, env_vars: [ACME_TOKEN] } }`,
    says: ["global warning schema/unknown-key env_vars"],
    telling: /did you mean `pass_env`/,
  },
  "a model that extends another": {
    global: `providers: { p: { ${KIND} } }\nmodels: { r: { provider: p, class: full, context_window: 9000 }, m: { extends: r } }`,
    says: ["global warning schema/unknown-key extends"],
    telling: /did you mean `inherits`/,
    mended: `providers: { p: { ${KIND} } }\nmodels: { r: { provider: p, class: full, context_window: 9000 }, m: { inherits: r } }`,
  },
  "a parent in a project": {
    global: model(""),
    project: "models: { n: { parent: m } }",
    says: ["project warning schema/unknown-key parent"],
    telling: /did you mean `inherits`/,
  },
  "another header for a key": {
    global: `${KEYED}, header: X-Api-Key } } }`,
    says: ["global warning schema/unknown-key header"],
    telling: /another header belongs in the provider's `headers`/,
  },
  "another header, and what stands before the key": {
    global: `${KEYED}, headerName: X-Api-Key, prefix: "" } } }`,
    says: ["global warning schema/unknown-key headerName"],
    telling: /`headerName` and `prefix`/,
  },
  "a number of retries": {
    global: "daemon: { retry: 5 }",
    says: ["global error schema/wrong-type 5"],
    telling: /write `\{ max_retries: 5 \}`/,
    fixed: "same",
    mended: "daemon: { retry: { max_retries: 5 } }",
  },
  "a number of retries in quotes": {
    global: 'daemon: { retry: "5" }',
    says: ["global error schema/wrong-type 5"],
    telling: /write `\{ max_retries: 5 \}`/,
  },
  "a number of files": {
    global: "daemon: { file_catalog: 5000 }",
    says: ["global error schema/wrong-type 5000"],
    telling: /write `\{ max_files: 5000 \}`/,
  },
  "no retries": {
    global: "daemon: { retry: false }",
    says: ["global error schema/wrong-type false"],
    telling: /`\{ max_retries: 0 \}` turns retries off/,
  },
  "a server that is off": {
    global: `mcp_servers: { s: { ${STDIO} } }`,
    project: "mcp_servers: { s: false }",
    says: ["project error schema/wrong-type false"],
    telling: /write `\{ default_enabled: false \}`/,
  },
  "no updates": {
    global: "updates: false",
    says: ["global error schema/wrong-type false"],
    telling: /write `\{ automatic_check: false \}`/,
    mended: "updates: { automatic_check: false }",
  },
  "no telemetry": {
    global: "telemetry: false",
    says: ["global error schema/wrong-type false"],
    telling: /leave the block out: without it, nothing is exported/,
  },
  "a key where one other key can stand": {
    global: "daemon: { tls: { verify: false } }",
    says: ["global warning schema/unknown-key verify"],
    telling: /only `trust_store` can stand here/,
  },
  "a model of a subagent": {
    global: 'subagents: { a: { source: "agent://subagents/a", model: big } }',
    says: ["global warning schema/unknown-key model"],
    telling: /only `source` can stand here/,
  },
  "a key in two steps": {
    global: "daemon: { log: { level: debug } }",
    says: ["global warning schema/unknown-key log"],
    telling: /did you mean `log_level`/,
    fixed: "same",
    mended: "daemon: { log_level: debug }",
  },
  "two keys in two steps": {
    global: `mcp_servers: { s: { ${STDIO}, log: { stderr: true, stdout: true } } }`,
    says: ["global warning schema/unknown-key log"],
    telling: /write `log_stderr` and `log_stdout` instead/,
    mended: `mcp_servers: { s: { ${STDIO}, log_stderr: true, log_stdout: true } }`,
  },
  "a required key in two steps": {
    global: `providers: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context: { window: 9000 } } }`,
    says: ["global error schema/unknown-key context"],
    mended: `providers: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context_window: 9000 } }`,
  },
  "a key that repeats the name around it": {
    global: "daemon: { web: { fetch: { disallow_http: true } } }",
    says: ["global warning schema/unknown-key fetch"],
    telling: /did you mean `web_fetch_disallow_http`/,
  },
  "the level among the logs": {
    global: "daemon: { logging: { level: debug } }",
    says: ["global warning schema/unknown-key level"],
    telling: /`daemon\.log_level` sets it/,
  },
  "the name of a variable as a key": {
    global: KEYED.replace('"${K}"', "SCHOOL_KEY } } }"),
    says: ["global warning secret/literal SCHOOL_KEY"],
    telling: /is the name of a variable, not its value(?:.|\n)*write `\$\{SCHOOL_KEY\}`/,
    fixed: "same",
    mended: `${KEYED.replace("${K}", "${SCHOOL_KEY}")} } } }`,
  },
  "the name of a variable behind a scheme": {
    global:
      "mcp_servers: { s: { transport: http, url: 'https://s.example', headers: { Authorization: Bearer ACME_TOKEN } } }",
    says: ["global warning secret/literal Bearer ACME_TOKEN"],
    telling: /write `Bearer \$\{ACME_TOKEN\}`/,
  },
  "the name of a variable in a project": {
    project: "integrations: { search: { providers: { search_a: { enabled: true, key: SEARCH_A_KEY } } } }",
    says: ["project warning secret/literal SEARCH_A_KEY", "project warning trust/reroutes-traffic SEARCH_A_KEY"],
    telling: /write `\$\{SEARCH_A_KEY\}`/,
  },
  "a secret in capitals": {
    global: KEYED.replace('"${K}"', "SK_LIVE_ABCDEFGHIJKLMNOP } } }"),
    says: ["global warning secret/literal SK_LIVE_ABCDEFGHIJKLMNOP"],
    notTelling: /SK_LIVE/,
  },
  "a number that no key takes": {
    global: "daemon: { file_catalog: -1 }",
    says: ["global error schema/wrong-type -1"],
    notTelling: /max_files/,
  },
  "a word that is no variable's name": {
    global: KEYED.replace('"${K}"', "acme-school-key } } }"),
    says: ["global warning secret/literal acme-school-key"],
    telling: /contains a secret in clear text/,
  },
  "the variable of a key beside it": {
    global: `providers: { p: { ${KIND}, api_key_env: ACME_KEY } }`,
    says: ["global warning schema/unknown-key api_key_env"],
    telling: /did you mean `auth: \{ type: static_key, key: \$\{ACME_KEY\} \}`/,
  },
  "a file as src": {
    global: "facets: { r: { src: prompts/r.md } }",
    says: ["global error schema/unknown-key src"],
    telling: /required `source` is missing(?:.|\n)*did you mean `source`/,
  },
  "a shell as cmd": {
    global: "agent_behavior: { shell: { cmd: bash } }",
    says: ["global error schema/unknown-key cmd"],
    mended: "agent_behavior: { shell: { command: bash } }",
  },
  "a model that is disabled": {
    global: model("disabled: true"),
    says: ["global warning schema/unknown-key disabled"],
    mended: model("enabled: false"),
  },
  "a host of a provider": {
    global: "providers: { p: { kind: { type: custom_beta_compatible }, host: https://p.example/v1 } }",
    says: ["global error schema/unknown-key host"],
    mended: `providers: { p: { ${KIND} } }`,
  },
  "a key of the top level": {
    global: "active_session: { default_permission_matcher: bypass }",
    says: ["global warning schema/unknown-key default_permission_matcher"],
    telling: /it belongs to the top level/,
    notTelling: /did you mean/,
  },
  "a section of the top level among permissions": {
    project: "permissions: { default_permission_matcher: standard }",
    says: ["project error schema/unknown-key default_permission_matcher"],
    telling: /it belongs to the top level/,
  },
  "keys of another transport than the user's": {
    global: "mcp_servers: { s: { transport: http, url: 'https://s.example' } }",
    project: "mcp_servers: { s: { command: x, args: [a] } }",
    says: ["project error layer/variant-mismatch command"],
    telling: /`command` and `args` do not belong to `transport: http`/,
  },
  "keys of another login than the user's": {
    global: `providers: { p: { ${KIND}, auth: { type: delta_device, profile: me } } }`,
    project: 'providers: { p: { auth: { key: "${K}", format: bearer_token } } }',
    says: ["project error layer/variant-mismatch key"],
    telling: /`key` and `format` do not belong to `type: delta_device`/,
  },
  "keys of another transport in one layer": {
    global: "mcp_servers: { s: { transport: http, url: 'https://s.example', command: x, args: [a] } }",
    says: ["global error mcp/other-transport command"],
    telling: /remove `command` and `args`, or change `transport` to `stdio`/,
  },
  "a reference to a shipped prompt": {
    global: "subagents: { a: { source: 'agent:/subagents/a' }, b: { source: agent/b.md } }",
    says: ["global error path/escapes-project agent:/subagents/a"],
    telling: /did you mean `agent:\/\/subagents\/a`/,
    fixed: "subagents: { a: { source: 'agent://subagents/a' }, b: { source: agent/b.md } }",
  },
  "a URL without its colon": {
    global: "providers: { p: { kind: { type: custom_beta_compatible }, url: https//p.example/v1 } }",
    says: ["global error provider/invalid-url https//p.example/v1"],
    telling: /a `:` is missing after `https`/,
  },
  "an alias that nearly names an anchor": {
    global: "plugins: { a: &think x, b: *thnik }",
    says: ["global error syntax/yaml *thnik"],
    telling: /did you mean `\*think`/,
    fixed: "plugins: { a: &think x, b: *think }",
  },
  "an alias that names no anchor": {
    global: "plugins: { a: &think x, b: *other }",
    says: ["global error syntax/yaml *other"],
    notTelling: /did you mean/,
  },
  "a fence of Markdown": {
    global: "#!\n```yaml\nversion: 3\ndaemon: { log_level: info }\n```\n",
    says: ["global error syntax/yaml ```yaml"],
    telling: /this is a fence of Markdown/,
    fixed: "daemon: { log_level: info }",
  },
  "only the end of a fence": {
    global: "#!\nversion: 3\ndaemon: { log_level: info }\n```\n",
    says: ["global error syntax/yaml `"],
    telling: /this is a fence of Markdown/,
  },
  TOML: {
    global: '#!\nversion = 3\n[daemon]\nlog_level = "info"\n',
    says: ["global error syntax/not-a-mapping version = 3"],
    telling: /this is TOML/,
  },
  "TOML that begins with a table": {
    global: '#!\n# mine\n[mcp_servers.s]\ncommand = "npx"\n',
    says: ["global error syntax/yaml [mcp_servers.s]"],
    telling: /this is TOML/,
  },
  "TOML below the version": {
    global: 'daemon: { log_level: info }\n[tui]\ntheme = "dark"\n',
    says: ["global error syntax/yaml [tui]"],
    telling: /this is TOML/,
  },
  "a tuned classifier of the user's that a project uses": {
    global: "autonomous_permission_matcher: { max_consecutive_denials: 2 }",
    project: "default_permission_matcher: autonomous",
    says: [
      "project warning trust/weakens-permissions autonomous",
      "global warning effect/unused-classifier autonomous_permission_matcher",
    ],
  },
  "a tuned classifier that nobody uses": {
    global: "autonomous_permission_matcher: { max_consecutive_denials: 2 }",
    says: ["global warning effect/unused-classifier autonomous_permission_matcher"],
    telling: /no effect in the global config alone/,
  },

  "a time in milliseconds that is whole hours": {
    global: "daemon: { provider_stream_idle_timeout_secs: 90000 }",
    says: ["global warning effect/milliseconds 90000"],
    telling: /write 90 for 90000 milliseconds/,
  },
  "a time of a whole day": { global: "daemon: { provider_stream_max_lifetime_secs: 86400 }", says: [] },
  "efforts without commas": {
    global: model("reasoning: { type: effort, effort_set: x, can_disable: true, levels: [low medium high] }"),
    says: ["global warning effect/several-in-one low medium high"],
    mended: model("reasoning: { type: effort, effort_set: x, can_disable: true, levels: [low, medium, high] }"),
  },
  "efforts of several words": {
    global: model("reasoning: { type: effort, effort_set: x, can_disable: true, levels: [very low, very high] }"),
    says: [],
  },
  "no effort": {
    global: model("reasoning: { type: effort, effort_set: x, can_disable: true, levels: [] }"),
    says: ["global warning effect/zero []"],
    telling: /no effort to choose/,
  },
  "an effort without a name": {
    global: model('reasoning: { type: effort, effort_set: x, can_disable: true, levels: [low, ""] }'),
    says: ["global warning effect/blank-name"],
  },
  "no calls at once": {
    global: model("max_tool_batch_size: 0"),
    says: ["global warning effect/zero 0"],
    telling: /`tool_loading: no_tools`/,
  },
  "a default that names itself": {
    global: `${model("")}\ndefaults: { full: m, nano: "default_model:nano" }`,
    says: ["global warning reference/unknown-model default_model:nano"],
    telling: /`defaults\.nano` has to name a model/,
  },
  "a default in the place of a model elsewhere": {
    global:
      'autonomous_permission_matcher: { classifier_model: "default_model:mini" }\ndefault_permission_matcher: autonomous',
    says: [],
  },
  "a provider in place of a model": {
    global: `${model("")}\ndefaults: { full: m, mini: p }`,
    says: ["global warning reference/unknown-model p"],
    telling: /a provider, not a model/,
  },
  "a provider in place of a model of a catalog": {
    global: "providers: { alpha: { kind: { type: catalog, name: alpha } } }\ndefaults: { full: alpha }",
    says: ["global warning reference/unknown-model alpha"],
    telling: /a provider, not a model/,
  },
  "a model without a name at its provider": {
    global: model('provider_name: ""'),
    says: ["global warning effect/blank-name"],
  },
  "a program with a blank": {
    global: 'mcp_servers: { s: { transport: stdio, command: "/opt/srv " } }',
    says: ["global warning effect/blank-name /opt/srv"],
    fixed: 'mcp_servers: { s: { transport: stdio, command: "/opt/srv" } }',
  },
  "a profile with a blank in a project": {
    project: 'providers: { d: { kind: { type: catalog, name: delta }, auth: { type: delta_device, profile: " me" } } }',
    says: ["project warning effect/blank-name  me"],
  },
  "texts that may have blanks": {
    global: `mcp_servers: { s: { ${STDIO}, args: [" a"], env: { A: " " } } }\n${model('stop_sequences: ["\\n"]')}`,
    says: [],
  },
  "a model with a blank that another place names": {
    global: `${model("").replace("m: {", '"acme/one ": {')}\ndefaults: { full: acme/one }`,
    says: ["global warning effect/blank-name acme/one"],
    fixed: `${model("").replace("m: {", '"acme/one": {')}\ndefaults: { full: acme/one }`,
  },
  "a server with a blank": {
    global: `mcp_servers: { "s ": { ${STDIO} } }`,
    says: ["global warning effect/blank-name s"],
  },
  "scopes in one text": {
    global:
      "mcp_servers: { s: { transport: http, url: 'https://s.example', auth: { type: oauth, scopes: [read write] } } }",
    says: ["global warning effect/several-in-one read write"],
    mended:
      "mcp_servers: { s: { transport: http, url: 'https://s.example', auth: { type: oauth, scopes: [read, write] } } }",
  },
  "a subagent that stalls before its stream": {
    global: "daemon: { provider_stream_idle_timeout_secs: 300 }",
    project: "daemon: { subagent_stall_threshold_secs: 100 }",
    says: ["project warning effect/stall-before-idle 100"],
  },
  "a threshold that counts as not set": {
    global: "daemon: { provider_stream_idle_timeout_secs: 300, subagent_stall_threshold_secs: 300 }",
    says: [],
  },
  "a model in two steps": {
    global: `providers: { gw: { ${KIND} } }\nmodels: { gw/large: { provider: gw, class: full, context_window: 9000 } }`,
    project: "models: { gw: { large: { context_window: 4000 }, max_output_tokens_per_turn: 1 } }",
    says: ["project warning schema/unknown-key large"],
    telling: /did you mean `models\["gw\/large"\]`/,
  },
  "keys of Codex without a transport": {
    global: "mcp_servers: { s: { startup_timeout_sec: 10 } }",
    says: ["global error schema/missing-key s", "global warning schema/unknown-key startup_timeout_sec"],
  },
  "a misspelt key without a transport": {
    global: "mcp_servers: { s: { default_enabeld: true } }",
    says: ["global error schema/missing-key s"],
  },
  "a variable with a blank, and no brace left for its mapping": {
    global: "plugins:\n  a: { b: c, key: ${SCHOOL_KEY }\n  d: e",
    says: ["global error syntax/yaml ${SCHOOL_KEY }"],
    fixed: 'plugins:\n  a: { b: c, key: "${SCHOOL_KEY}" }\n  d: e',
  },
  "a variable with a blank, and a brace for its mapping": {
    global: "plugins: { a: ${SCHOOL_KEY } }",
    says: ["global error syntax/yaml ${SCHOOL_KEY }"],
    fixed: 'plugins: { a: "${SCHOOL_KEY}" }',
  },
  "a variable without a blank, and no brace left for its mapping": {
    global: "plugins:\n  a: { key: ${SCHOOL_KEY}\n  d: e",
    says: ["global error syntax/yaml ${SCHOOL_KEY}"],
    fixed: "same",
    mended: 'plugins:\n  a: { key: "${SCHOOL_KEY}" }\n  d: e',
  },
});
