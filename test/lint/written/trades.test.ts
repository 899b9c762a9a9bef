/** What people bring along from their other files: manifests, compose files, playbooks, scripts and settings of programs. */
import { rows } from "./row.js";

const KIND = "kind: { type: custom_beta_compatible }, url: https://p.example/v1";
const STDIO = "transport: stdio, command: /opt/srv";
const key = (text: string): string => `providers: { p: { ${KIND}, auth: { type: static_key, key: ${text} } } }`;
const server = (more: string): string => `mcp_servers: { s: { ${STDIO}, ${more} } }`;
const model = (more: string): string =>
  `providers: { p: { ${KIND} } }\nmodels: { m: { provider: p, class: full, context_window: 9000, ${more} } }`;
const container = (args: string): string => `mcp_servers: { s: { transport: stdio, command: docker, args: ${args} } }`;

rows({
  "a manifest of Kubernetes": {
    global: "apiVersion: v1\nkind: AgentConfig\nspec: { daemon: { log_level: info } }",
    says: ["global warning schema/unknown-key apiVersion"],
    telling: /no manifest/,
  },
  "a source of variables": {
    global: server("envFrom: [MODE]"),
    says: ["global warning schema/unknown-key envFrom"],
    telling: /did you mean `pass_env`/,
  },
  "a key by reference": {
    global: key("{ valueFrom: LAB_KEY }"),
    says: ["global error schema/wrong-type { valueFrom: LAB_KEY }"],
    telling: /write `\$\{NAME\}` with the name of its variable/,
  },
  "minutes in place of seconds": {
    global: server("timeout-minutes: 5"),
    says: ["global warning schema/unknown-key timeout-minutes"],
    telling: /`default_timeout_seconds` counts seconds/,
  },
  "the image of a container": {
    global: "mcp_servers: { s: { transport: stdio, image: acme/fw } }",
    says: ["global error schema/unknown-key image"],
    telling: /`command: docker`/,
  },
  "the image beside a command": {
    global: server("image: acme/fw"),
    says: ["global warning schema/unknown-key image"],
    telling: /`command: docker`/,
  },
  "a file of variables": {
    global: server("env_file: .env"),
    says: ["global warning schema/unknown-key env_file"],
    telling: /`pass_env`/,
  },
  "what a provider has, in a model": {
    global: model("url: https://p.example, api_key: x"),
    says: ["global warning schema/unknown-key url"],
    telling: /keys `url` and `api_key`.*`providers`/s,
  },
  "the model of a session": {
    global: `${model("")}\nactive_session: { model: m }`,
    says: ["global warning schema/unknown-key model"],
    telling: /`defaults.full`/,
  },
  "the header of a key in place of its format": {
    global: `providers: { p: { ${KIND}, auth: { type: static_key, key: "\${K}", format: api-key } } }`,
    says: ["global error schema/unknown-value api-key"],
    telling: /did you mean `gamma_api_key`/,
  },
  "no tools": {
    global: model("tool_loading: none"),
    says: ["global error schema/unknown-value none"],
    telling: /did you mean `no_tools`/,
  },
  "a subscript of Python": {
    global: key(`"os.environ['LAB_KEY']"`),
    says: ["global warning substitution/not-substituted os.environ['LAB_KEY']"],
    fixed: key('"${LAB_KEY}"'),
  },
  "a call of Python": {
    global: key(`'os.getenv("LAB_KEY")'`),
    says: ['global warning substitution/not-substituted os.getenv("LAB_KEY")'],
    fixed: key("'${LAB_KEY}'"),
  },
  "a lookup of Ansible": {
    global: key(`"{{ lookup('env', 'LAB_KEY') }}"`),
    says: ["global warning substitution/not-substituted {{ lookup('env', 'LAB_KEY') }}"],
    fixed: key('"${LAB_KEY}"'),
  },
  "a subscript of JavaScript": {
    global: key(`"process.env['LAB_KEY']"`),
    says: ["global warning substitution/not-substituted process.env['LAB_KEY']"],
    fixed: key('"${LAB_KEY}"'),
  },
  "a value of Helm": {
    global: key('"{{ .Values.lab.key }}"'),
    says: ["global warning substitution/not-substituted {{ .Values.lab.key }}"],
    telling: /write `\$\{key\}`/,
    fixed: "same",
  },
  "a property with a default": {
    global: key('"${lab.key:abc}"'),
    says: ["global error substitution/syntax ${lab.key:abc}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "a default of Spring": {
    global: key('"${LAB_KEY:abc}"'),
    says: ["global error substitution/syntax ${LAB_KEY:abc}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "a part of a variable": {
    global: key('"${LAB_KEY:0:8}"'),
    says: ["global error substitution/syntax ${LAB_KEY:0:8}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "a variable in capitals": {
    global: key('"${LAB_KEY^^}"'),
    says: ["global error substitution/syntax ${LAB_KEY^^}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "a variable named by another": {
    global: key('"${!LAB_KEY}"'),
    says: ["global error substitution/syntax ${!LAB_KEY}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "a command between backticks": {
    global: key('"`pass show law`"'),
    says: ["global warning secret/literal `pass show law`"],
    telling: /`\$\(…\)`/,
    notTelling: /pass show/,
  },
  "the file of a key": {
    global: key('"{file:~/.keys/law}"'),
    says: ["global warning secret/literal {file:~/.keys/law}"],
    telling: /`\$\(cat …\)`/,
    notTelling: /law/,
  },
  "a variable of Terraform": {
    global: key('"${var.lab_key}"'),
    says: ["global error substitution/syntax ${var.lab_key}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "a property of Spring": {
    global: key('"${lab.key}"'),
    says: ["global error substitution/syntax ${lab.key}"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "round brackets around a variable": {
    global: key('"$(LAB_KEY)"'),
    says: ["global warning substitution/disabled $(LAB_KEY)"],
    telling: /write `\$\{LAB_KEY\}`/,
  },
  "an assignment in a key": {
    global: key('"LAB_KEY=${LAB_KEY}"'),
    says: ["global warning provider/header-scheme LAB_KEY="],
    fixed: key('"${LAB_KEY}"'),
  },
  "an assignment of another name": {
    global: key('"token=${LAB_KEY}"'),
    says: ["global warning provider/header-scheme token="],
    fixed: "same",
    mended: key('"${LAB_KEY}"'),
  },
  "an assignment below a key": {
    global: 'daemon:\n  log_level = "debug"',
    says: ['global error schema/wrong-type log_level = "debug"'],
    telling: /write `log_level: …`/,
  },
  "an assignment without blanks": {
    global: "daemon:\n  log_level=debug",
    says: ["global error schema/wrong-type log_level=debug"],
    telling: /write `log_level: …`/,
  },
  "a list of one model": {
    global: `${model("")}\ndefaults: [m]`,
    says: ["global error schema/wrong-type [m]"],
    telling: /write `\{ full: … \}`/,
  },
  "bullets before quotes": {
    global: 'permissions:\n  secret_files:\n    • "*.pem"\n    • "*.key"',
    says: ['global error schema/wrong-type • "*.pem"'],
    telling: /`•` is no `-`; .*\["\*\.pem", "\*\.key"\]/,
  },
  "dashes before quotes": {
    global: 'permissions:\n  secret_files:\n    – "*.pem"\n    – "*.key"',
    says: ['global error schema/wrong-type – "*.pem"'],
    telling: /`–` is no `-`; .*\["\*\.pem", "\*\.key"\]/,
  },
  "hyphens right before quotes": {
    global: 'permissions:\n  secret_files:\n    -"*.pem"\n    -"*.key"',
    says: ['global error schema/wrong-type -"*.pem"'],
    telling: /a `-` needs a space after it/,
  },
  "a pattern in a mapping": {
    global: 'permissions: { secret_files: [{ path: "*.dcm" }] }',
    says: ['global error schema/wrong-type { path: "*.dcm" }'],
    telling: /write `\*\.dcm`/,
    mended: 'permissions: { secret_files: ["*.dcm"] }',
  },
  "a list of rules": {
    global: "autonomous_permission_matcher: { classifier_rules: [no deploy, no costs] }",
    says: ["global error schema/wrong-type [no deploy, no costs]"],
    telling: /write one text/,
  },
  "a version with a letter": {
    global: "#!\nversion: v3\n",
    says: ["global error schema/wrong-type v3"],
    telling: /write `3`/,
  },
  "a version with three numbers": {
    global: "#!\nversion: 3.0.1\n",
    says: ["global error schema/wrong-type 3.0.1"],
    telling: /write `3`/,
  },
  "a tool behind a dot": {
    global: server('block_list: ["s.delete_case"]'),
    says: ["global error mcp/block-list-name s.delete_case"],
    telling: /`mcp__s__delete_case`/,
  },
  "a ceiling above the window": {
    global: model("max_tokens: 10000"),
    says: ["global warning model/output-exceeds-window 10000"],
    telling: /more than its context window of 9000/,
  },
  "a ceiling of the window": { global: model("max_tokens: 9000"), says: [] },
  "a command line in one text": {
    global: "mcp_servers: { s: { transport: stdio, command: node /opt/server.js } }",
    says: ["global warning mcp/command-with-arguments node /opt/server.js"],
  },
  "a container without its input": {
    global: container('[run, --rm, "acme/pacs:2.3.1"]'),
    says: ["global warning mcp/container-input run"],
    telling: /`-i`/,
    mended: container('[run, "-i", --rm, "acme/pacs:2.3.1"]'),
  },
  "a container with a terminal": {
    global: container('[run, -it, --rm, "acme/pacs:2.3.1"]'),
    says: ["global warning mcp/container-input -it"],
    telling: /terminal/,
    mended: container('[run, "-i", --rm, "acme/pacs:2.3.1"]'),
  },
  "a container in the background": {
    global: container('[run, -i, -d, "acme/pacs:2.3.1"]'),
    says: ["global warning mcp/container-input -d"],
    telling: /background/,
  },
  "a comment of settings": {
    global: "#!\n; wards\nversion: 3\n",
    says: ["global error syntax/yaml ; wards"],
    telling: /a comment begins with `#`/,
    fixed: "# wards",
  },
  "a comment of programs between two marks": {
    global: "#!\n/* wards */\nversion: 3\n",
    says: ["global error syntax/yaml /* wards */"],
    telling: /a comment begins with `#`/,
    fixed: "same",
  },
  "a comment of programs": {
    global: "#!\n// wards\nversion: 3\n",
    says: ["global error syntax/yaml // wards"],
    telling: /a comment begins with `#`/,
    fixed: "# wards",
  },
});

const json = (text: string): string => `#!\n{"version": 3, ${text}}`;

rows({
  "thousands of Python": {
    global: json('"daemon": {"max_tool_turns": 1_000}'),
    says: ["global error syntax/json 1_000"],
    telling: /write `1000`/,
  },
  "a hexadecimal number": {
    global: json('"daemon": {"max_tool_turns": 0x20}'),
    says: ["global error syntax/json 0x20"],
    telling: /write `32`/,
  },
  "a sign before a number": {
    global: json('"daemon": {"max_tool_turns": +40}'),
    says: ["global error syntax/json +40"],
    telling: /write `40`/,
  },
  "a fraction without its zero": {
    global: json('"plugins": {"p": .8}'),
    says: ["global error syntax/json .8"],
    telling: /write `0\.8`/,
  },
  "a tuple": {
    global: json('"permissions": {"secret_files": ("*.pem", "*.key")}'),
    says: ["global error syntax/json ("],
    telling: /a list stands in `\[ \]`/,
  },
  "a call": {
    global: json('"tui": dict(theme="dark")'),
    says: ["global error syntax/json dict(theme="],
    telling: /a mapping in `\{ \}`/,
  },
  "an equals sign": {
    global: '#!\n{"version" = 3}',
    says: ["global error syntax/json ="],
    telling: /a `:` belongs between key and value/,
    fixed: '{"version" : 3}',
  },
  "a comment of Python": {
    global: '#!\n{"version": 3, # format\n "tui": null}',
    says: ["global error syntax/json #"],
    telling: /`#`/,
  },
  "a text that goes on in the next line": {
    global: json('"plugins": {"p": "never \\\n deploy"}'),
    says: ["global error syntax/json never \\\n deploy"],
    telling: /`\\n`/,
  },
});
