/** Addresses, credentials and names in the form that another place takes: of a server that listens, of code, of a document. */
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }";
const provider = (url: string): string => `providers: { p: { ${KIND}, url: ${url}, auth: { type: no_auth } } }`;
const key = (text: string): string =>
  `providers:\n  p:\n    ${KIND}\n    url: https://p.example/v1\n    auth:\n      type: static_key\n      key: ${text}`;
const stdio = (more: string): string => `mcp_servers: { s: { transport: stdio, ${more} } }`;
const remote = (more: string): string => `mcp_servers: { s: { transport: http, ${more} } }`;
const SPELT = (text: string): string => `global warning substitution/not-substituted ${text}`;

rows({
  "the address that a server listens on": {
    global: provider("http://0.0.0.0:8000/v1"),
    says: ["global warning provider/invalid-url http://0.0.0.0:8000/v1"],
    telling: /127\.0\.0\.1/,
  },
  "a comma in a host": {
    global: remote("url: 'https://mcp,s.example/mcp'"),
    says: ["global warning mcp/invalid-url https://mcp,s.example/mcp"],
    telling: /`,` in the name of its host/,
  },
  "a scheme without its colon": {
    global: provider("https//p.example/v1"),
    says: ["global error provider/invalid-url https//p.example/v1"],
    mended: provider("https://p.example/v1"),
  },
  "a server on this machine without a scheme": {
    global: provider("'localhost:11434/v1'"),
    says: ["global error provider/invalid-url localhost:11434/v1"],
    mended: provider("'http://localhost:11434/v1'"),
  },
  "a host without a scheme": {
    global: provider("p.example/v1"),
    says: ["global error provider/invalid-url p.example/v1"],
    fixed: "same",
    mended: provider("https://p.example/v1"),
  },
  "a word in the place of an address": {
    global: provider("openai"),
    says: ["global error provider/invalid-url openai"],
    mended: "same",
  },
  "a program in the place of an address": {
    global: remote("url: /opt/s"),
    says: ["global error mcp/invalid-url /opt/s"],
    telling: /`transport: stdio`/,
  },
  "an address in the place of a program": {
    global: stdio("command: 'https://mcp.s.example/mcp'"),
    says: ["global warning mcp/wrong-launcher https://mcp.s.example/mcp"],
    telling: /`transport: http`/,
  },
  "two lines in one key": {
    global: key("|\n        ${OLD_KEY}\n        ${NEW_KEY}"),
    says: ["global error provider/header-value |"],
    telling: /line break/,
  },
  "the line break at the end of a key": {
    global: key("|\n        ${OLD_KEY}"),
    says: [],
  },
  "a command with other letters": {
    global: `config_command_substitution: true\n${key("\"$(pass show 'schlüssel/λ')\"")}`,
    says: [],
  },
  "a semicolon behind a variable": {
    global: key('"${P_KEY};"'),
    says: ["global warning provider/header-scheme ;"],
    mended: key('"${P_KEY}"'),
  },
  "a comma behind a scheme and a variable": {
    global: remote('url: https://s.example/mcp, auth: { type: authorization-header, value: "Bearer ${S_KEY}," }'),
    says: ["global warning provider/header-scheme ,"],
    mended: remote('url: https://s.example/mcp, auth: { type: authorization-header, value: "Bearer ${S_KEY}" }'),
  },
  "a backslash before a variable": {
    global: key("'\\${P_KEY}'"),
    says: ["global warning provider/header-scheme \\"],
    mended: key("'${P_KEY}'"),
  },
  "a variable in the template of Ruby": {
    global: key("\"<%= ENV['P_KEY'] %>\""),
    says: [SPELT("<%= ENV['P_KEY'] %>")],
    telling: /write `\$\{P_KEY\}`/,
  },
  "a variable in C#": {
    global: key(`'Environment.GetEnvironmentVariable("P_KEY")'`),
    says: [SPELT('Environment.GetEnvironmentVariable("P_KEY")')],
    telling: /write `\$\{P_KEY\}`/,
  },
  "a variable in Rust": {
    global: key(`'env!("P_KEY")'`),
    says: [SPELT('env!("P_KEY")')],
    telling: /write `\$\{P_KEY\}`/,
  },
  "a variable between two dollars": {
    global: key('"$P_KEY$"'),
    says: [SPELT("$P_KEY$")],
    telling: /write `\$\{P_KEY\}`/,
  },
  "a variable of PowerShell with a capital": {
    global: key("$Env:P_KEY"),
    says: [SPELT("$Env:P_KEY")],
    fixed: key('"${P_KEY}"'),
  },
  "a secret in code": {
    global: key('\'os.getenv("P_KEY", "k3Jv9-hidden-Q7")\''),
    says: ['global warning secret/literal os.getenv("P_KEY", "k3Jv9-hidden-Q7")'],
  },
  "a private key": {
    global: stdio(
      'command: /opt/s, env: { CERT: "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQ\\n-----END PRIVATE KEY-----" }',
    ),
    says: [
      "global warning secret/literal -----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\n-----END PRIVATE KEY-----",
    ],
  },
  "the name of a variable with a hyphen": {
    global: stdio("command: /opt/s, env: { S-MODE: ro }"),
    says: ["global warning mcp/variable-name S-MODE"],
    mended: stdio("command: /opt/s, env: { S_MODE: ro }"),
  },
  "the bullets of a document": {
    global: "permissions:\n  secret_files:\n    * .env",
    says: ["global error syntax/yaml *"],
    mended: "permissions:\n  secret_files:\n    - .env",
  },
  "an assignment of another language": {
    global: "daemon:\n  log_level := debug",
    says: ["global error schema/wrong-type log_level := debug"],
    telling: /write `log_level: …`/,
  },
  "another tool's name at the top level": {
    global: "max_turns: 50",
    says: ["global warning schema/unknown-key max_turns"],
    telling: /did you mean `daemon\.max_tool_turns`/,
  },
  "a word with many meanings at the top level": {
    global: "kind: AgentConfig",
    says: ["global warning schema/unknown-key kind"],
    notTelling: /shell/,
  },
  "images among what a model takes": {
    global: `${provider("https://p.example/v1")}\nmodels: { m: { provider: p, class: full, context_window: 9000, modalities: [text, image] } }`,
    says: ["global warning schema/unknown-key modalities"],
    telling: /`supports_vision: true`/,
  },
});
