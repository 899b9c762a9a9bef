/** Schemes of credentials in headers: one that the agent adds by itself, one that is missing, and quotes that would be sent. */
import { rows } from "./row.js";

const provider = (rest: string, kind = "custom_beta_compatible"): string =>
  `providers: { p: { kind: { type: ${kind} }, url: 'https://p.example${kind === "custom_alpha_compatible" ? "" : "/v1"}', ${rest} } }`;
const key = (text: string): string => provider(`auth: { type: static_key, key: ${text} }`);
const remote = (rest: string): string =>
  `mcp_servers: { s: { transport: http, url: 'https://s.example/mcp', ${rest} } }`;
const value = (text: string): string => remote(`auth: { type: authorization-header, value: ${text} }`);
const SCHEME = "global warning provider/header-scheme";

rows({
  "a variable that may hold the scheme": { global: value('"${T}"'), says: [] },
  "a variable of a header that may hold the scheme": {
    global: remote('headers: { Authorization: "${DOCS_LOGIN}" }'),
    says: [],
  },
  "a key behind the scheme that its format adds": {
    global: key('"Bearer ${K}"'),
    says: [`${SCHEME} Bearer`],
    fixed: key('"${K}"'),
  },
  "the same in lower case, with its format": {
    global: provider('auth: { type: static_key, key: "bearer ${K}", format: bearer_token }'),
    says: [`${SCHEME} bearer`],
    fixed: provider('auth: { type: static_key, key: "${K}", format: bearer_token }'),
  },
  "a key behind `Bearer:`": { global: key('"Bearer: ${K}"'), says: [`${SCHEME} Bearer:`], fixed: key('"${K}"') },
  "a key of a format without a scheme": {
    global: provider('auth: { type: static_key, key: "Bearer ${K}", format: alpha_x_api_key }'),
    says: [`${SCHEME} Bearer`],
    fixed: "same",
    mended: provider('auth: { type: static_key, key: "${K}", format: alpha_x_api_key }'),
  },
  "a key of the dialect without a scheme": {
    global: provider('auth: { type: static_key, key: "Bearer ${K}" }', "custom_alpha_compatible"),
    says: [`${SCHEME} Bearer`],
    fixed: "same",
  },
  "a key behind another scheme": {
    global: key('"Token ${K}"'),
    says: [`${SCHEME} Token`],
    fixed: "same",
    mended: key('"${K}"'),
  },
  "a key behind the name of its header": {
    global: provider('auth: { type: static_key, key: "x-api-key: ${K}", format: alpha_x_api_key }'),
    says: [`${SCHEME} x-api-key:`],
    fixed: provider('auth: { type: static_key, key: "${K}", format: alpha_x_api_key }'),
  },
  "a key behind the name of another header": {
    global: key('"x-api-key: ${K}"'),
    says: [`${SCHEME} x-api-key:`],
    fixed: "same",
    mended: key('"${K}"'),
  },
  "a key behind a header and a scheme": {
    global: key('"Authorization: Bearer ${K}"'),
    says: [`${SCHEME} Authorization: Bearer`],
    fixed: key('"${K}"'),
  },
  "a key in quotes of its own": {
    global: key(`"'\${K}'"`),
    says: [`${SCHEME} \${K}`],
    fixed: key('"${K}"'),
  },
  "a key in double quotes of its own": { global: key(`'"\${K}"'`), says: [`${SCHEME} \${K}`], fixed: key("'${K}'") },
  "a key from a command": {
    global: `config_command_substitution: true\n${key('"Bearer $(pass show k)"')}`,
    says: [`${SCHEME} Bearer`],
  },
  "a header in a project": {
    global: "tui: { theme: dark }",
    project: remote('headers: { Authorization: "Bearer: ${T}" }'),
    says: ["project warning provider/header-scheme Bearer:"],
  },
  "a value without a scheme": {
    global: value('"${TOKEN}"'),
    says: [`${SCHEME} \${TOKEN}`],
    fixed: "same",
    mended: value('"Bearer ${TOKEN}"'),
  },
  "a header without a scheme": {
    global: remote('headers: { authorization: "${TOKEN}" }'),
    says: [`${SCHEME} \${TOKEN}`],
    fixed: "same",
  },
  "a scheme with a colon": {
    global: remote('headers: { Authorization: "Bearer: ${T}" }'),
    says: [`${SCHEME} Bearer:`],
    fixed: remote('headers: { Authorization: "Bearer ${T}" }'),
  },
  "a scheme with a colon in a provider's header": {
    global: provider('headers: { Authorization: "Basic:${T}" }'),
    says: [`${SCHEME} Basic:`],
    fixed: provider('headers: { Authorization: "Basic ${T}" }'),
  },
  "a scheme twice": {
    global: value('"Bearer Bearer ${T}"'),
    says: [`${SCHEME} Bearer Bearer`],
    fixed: value('"Bearer ${T}"'),
  },
  "a scheme without a blank": {
    global: value('"Bearer${T}"'),
    says: [`${SCHEME} Bearer`],
    fixed: value('"Bearer ${T}"'),
  },
  "a value behind the name of its header": {
    global: value('"Authorization: Bearer ${T}"'),
    says: [`${SCHEME} Authorization:`],
    fixed: value('"Bearer ${T}"'),
  },
  "another header behind its own name": {
    global: remote('headers: { X-Api-Key: "X-Api-Key: ${T}" }'),
    says: [`${SCHEME} X-Api-Key:`],
    fixed: remote('headers: { X-Api-Key: "${T}" }'),
  },
  "a value in quotes of its own": {
    global: value(`"'Bearer \${T}'"`),
    says: [`${SCHEME} Bearer \${T}`],
    fixed: value('"Bearer ${T}"'),
  },
  "correct schemes": {
    global: `
      mcp_servers:
        a: { transport: http, url: "https://a.example", auth: { type: authorization-header, value: "Bearer ${"${T}"}" } }
        b: { transport: http, url: "https://b.example", auth: { type: authorization-header, value: "Basic ${"${B}"}" } }
        c: { transport: http, url: "https://c.example", headers: { Authorization: "Token ${"${T}"}" } }
        d: { transport: http, url: "https://d.example", headers: { Authorization: "token ${"${T}"}", X-Api-Key: "${"${T}"}" } }
        e: { transport: http, url: "https://e.example", headers: { Authorization: "GenieKey ${"${T}"}" } }
        f: { transport: http, url: "https://f.example", headers: { Authorization: "${"${SCHEME}"} ${"${T}"}" } }
        g: { transport: http, url: "https://g.example", headers: { Authorization: 'Token token="${"${T}"}"' } }`,
    says: [],
  },
  "a variable with the whole value": { global: value('"${DOCS_AUTHORIZATION}"'), says: [] },
  "keys with other parts": { global: key('"${TEAM}:${K}"'), says: [] },
  "a key with a prefix of its vendor": { global: key('"sk-${K}"'), says: [] },
  "a whole key": { global: key('" ${K} "'), says: [] },
  "a scheme in another header": { global: remote('headers: { X-Forwarded-Auth: "Bearer ${T}" }'), says: [] },
});
