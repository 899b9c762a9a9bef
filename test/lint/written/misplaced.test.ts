/** Keys that stand one level too high, too deep, or beside the mapping that they belong in: one finding, whatever follows from it. */
import { rows } from "./row.js";

const PROVIDER = "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1' } }\n";
const model = (rest: string): string =>
  `${PROVIDER}models: { m: { provider: p, class: full, context_window: 200000, ${rest} } }`;

rows({
  "a level that no path has": {
    global: "daemon: { config: { log_level: info, max_tool_turns: 3 } }",
    says: ["global warning schema/unknown-key config"],
    telling: /`config` is a level too many: `log_level` and `max_tool_turns` belong right here/,
  },
  "a section's name around the default models": {
    global: "defaults: { models: { full: big } }\nmodels: { big: { context_window: 9000 } }",
    says: ["global warning schema/unknown-key models"],
    telling: /`models` is a level too many/,
    mended: "defaults: { full: big }\nmodels: { big: { context_window: 9000 } }",
  },
  "one around sections": {
    global: "config:\n  daemon: { log_level: info }\n  tui: { theme: darc }",
    says: ["global warning schema/unknown-key config", "global error schema/unknown-value darc"],
    telling: /`daemon` and `tui` belong right here/,
  },
  "one around required keys": {
    global: "mcp_servers: { a: { transport: stdio, options: { command: x, args: [a] } } }",
    says: ["global error schema/unknown-key options"],
    telling: /and the required `command` is missing.*`command` and `args` belong right here/s,
    mended: "mcp_servers: { a: { transport: stdio, command: x, args: [a] } }",
  },
  "a name of its own for a mapping that holds other keys": {
    global: "daemon: { config: { log_level: info, colour: red } }",
    says: ["global warning schema/unknown-key config"],
    notTelling: /level too many/,
  },
  "a misspelt mapping alone in a provider": {
    global: "providers: { lab: { header: { X-A: b } } }",
    says: ["global error schema/missing-key lab", "global warning schema/unknown-key header"],
    notTelling: /level too many/,
  },

  "an entry beside its section": {
    global: `
      providers:
      acme:
        kind: { type: catalog, name: alpha }`,
    says: ["global error schema/unknown-key acme"],
    at: "3:1",
    telling: /beside `providers`/,
  },
  "several of them, one with a mistake": {
    project: `
      mcp_servers:
      docs:
        transport: stdio
        command: docs-mcp
      wiki:
        transport: http
        url: https://wiki.example
        headres: { X-A: b }`,
    says: ["project error schema/unknown-key docs", "project warning schema/unknown-key headres"],
    telling: /`docs` and `wiki`/,
  },
  "keys beside their section": {
    global: `
      models: { a: { context_window: 5000 } }
      defaults:
      full: a
      mini: a`,
    says: ["global error schema/unknown-key full"],
    telling: /beside `defaults`/,
  },
  "in JSON": {
    global: '#!\n{ "version": 3, "providers": {}, "daemon": { "retry": null, "max_retries": 5 } }',
    says: ["global error schema/unknown-key max_retries"],
    telling: /beside `retry`/,
  },
  "a part of an entry beside the entries": {
    global: `
      providers:
        gw:
          kind: { type: custom_beta_compatible }
          url: https://gw.example/v1
        auth: { type: static_key, key: "\${K}" }`,
    says: ["global error schema/unknown-key auth"],
    telling: /move it into `gw`/,
  },
  "what an entry cannot do without": {
    global: `
      mcp_servers:
        docs:
          transport: http
        url: https://docs.example/mcp`,
    says: ["global error schema/unknown-key url"],
    at: "5:3",
  },
  "all of an entry": {
    global: `
      mcp_servers:
        docs:
        transport: stdio
        command: docs-mcp
        args: [x]`,
    says: ["global error schema/unknown-key transport"],
    telling: /`docs`/,
  },
  "an entry without a name": {
    global: `
      mcp_servers:
        transport: stdio
        command: docs-mcp`,
    says: ["global error schema/unknown-key transport"],
    telling: /name/,
  },
  "a model whose name is that of a key": {
    global: `${PROVIDER}models: { provider: { provider: p, class: full, context_window: 5000 } }`,
    says: [],
  },
});

rows({
  "an entry in another one": {
    global: `
      models:
        acme/big:
          provider: acme
          class: full
          context_window: 5000
          acme/small:
            provider: acme
            class: mini
            context_widow: 5
      providers: { acme: { kind: { type: custom_beta_compatible }, url: 'https://acme.example/v1' } }`,
    says: ["global warning schema/unknown-key acme/small", "global error schema/unknown-key context_widow"],
    telling: /did you mean `models\["acme\/small"\]`\?/,
  },
  "a section in another one": {
    global: `
      models:
        acme/big:
          provider: acme
          class: full
          context_window: 5000
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://acme.example/v1`,
    says: ["global error schema/unknown-key providers"],
    at: "7:3",
    telling: /move it to the top level/,
  },
  "an entry of another section": {
    global: "providers: { s: { transport: stdio, command: npx -y s-mcp } }",
    says: ["global error schema/unknown-key s", "global warning mcp/command-with-arguments npx -y s-mcp"],
    telling: /move it to `mcp_servers`/,
  },
  "a model among the servers": {
    global: `${PROVIDER}mcp_servers: { m: { provider: p, class: full, context_window: 5000 } }`,
    says: ["global error schema/unknown-key m"],
    telling: /move it to `models`/,
  },
  "a path in one word": {
    global: "daemon.log_level: debug\nmcp_servers.docs: { transport: stdio, command: npx -y x }",
    says: [
      "global warning schema/unknown-key daemon.log_level",
      "global warning schema/unknown-key mcp_servers.docs",
      "global warning mcp/command-with-arguments npx -y x",
    ],
    telling: /did you mean `daemon: \{ log_level: … \}`\?/,
  },
  "a guard in one word": {
    global: "permissions.secret_files: [.env]",
    says: ["global error schema/unknown-key permissions.secret_files"],
    telling: /did you mean `permissions: \{ secret_files: … \}`\?/,
  },
  "what an object above it needs": {
    global: "providers: { p: { kind: { type: custom_beta_compatible, url: 'https://p.example/v1' } } }",
    says: ["global error schema/unknown-key url"],
    telling: /`providers\.p\.url`/,
  },
  "what an object below needs": {
    global: "agent_behavior: { command: bash }",
    says: ["global error schema/unknown-key command"],
    telling: /`agent_behavior\.shell\.command`/,
  },
});

rows({
  "the tag of a mapping, and what belongs to it beside it": {
    global: "providers: { p: { kind: catalog, name: alpha } }",
    says: ["global error schema/wrong-type catalog"],
    telling: /`\{ type: catalog, name: … \}`/,
    fixed: "same",
    mended: "providers: { p: { kind: { type: catalog, name: alpha } } }",
  },
  "in JSON": {
    global:
      '#!\n{ "version": 3, "providers": { "p": { "kind": { "type": "catalog", "name": "alpha" }, "auth": "delta_device", "profile": "work" } } }',
    says: ["global error schema/wrong-type delta_device"],
  },
  "a part of the way to sign in": {
    global:
      "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: '${K}' }, format: bearer_token } }",
    says: ["global warning schema/unknown-key format"],
    telling: /`providers\.p\.auth\.format`/,
  },
  "a part of one that is not there": {
    global: "mcp_servers: { notion: { transport: http, url: 'https://n.example', registration: { type: auto } } }",
    says: ["global warning schema/unknown-key registration"],
    telling: /`auth: \{ type: oauth, registration: … \}`/,
  },
  "a client that is registered": {
    global:
      "mcp_servers: { x: { transport: http, url: 'https://x.example', auth: { type: oauth, client_id: abc, redirect_uri: 'http://127.0.0.1:8123/cb' } } }",
    says: ["global warning schema/unknown-key client_id", "global warning schema/unknown-key redirect_uri"],
    telling: /`registration: \{ type: pre-registered, client_id: … \}`/,
  },
  "variables of a server": {
    global: "mcp_servers: { docs: { transport: stdio, command: docs-mcp, DOCS_LANG: en, NODE_ENV: production } }",
    says: ["global warning schema/unknown-key DOCS_LANG"],
    telling: /`DOCS_LANG` and `NODE_ENV`[\s\S]*`mcp_servers\.docs\.env`/,
  },
  "a header": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, X-Team: platform } }",
    says: ["global warning schema/unknown-key X-Team"],
    telling: /`providers\.p\.headers/,
  },
  retries: {
    global: "daemon: { retries: 5 }",
    says: ["global warning schema/unknown-key retries"],
    telling: /did you mean `daemon\.retry\.max_retries` or `daemon\.compaction_max_retries`\?/,
  },
  "a model below its provider": {
    project: "models: { gw: { large: { compaction_threshold: 0.5 } } }",
    says: ["project warning schema/unknown-key large"],
    telling: /`models\["gw\/large"\]`/,
  },
  "limits of another tool": {
    global: `${PROVIDER}models: { m: { provider: p, class: full, limit: { context: 5, output: 2 } } }`,
    says: ["global error schema/unknown-key limit"],
    telling: /write `context_window` and `max_tokens` instead/,
    mended: `${PROVIDER}models: { m: { provider: p, class: full, context_window: 5, max_tokens: 2 } }`,
  },
  "rules for single tools": {
    global: "permissions: { allow: [bash], deny: [curl] }",
    says: ["global error schema/unknown-key allow"],
    telling: /in a file of their own/,
  },
  "a key by another tool's name, and its value": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, api_key: '${OPENAI_API_KEY}' } }",
    says: ["global warning schema/unknown-key api_key"],
    telling: /`auth: \{ type: static_key, key: \$\{OPENAI_API_KEY\} \}`/,
    fixed: "same",
    mended:
      'providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: "${OPENAI_API_KEY}" } } }',
  },
  "one that is written out": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, api_key: sk-0123456789abcdef0123 } }",
    says: ["global warning schema/unknown-key api_key", "global warning secret/literal sk-0123456789abcdef0123"],
    telling: /`auth: \{ type: static_key, key: … \}`/,
  },
  "no set of efforts": {
    global: model("reasoning: { type: effort, can_disable: true, levels: [low] }"),
    says: ["global error schema/missing-key reasoning"],
    telling: /such as `/,
  },
});

rows({
  "commands that a slip of the switch leaves off": {
    global:
      "config_command_substitutions: true\nmcp_servers: { s: { transport: stdio, command: s, env: { A: $(pass a), B: $(pass b) } } }",
    says: ["global warning schema/unknown-key config_command_substitutions"],
  },
  "or a text for it": {
    global:
      "config_command_substitution: 'true'\nmcp_servers: { s: { transport: stdio, command: s, env: { A: $(pass a), B: $(pass b) } } }",
    says: ["global error schema/wrong-type true"],
  },
  "a switch that YAML 1.2 reads as a text": {
    global: "updates: { automatic_check: off }\ndata: { automatic_crash_reporting: no }",
    says: ["global warning schema/wrong-type off", "global warning schema/wrong-type no"],
    telling: /write `false`/,
    fixed: "same",
  },
  "in quotes": {
    global: '#!\n{ "version": 3, "data": { "automatic_crash_reporting": "false" }, "telemetry": { "enabled": "off" } }',
    says: ["global warning schema/wrong-type false", "global warning schema/wrong-type off"],
  },
  "what may be a word": {
    global:
      "updates: { channel: off, automatic_check: weekly }\ntelemetry: { level: off }\nplugins: { p: { enabled: off } }\ndata: { automatic_crash_reporting: [[off]] }",
    says: [],
  },
  "a mapping of models below `model`": {
    global: "model:\n  m: { class: full, context_window: 9000 }",
    says: ["global warning schema/unknown-key model"],
    telling: /did you mean `models`\?/,
    fixed: "models:\n  m: { class: full, context_window: 9000 }",
  },
  "a name of a model below `model`": {
    global: "model: gpt",
    says: ["global warning schema/unknown-key model"],
    telling: /defaults: \{ full: … \}/,
  },
  "list items behind a typographic dash": {
    global: "permissions:\n  secret_files:\n    – .env\n    – b",
    says: ["global error schema/wrong-type – .env"],
    telling: /`–` is no `-`; write a list: `\[".env", "b"\]`/,
    fixed: "same",
    mended: 'permissions:\n  secret_files: [".env", b]',
  },
  "one item behind a typographic dash": {
    global: "permissions:\n  secret_files:\n    — .env",
    says: ["global error schema/wrong-type — .env"],
    telling: /`—` is no `-`/,
    fixed: "same",
  },
  "a default text for a variable while commands are off": {
    global: "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: '${K:-none}' } } }",
    says: ["global warning substitution/disabled ${K:-none}"],
    telling: /is a command, not a text: write `\$\{K\}`, or set `config_command_substitution: true`/,
  },
  "comments and commas in a text that is JSONC": {
    global: '#!\n{ "version": 3, // x\n  "tui": { "theme": "dark", },\n}',
    says: ["global error syntax/json // x"],
    telling: /config\.jsonc/,
  },
});
