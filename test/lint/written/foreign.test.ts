/** Names and forms of other tools, and bare values where a mapping belongs. */
import { rows } from "./row.js";

const CATALOG = "kind: { type: catalog, name: alpha }";
const provider = (rest: string): string => `providers: { a: { ${CATALOG}, ${rest} } }`;
const remote = (rest: string): string => `mcp_servers: { s: { transport: http, url: 'https://s.example', ${rest} } }`;
const model = (rest: string): string =>
  `${provider("auth: { type: no_auth }")}\nmodels: { m: { provider: a, class: full, context_window: 5000, ${rest} } }`;

rows({
  "a key for all of the way to sign in": {
    global: provider('auth: "${K}"'),
    says: ["global error schema/wrong-type ${K}"],
    telling: /`\{ type: static_key, key: \$\{K\} \}`/,
    notTelling: /substitution is always/,
    fixed: "same",
    mended: provider('auth: { type: static_key, key: "${K}" }'),
  },
  "one that is written out": {
    global: provider("auth: sk-0123456789abcdef0123"),
    says: ["global error schema/wrong-type sk-0123456789abcdef0123"],
    telling: /`\{ type: static_key, key: … \}`/,
    fixed: "same",
  },
  "a header for all of it": {
    global: remote('auth: "Bearer ${T}"'),
    says: ["global error schema/wrong-type Bearer ${T}"],
    telling: /`\{ type: authorization-header, value: … \}`/,
  },
  "a header beside it": {
    global: remote('authorization: "${T}"'),
    says: ["global warning schema/unknown-key authorization"],
    telling: /`auth: \{ type: authorization-header, value: \$\{T\} \}`/,
    mended: remote('auth: { type: authorization-header, value: "${T}" }'),
  },
  "the variable with a token": {
    global: remote("bearer_token_env_var: DOCS_TOKEN"),
    says: ["global warning schema/unknown-key bearer_token_env_var"],
    telling: /`auth: \{ type: authorization-header, value: Bearer \$\{DOCS_TOKEN\} \}`/,
    mended: remote('auth: { type: authorization-header, value: "Bearer ${DOCS_TOKEN}" }'),
  },
  "the variable with a key": {
    global: provider("env_key: ALPHA_KEY"),
    says: ["global warning schema/unknown-key env_key"],
    mended: provider('auth: { type: static_key, key: "${ALPHA_KEY}" }'),
  },
  "a key without its tag, by another name": {
    global: provider("auth: { api_key: '${K}' }"),
    says: ["global error schema/missing-key auth"],
    telling: /type: static_key/,
  },
  "a key by another name": {
    global: provider("auth: { type: static_key, value: '${K}' }"),
    says: ["global error schema/unknown-key value"],
    telling: /did you mean `key`/,
  },
  "an effort for all of the reasoning": {
    global: model("reasoning: high"),
    says: ["global error schema/wrong-type high"],
    telling: /`\{ type: effort, …/,
  },
  "sizes as people say them": {
    global: `${provider("auth: { type: no_auth }")}\nmodels: { m: { provider: a, class: small, context_window: 5000 } }`,
    says: ["global error schema/unknown-value small"],
    telling: /did you mean `mini`\?/,
    fixed: "same",
  },
  "kinds as other tools call them": {
    global: "providers: { a: { kind: { type: openai-compatible }, url: 'https://a.example/v1' } }",
    says: ["global error schema/unknown-variant openai-compatible"],
    telling: /did you mean `custom_beta_compatible`\?/,
    fixed: "same",
  },
  "an option of requests": {
    global: model("temperature: 0.2"),
    says: ["global warning schema/unknown-key temperature"],
    telling: /`request_option_defaults: \{ temperature: "…" \}`/,
  },
  "tools that are switched off": {
    global: remote("disabled_tools: [mcp__s__x]"),
    says: ["global warning schema/unknown-key disabled_tools"],
    telling: /did you mean `block_list`/,
  },
  "a mode of permissions": {
    global: "default_permission_mode: bypass",
    says: ["global warning schema/unknown-key default_permission_mode"],
    telling: /did you mean `default_permission_matcher`/,
  },
  "a switch by another name, with a text": {
    global: remote("enabled: no"),
    says: ["global warning schema/unknown-key enabled"],
    telling: /^did you mean `default_enabled`\?$/m,
  },
  "the variable with a key, in the way to sign in": {
    global: provider("auth: { type: static_key, env: ALPHA_KEY }"),
    says: ["global error schema/unknown-key env"],
    telling: /did you mean `key: \$\{ALPHA_KEY\}`/,
    mended: provider('auth: { type: static_key, key: "${ALPHA_KEY}" }'),
  },
  "a key that is in many places": {
    global: "notifications: { enabled: true }",
    says: ["global warning schema/unknown-key enabled"],
    notTelling: /search_a/,
  },
  "a list by a text": {
    global: remote("auth: { type: oauth, scope: read }"),
    says: ["global warning schema/unknown-key scope"],
    telling: /did you mean `scopes`/,
  },
  "models of other sizes": {
    global: "defaults: { small: x }",
    says: ["global warning schema/unknown-key small"],
    telling: /did you mean `mini`/,
  },
  "a shell by its path": {
    global: "agent_behavior: { shell: { command: /bin/bash } }",
    says: ["global error schema/unknown-value /bin/bash"],
    telling: /did you mean `bash`/,
  },
  "a server in one line": {
    global: "mcp_servers: { a: npx foo }",
    says: ["global error schema/wrong-type npx foo"],
    telling: /`\{ transport: stdio, command: … \}`/,
  },
  "a password in an address below a key that nobody knows": {
    project: "database: { url: 'postgres://app:pa55w0rd@db.example/x' }",
    says: ["project warning schema/unknown-key database", "project error secret/literal app:pa55w0rd"],
  },
});
