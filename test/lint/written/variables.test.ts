/** Variables as shells and other tools spell them: only `${NAME}` is substituted, and each of the others is reported in its place. */
import { rows } from "./row.js";

const provider = (rest: string): string =>
  `providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1', ${rest} } }`;
const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, command: s, ${rest} } }`;
const remote = (rest: string): string => `mcp_servers: { s: { transport: http, ${rest} } }`;
const NOT_SUBSTITUTED = "global warning substitution/not-substituted";
const NO_ADDRESS = "global error substitution/not-substituted";
const NOT_EXPANDED = "global warning path/not-expanded";

rows({
  "a key as square brackets spells it": {
    global: provider(`auth: { type: static_key, key: "$[LAB_KEY]" }`),
    says: ["global warning substitution/not-substituted $[LAB_KEY]"],
    fixed: provider('auth: { type: static_key, key: "${LAB_KEY}" }'),
  },
  "a key as signs of a build spells it": {
    global: provider(`auth: { type: static_key, key: "@LAB_KEY@" }`),
    says: ["global warning substitution/not-substituted @LAB_KEY@"],
    fixed: provider('auth: { type: static_key, key: "${LAB_KEY}" }'),
  },
  "a key as a function of C spells it": {
    global: provider(`auth: { type: static_key, key: "getenv(LAB_KEY)" }`),
    says: ["global warning substitution/not-substituted getenv(LAB_KEY)"],
    fixed: provider('auth: { type: static_key, key: "${LAB_KEY}" }'),
  },
  "a key as a bundler spells it": {
    global: provider(`auth: { type: static_key, key: "import.meta.env.LAB_KEY" }`),
    says: ["global warning substitution/not-substituted import.meta.env.LAB_KEY"],
    fixed: provider('auth: { type: static_key, key: "${LAB_KEY}" }'),
  },
  "a key as Deno spells it": {
    global: provider(`auth: { type: static_key, key: "Deno.env.get('LAB_KEY')" }`),
    says: ["global warning substitution/not-substituted Deno.env.get('LAB_KEY')"],
    fixed: provider('auth: { type: static_key, key: "${LAB_KEY}" }'),
  },
  "a key as Rails spells it": {
    global: provider(`auth: { type: static_key, key: "ENV['LAB_KEY']" }`),
    says: ["global warning substitution/not-substituted ENV['LAB_KEY']"],
    fixed: provider('auth: { type: static_key, key: "${LAB_KEY}" }'),
  },
  "a key as Ansible spells it": {
    global: provider(`auth: { type: static_key, key: "{{ lookup('env', 'LAB_KEY') }}" }`),
    says: ["global warning substitution/not-substituted {{ lookup('env', 'LAB_KEY') }}"],
    fixed: provider('auth: { type: static_key, key: "${LAB_KEY}" }'),
  },
  "texts that only look like one": {
    global: server('args: ["(LAB_KEY)", "[LAB_KEY]", "@LAB_KEY", config.env.json, "env.example.com", my.env.LAB]'),
    says: [],
  },
  "a template for a key": {
    global: provider('auth: { type: static_key, key: "{{ TOKEN }}" }'),
    says: [`${NOT_SUBSTITUTED} {{ TOKEN }}`],
    fixed: provider('auth: { type: static_key, key: "${TOKEN}" }'),
  },
  "a template behind a word": {
    global: provider('headers: { Authorization: "Bearer {{TOKEN}}" }'),
    says: [`${NOT_SUBSTITUTED} {{TOKEN}}`],
    fixed: provider('headers: { Authorization: "Bearer ${TOKEN}" }'),
  },
  "a template in a header of a server": {
    global: remote("url: 'https://s.example', headers: { X-Team: '{{ TEAM }}' }"),
    says: [`${NOT_SUBSTITUTED} {{ TEAM }}`],
  },
  "the environment of a program": {
    global: provider("auth: { type: static_key, key: env.TOKEN }"),
    says: [`${NOT_SUBSTITUTED} env.TOKEN`],
    fixed: provider('auth: { type: static_key, key: "${TOKEN}" }'),
  },
  "the environment of JavaScript and of Python": {
    global: server("env: { A: process.env.TOKEN, B: os.environ/TOKEN }"),
    says: [`${NOT_SUBSTITUTED} process.env.TOKEN`, `${NOT_SUBSTITUTED} os.environ/TOKEN`],
  },
  "a name with a hyphen": {
    global: provider("headers: { X-Api-Key: $T-1 }"),
    says: [`${NOT_SUBSTITUTED} $T-1`],
    telling: /\$\{T_1\}/,
    fixed: "same",
  },
  "a home in the environment of a server": {
    global: server("env: { DATA: $HOME/memory.json, CACHE: ~/cache, STATE: '%APPDATA%\\x' }"),
    says: [`${NOT_EXPANDED} $HOME`, `${NOT_EXPANDED} ~`, `${NOT_EXPANDED} %APPDATA%`],
    fixed: server('env: { DATA: "${HOME}/memory.json", CACHE: "${HOME}/cache", STATE: \'${APPDATA}\\x\' }'),
  },
  "a list of directories": {
    global: server("env: { PATH: $HOME/bin:$PATH }"),
    says: [`${NOT_EXPANDED} $HOME`],
    fixed: server('env: { PATH: "${HOME}/bin:${PATH}" }'),
  },
  "paths in the syntax of other tools": {
    global: server("args: ['$env:HOME/src', '{env:HOME}/src', '{{HOME}}/src']"),
    says: [`${NOT_EXPANDED} $env:HOME`, `${NOT_EXPANDED} {env:HOME}`, `${NOT_EXPANDED} {{HOME}}`],
    fixed: server("args: ['${HOME}/src', '${HOME}/src', '${HOME}/src']"),
  },
  "the beginning of a URL": {
    global: remote("url: $URL/mcp"),
    says: [`${NO_ADDRESS} $URL`],
    fixed: remote('url: "${URL}/mcp"'),
  },
  "the host of a URL": {
    global: "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://$GW_HOST:8443/v1' } }",
    says: [`${NO_ADDRESS} $GW_HOST`],
    fixed: "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://${GW_HOST}:8443/v1' } }",
  },
  "the beginning of a provider's URL": {
    global: "providers: { p: { kind: { type: custom_beta_compatible }, url: $BASE/v1 } }",
    says: [`${NO_ADDRESS} $BASE`],
    fixed: 'providers: { p: { kind: { type: custom_beta_compatible }, url: "${BASE}/v1" } }',
  },
  "a template at the beginning of a URL": {
    global: remote("url: '{{URL}}/mcp'"),
    says: [`${NO_ADDRESS} {{URL}}`],
    fixed: remote("url: '${URL}/mcp'"),
  },
  "the port of a URL": {
    global: remote("url: 'http://localhost:%PORT%/mcp'"),
    says: [`${NO_ADDRESS} %PORT%`],
  },
  "a whole redirect address": {
    global: remote("url: 'https://s.example', auth: { type: oauth, redirect: { type: fixed, uri: $CALLBACK } }"),
    says: [`${NO_ADDRESS} $CALLBACK`],
  },
  "the beginning of a redirect address": {
    global: remote("url: 'https://s.example', auth: { type: oauth, redirect: { type: fixed, uri: $BASE/callback } }"),
    says: [`${NO_ADDRESS} $BASE`],
  },
  "the host of a metadata document": {
    global: remote(
      "url: 'https://s.example', auth: { type: oauth, registration: { type: client-metadata-url, url: 'https://{env:HOST}/c.json' } }",
    ),
    says: [`${NO_ADDRESS} {env:HOST}`],
  },
  "the beginning of a project's URL, in JSON": {
    project: '#!\n{ "version": 3, "mcp_servers": { "s": { "transport": "http", "url": "$BASE/mcp" } } }',
    says: ["project error substitution/not-substituted $BASE"],
  },
  "a template within a URL": {
    global: remote("url: 'https://s.example/{{TEAM}}/mcp'"),
    says: [`${NOT_SUBSTITUTED} {{TEAM}}`],
  },
  "a variable of editors": {
    global: server("args: ['${workspaceFolder}/dev.db', '${userHome}/x']"),
    says: [
      "global warning substitution/editor-variable ${workspaceFolder}",
      "global warning substitution/editor-variable ${userHome}",
    ],
    fixed: server("args: ['${workspaceFolder}/dev.db', '${HOME}/x']"),
  },
  "blanks in the braces": {
    global: provider("auth: { type: static_key, key: '${ TOKEN }' }"),
    says: ["global error substitution/syntax ${ TOKEN }"],
    telling: /write `\$\{TOKEN\}`/,
  },
  "a secret of a workflow": {
    global: provider("auth: { type: static_key, key: '${{ secrets.GW_KEY }}' }"),
    says: ["global error substitution/syntax ${{ secrets.GW_KEY }}"],
    telling: /write `\$\{GW_KEY\}`/,
  },
  "a hyphen in the braces": {
    global: provider("auth: { type: static_key, key: '${GW-TOKEN}' }"),
    says: ["global error substitution/syntax ${GW-TOKEN}"],
    telling: /write `\$\{GW_TOKEN\}`/,
    notTelling: /echo/,
  },
  "a default text stays one": {
    global: provider("auth: { type: static_key, key: '${GW_KEY-none}' }"),
    says: ["global error substitution/syntax ${GW_KEY-none}"],
    telling: /echo …/,
  },
  "a placeholder for a key": {
    global: provider("auth: { type: static_key, key: YOUR_API_KEY }"),
    says: ["global warning secret/placeholder YOUR_API_KEY"],
  },
  "a word that asks for a key": {
    global: provider("auth: { type: static_key, key: changeme }"),
    says: ["global warning secret/placeholder changeme"],
  },
  "several words that do": {
    global: provider('auth: { type: static_key, key: "insert your key" }'),
    says: ["global warning secret/placeholder insert your key"],
  },
  "a name in two pairs of braces": {
    global: provider('auth: { type: static_key, key: "${{GW_KEY}}" }'),
    says: ["global error substitution/syntax ${{GW_KEY}}"],
    telling: /write `\$\{GW_KEY\}`/,
  },
  "a placeholder in angle brackets": {
    global: provider("headers: { Authorization: 'Bearer <TOKEN>' }"),
    says: ["global warning secret/placeholder Bearer <TOKEN>"],
  },
  "a placeholder in the environment of a server": {
    global: server("env: { GITHUB_TOKEN: your-token-here }"),
    says: ["global warning secret/placeholder your-token-here"],
    telling: /\$\{GITHUB_TOKEN\}/,
  },
  "where nobody asks for a key": {
    global:
      "providers: { p: { kind: { type: custom_beta_compatible }, url: 'http://localhost:1/v1', auth: { type: static_key, key: xxx } } }",
    says: [],
  },
  "what is a text and no variable": {
    global: server(
      "args: ['$5', '^a$', 100%, '{{ a b }}', -c, '$HOME/bin/x', --dir=~/notes], env: { PRICE: '$5/month', MARK: '~', PART: '$ab/c1', RATE: '50%/day', STAGE: env.production.local }",
    ),
    says: [],
  },
  "URLs with other marks": {
    global: remote("url: 'https://s.example/a%20b?$filter=x&y=%E2%82%AC&z={a}'"),
    says: [],
  },
});

rows({
  "the working directory is no secret": { global: server("args: ['${PWD}', '--root=${PWD}']"), says: [] },
  "the password of a program still is": {
    global: server("args: ['--password', '${DB_PWD}']"),
    says: ["global warning secret/in-arguments ${DB_PWD}"],
  },
});
