/** Addresses, names of variables and of headers, copied from pages, chats and other tools. */
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }";
const AUTH = "auth: { type: no_auth }";
const at = (url: string): string => `providers: { p: { ${KIND}, url: "${url}", ${AUTH} } }`;
const remote = (more: string): string =>
  `mcp_servers: { s: { transport: http, url: "https://m.example/mcp", ${more} } }`;
const key = (text: string): string =>
  `providers: { p: { ${KIND}, url: https://p.example/v1, auth: { type: static_key, key: "${text}" } } }`;
const wrongUrl = (url: string, telling: RegExp, mended: string) => ({
  global: at(url),
  says: [`global error provider/invalid-url ${url}`],
  telling,
  mended: at(mended),
});

rows({
  "a link of Markdown": wrongUrl(
    "[https://p.example/v1](https://p.example/v1)",
    /write `https:\/\/p\.example\/v1`/,
    "https://p.example/v1",
  ),
  "a link of Markdown with a text": wrongUrl(
    "[the API](https://p.example/v1)",
    /write `https:\/\/p\.example\/v1`/,
    "https://p.example/v1",
  ),
  "an address in angle brackets": wrongUrl(
    "<https://p.example/v1>",
    /write `https:\/\/p\.example\/v1`/,
    "https://p.example/v1",
  ),
  "an address in backticks": wrongUrl(
    "`https://p.example/v1`",
    /write `https:\/\/p\.example\/v1`/,
    "https://p.example/v1",
  ),
  "an address in quotes of its own": wrongUrl(
    "'https://p.example/v1'",
    /write `https:\/\/p\.example\/v1`/,
    "https://p.example/v1",
  ),
  "a misspelt scheme": wrongUrl("htps://p.example/v1", /write `https:`/, "https://p.example/v1"),
  "another misspelt scheme": wrongUrl("htttp://p.example/v1", /write `http:`/, "http://p.example/v1"),
  "a scheme that is no slip": {
    global: at("ftp://p.example/v1"),
    says: ["global error provider/invalid-url ftp://p.example/v1"],
    telling: /start with `https:\/\/`/,
  },
  "a server of MCP in angle brackets": {
    global: 'mcp_servers: { s: { transport: http, url: "<https://m.example/mcp>" } }',
    says: ["global error mcp/invalid-url <https://m.example/mcp>"],
    mended: 'mcp_servers: { s: { transport: http, url: "https://m.example/mcp" } }',
  },

  "the own API of a local runner": {
    global: at("http://localhost:11434/api"),
    says: ["global warning provider/url-shape http://localhost:11434/api"],
    mended: at("http://localhost:11434/v1"),
  },
  "an endpoint of a local runner": {
    global: at("http://127.0.0.1:11434/api/chat"),
    says: ["global warning provider/url-shape http://127.0.0.1:11434/api/chat"],
    mended: at("http://127.0.0.1:11434/v1"),
  },
  "the page of a gateway": {
    global: at("https://openrouter.ai"),
    says: ["global warning provider/url-shape https://openrouter.ai"],
    mended: at("https://openrouter.ai/api/v1"),
  },
  "the API of a gateway without its version": {
    global: at("https://openrouter.ai/api"),
    says: ["global warning provider/url-shape https://openrouter.ai/api"],
    mended: at("https://openrouter.ai/api/v1"),
  },
  "a variable of a shell in an address of another shape": {
    global: at("https://$LAB_HOST/api"),
    says: ["global error substitution/not-substituted $LAB_HOST"],
  },
  "the API of a gateway": { global: at("https://openrouter.ai/api/v1"), says: [] },

  "a port that is a word": {
    global: at("http://localhost:port/v1"),
    says: ["global error provider/invalid-url http://localhost:port/v1"],
    telling: /has a port that is no number/,
  },
  "a port that no machine has": {
    global: at("http://localhost:99999/v1"),
    says: ["global error provider/invalid-url http://localhost:99999/v1"],
    telling: /up to 65535/,
  },

  "an input of an editor": {
    global: remote('headers: { X-Token: "${input:lab-token}" }'),
    says: ["global error substitution/syntax ${input:lab-token}"],
    telling: /write `\$\{LAB_TOKEN\}`/,
  },
  "a secret of a pipeline": {
    global: key("${secret:lab.key}"),
    says: ["global error substitution/syntax ${secret:lab.key}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "a variable of PowerShell inside a text": {
    global: 'mcp_servers: { s: { transport: stdio, command: /opt/srv, args: ["--key=$env:LAB_MODE"] } }',
    says: ["global warning substitution/not-substituted $env:LAB_MODE"],
    telling: /write `\$\{LAB_MODE\}`/,
  },
  "a variable of PowerShell in its own script": {
    global:
      'mcp_servers: { s: { transport: stdio, command: pwsh, args: [-Command, "/opt/srv --mode $env:LAB_MODE"] } }',
    says: [],
  },
  "a blank at the end of a name": {
    global: key("${KEY }"),
    says: ["global error substitution/syntax ${KEY }"],
    telling: /write `\$\{KEY\}`/,
  },
  "a name in lower case with hyphens": {
    global: key("${lab-api-key}"),
    says: ["global error substitution/syntax ${lab-api-key}"],
    telling: /write `\$\{LAB_API_KEY\}`/,
  },

  "a header with a blank": {
    global: remote('headers: { "X Team": core }'),
    says: ["global error provider/header-name X Team"],
    telling: /write `X-Team`/,
    mended: remote('headers: { "X-Team": core }'),
  },
  "a header with two words in brackets": {
    global: remote('headers: { "X-Team (core)": a }'),
    says: ["global error provider/header-name X-Team (core)"],
    notTelling: /did you mean/,
  },

  "a kind that speaks the dialect": {
    global:
      "providers: { a: { kind: { type: custom_alpha_compatible }, url: https://a.example, protocol: beta_responses } }",
    says: ["global warning provider/protocol-mismatch beta_responses"],
    telling: /or write `type: custom_beta_responses`/,
  },

  "the key of another provider": {
    global:
      'providers: { beta: { kind: { type: catalog, name: beta }, auth: { type: static_key, key: "${ALPHA_API_KEY}" } } }',
    says: ["global warning provider/key-of-another ${ALPHA_API_KEY}"],
    telling: /write `\$\{BETA_API_KEY\}`/,
  },
  "the key of another entry": {
    global: `providers:
      corp: { kind: { type: catalog, name: delta }, auth: { type: static_key, key: "\${CORP_TOKEN}" } }
      beta: { kind: { type: catalog, name: beta }, auth: { type: static_key, key: "\${CORP_TOKEN}" } }`,
    says: ["global warning provider/key-of-another ${CORP_TOKEN}"],
    telling: /write `\$\{BETA_TOKEN\}`/,
  },
  "a key that names its provider": {
    global:
      'providers: { work: { kind: { type: catalog, name: beta }, auth: { type: static_key, key: "${BETA_WORK_KEY}" } } }',
    says: [],
  },
  "a key that names its entry": {
    global:
      'providers: { alpha: { kind: { type: catalog, name: beta }, auth: { type: static_key, key: "${ALPHA_KEY}" } } }',
    says: [],
  },
  "a gateway with a key of a name it knows": {
    global:
      'providers: { gw: { kind: { type: catalog, name: beta }, url: https://gw.example/v1, auth: { type: static_key, key: "${ALPHA_API_KEY}" } } }',
    says: [],
  },
  "a key by a name of nobody": {
    global:
      'providers: { beta: { kind: { type: catalog, name: beta }, auth: { type: static_key, key: "${TEAM_KEY}" } } }',
    says: [],
  },
});
