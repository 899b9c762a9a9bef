/** `$NAME` inside a text of a program or server (S54): only `${NAME}` is substituted. */
import { rows } from "./row.js";

const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, command: s, ${rest} } }`;
const remote = (rest: string): string => `mcp_servers: { s: { transport: http, ${rest} } }`;
const provider = (rest: string): string => `providers: { p: { kind: { type: custom_beta_compatible }, ${rest} } }`;
const NOT_SUBSTITUTED = "global warning substitution/not-substituted";
const NO_ADDRESS = "global error substitution/not-substituted";
const NOT_EXPANDED = "global warning path/not-expanded";

rows({
  "a list of directories that ends with the old one": {
    global: server('env: { PATH: "/opt/tools/bin:$PATH" }'),
    says: [`${NOT_EXPANDED} $PATH`],
    fixed: server('env: { PATH: "/opt/tools/bin:${PATH}" }'),
  },
  "a relative directory before the old list": {
    global: server('env: { PYTHONPATH: "src:$PYTHONPATH", CLASSPATH: "a.jar;%CLASSPATH%" }'),
    says: [`${NOT_EXPANDED} $PYTHONPATH`, `${NOT_EXPANDED} %CLASSPATH%`],
    fixed: server('env: { PYTHONPATH: "src:${PYTHONPATH}", CLASSPATH: "a.jar;${CLASSPATH}" }'),
  },
  "a variable inside a path": {
    global: server("args: [/home/$USER/src/$TEAM], env: { DATA: './data/$STAGE' }"),
    says: [`${NOT_EXPANDED} $USER`, `${NOT_EXPANDED} $STAGE`],
    fixed: server("args: [\"/home/${USER}/src/${TEAM}\"], env: { DATA: './data/${STAGE}' }"),
  },
  "a variable inside a command": {
    global: "mcp_servers: { s: { transport: stdio, command: /opt/$VERSION/bin/s } }",
    says: [`${NOT_EXPANDED} $VERSION`],
    fixed: 'mcp_servers: { s: { transport: stdio, command: "/opt/${VERSION}/bin/s" } }',
  },
  "a query of a URL": {
    global: remote('url: "https://s.example/mcp?key=$KEY&team=$TEAM"'),
    says: [`${NOT_SUBSTITUTED} $KEY`],
    fixed: remote('url: "https://s.example/mcp?key=${KEY}&team=${TEAM}"'),
  },
  "a part of the host": {
    global: provider("url: 'https://api-$REGION.acme.example/v1'"),
    says: [`${NO_ADDRESS} $REGION`],
    fixed: provider("url: 'https://api-${REGION}.acme.example/v1'"),
  },
  "a URL in an argument": {
    global: server('args: ["--url=https://$HOST/x"]'),
    says: [`${NOT_SUBSTITUTED} $HOST`],
    fixed: server('args: ["--url=https://${HOST}/x"]'),
  },
  "the value of a flag": {
    global: server("args: [--dir=$HOME/notes, -I$INCLUDE, --header, 'X-Team: $TEAM', -e, STAGE=$STAGE]"),
    says: [
      `${NOT_SUBSTITUTED} $HOME`,
      `${NOT_SUBSTITUTED} $INCLUDE`,
      `${NOT_SUBSTITUTED} $TEAM`,
      `${NOT_SUBSTITUTED} $STAGE`,
    ],
  },
  "a host and a port": {
    global: server('env: { ADDRESS: "$HOST:$PORT", DSN: "postgres://app:$DB_PASSWORD@db.example/app" }'),
    says: [`${NOT_SUBSTITUTED} $HOST`, `${NOT_SUBSTITUTED} $DB_PASSWORD`],
    fixed: server('env: { ADDRESS: "${HOST}:${PORT}", DSN: "postgres://app:${DB_PASSWORD}@db.example/app" }'),
  },
  "a header with more words": {
    global: remote(
      `url: 'https://s.example', headers: { X-Info: "team=$TEAM; v1", Authorization: 'Token token="$T0KEN"' }`,
    ),
    says: [`${NOT_SUBSTITUTED} $TEAM`, `${NOT_SUBSTITUTED} $T0KEN`],
  },
  "a variable beside a substitution": {
    global: server("env: { A: '${TEAM}-$STAGE' }"),
    says: [`${NOT_SUBSTITUTED} $STAGE`],
    fixed: server("env: { A: '${TEAM}-${STAGE}' }"),
  },
  "a long list": {
    global: server(`env: { PATH: "${"/opt/tools/bin:".repeat(100)}$PATH" }`),
    says: [`${NOT_EXPANDED} $PATH`],
  },
  "a password is no variable": {
    global: server("env: { DB_PASSWORD: 'pre$POST9x' }"),
    says: ["global warning secret/literal pre$POST9x"],
  },
  "a variable in a command is the shell's": {
    global: `config_command_substitution: true\n${server("env: { A: '$(cat $HOME/a)' }")}`,
    says: [],
  },
  "texts with a dollar sign": {
    global: server(
      "args: ['^foo$', $1, 'a$b', '$$NAME', '$NAME$', '\\$NAME', 'Main$Inner', 'C:\\$RECYCLE.BIN'], env: { A: 'pa$$word', B: '^foo$', C: 'a$b', D: 'costs $5', E: '$5USD' }",
    ),
    says: [],
  },
  "scripts of other programs": {
    global: `mcp_servers:
  a: { transport: stdio, command: bash, args: [-euc, "/opt/$NAME/x"] }
  b: { transport: stdio, command: cmd, args: [/c, "%TOOLS%\\\\x"] }
  c: { transport: stdio, command: node, args: [--eval, "f($NAME)"] }
  d: { transport: stdio, command: ssh, args: [host, "cd $DIR && ./run"] }
  e: { transport: stdio, command: docker, args: [exec, -i, box, sh, -lc, "exec $SERVER"] }`,
    says: [],
  },
});
