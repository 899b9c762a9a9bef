/** Command lines of servers that start something else, or hand over words that belong apart. */
import { rows } from "./row.js";

const line = (command: string, args: string, more = ""): string =>
  `mcp_servers: { s: { transport: stdio, command: ${command}, args: ${args}${more} } }`;
const NOT = "global warning mcp/wrong-launcher";
const JOINED = "global warning mcp/joined-arguments";
const P = "providers: { lab: { kind: { type: custom_beta_compatible }, url: https://p.example/v1 } }";

const SHELL = "global warning mcp/command-with-arguments";
const one = (command: string, more = ""): string =>
  `mcp_servers: { s: { transport: stdio, command: ${command}${more} } }`;

rows({
  "two commands in one": {
    global: one("cd /srv/tide && ./serve"),
    says: [`${SHELL} cd /srv/tide && ./serve`],
    telling: /`command: sh`.*`-c`/,
    mended: one('sh, args: ["-c", "cd /srv/tide && ./serve"]'),
  },
  "two commands with a semicolon": {
    global: one('"export MODE=slow; /opt/tide serve"'),
    says: [`${SHELL} export MODE=slow; /opt/tide serve`],
  },
  "a command that writes to a file, with arguments beside it": {
    global: one('"/opt/tide serve 2> /tmp/log"', ", args: [--quiet]"),
    says: [`${SHELL} /opt/tide serve 2> /tmp/log`],
    mended: "same",
  },
  "signs of a shell among the arguments": {
    global: line("/opt/tide", "[serve, '|', tee, /tmp/log]"),
    says: [`${JOINED} |`],
    telling: /`command: sh`/,
  },
  "an output that no shell sends elsewhere": {
    global: line("/opt/tide", "[serve, 2>/dev/null]"),
    says: [`${JOINED} 2>/dev/null`],
  },
  "the next command as an argument": {
    global: line("npx", '[-y, "tide@1.2.3", "&&", echo, ok]'),
    says: [`${JOINED} &&`],
  },
  "npm that prints what it runs": {
    global: line("npm", "[run, serve]"),
    says: [`${NOT} serve`],
    telling: /add `--silent`/,
  },
  "npm that starts": {
    global: line("npm", "[start]"),
    says: [`${NOT} start`],
  },
  "a script without its flag": {
    global: line("bash", '["/opt/organ serve"]'),
    says: [`${NOT} /opt/organ serve`],
    telling: /write `-c` before it/,
  },
  "a program behind cmd": {
    global: line("cmd", '[npx, -y, "organ@1.0.0"]'),
    says: [`${NOT} npx`],
    telling: /write `\/c` before it/,
  },
  "lines that start all the same": {
    global: `mcp_servers:
  a: { transport: stdio, command: npm, args: [run, --silent, serve] }
  b: { transport: stdio, command: npm, args: [run, serve, -s] }
  c: { transport: stdio, command: bash, args: ["/opt/My Tools/serve.sh"] }
  d: { transport: stdio, command: bash, args: [/opt/serve, "two words"] }
  e: { transport: stdio, command: cmd, args: [/c, npx, -y, "organ@1.0.0"] }
  f: { transport: stdio, command: npm, args: [exec, --yes, "organ@1.0.0"] }`,
    says: [],
  },
  "signs that something reads": {
    global: `mcp_servers:
  a: { transport: stdio, command: /opt/srv, args: [--separator, "|", "a|b", ">=2", "<b>"] }
  b: { transport: stdio, command: bash, args: [-lc, "cd /srv && ./x > log"] }
  c: { transport: stdio, command: ssh, args: [host, cd, /srv, "&&", ./x] }
  d: { transport: stdio, command: docker, args: [exec, -i, box, sh, -c, "a", "|", "b"] }
  e: { transport: stdio, command: /opt/R&D Tools/serve }`,
    says: [],
  },
  "a version of Python behind npx": {
    global: line("npx", '[-y, "git-mcp==1.2.3"]'),
    says: [`${NOT} git-mcp==1.2.3`],
    telling: /write `git-mcp@1\.2\.3`/,
    mended: line("npx", '[-y, "git-mcp@1.2.3"]'),
  },
  "a package of npm behind uvx": {
    global: line("uvx", '["@acme/git-mcp@1.2.3"]'),
    says: [`${NOT} @acme/git-mcp@1.2.3`],
    telling: /`npx -y` starts it/,
  },
  "a flag of npx behind uvx": {
    global: line("uvx", '[-y, "git-mcp==1.2.3"]'),
    says: [`${NOT} -y`],
    telling: /`uvx` asks nothing/,
    mended: line("uvx", '["git-mcp==1.2.3"]'),
  },
  "the long form behind the short one": {
    global: line("uvx", '[run, "git-mcp==1.2.3"]'),
    says: [`${NOT} run`],
    telling: /`run` would be one/,
    mended: line("uvx", '["git-mcp==1.2.3"]'),
  },
  "the same of npm": { global: line("npx", '[-y, run, "git-mcp@1.2.3"]'), says: [`${NOT} run`] },
  "a package that is called like a command": {
    global: line("npx", '[-y, "run@1.2.3", serve]'),
    says: [],
  },
  "a package without the command before it": {
    global: line("uv", '["git-mcp==1.2.3"]'),
    says: [`${NOT} git-mcp==1.2.3`],
    telling: /`uvx` starts it/,
  },
  "the same of pipx": { global: line("pipx", '["git-mcp==1.2.3"]'), says: [`${NOT} git-mcp==1.2.3`] },
  "an image without the command before it": {
    global: line("docker", '["acme/git-mcp:1.2.3"]'),
    says: [`${NOT} acme/git-mcp:1.2.3`],
    telling: /`docker run -i --rm` starts it/,
  },
  "a program without its file": {
    global: line("node", '["--port=8080"]'),
    says: [`${NOT} --port=8080`],
    telling: /name the file of the server first/,
  },
  "one without any argument": { global: one("python3"), says: [`${NOT} python3`] },
  "a program with its code in an option": { global: line("node", '["--import=./hooks.mjs", "-e", "1"]'), says: [] },
  "a module as the program": { global: line("python3", "[-m, git_mcp]"), says: [] },
  "a script of a shell that ends in a version": {
    global: line("bash", '["npx -y vat@1.0.0"]'),
    says: [`${NOT} npx -y vat@1.0.0`],
    telling: /`-c`/,
  },
  "options before the command": { global: line("uv", "[--directory, /opt/git, run, git-mcp]"), says: [] },
  "npm that installs": {
    global: line("npm", '[install, -g, "git-mcp@1.2.3"]'),
    says: [`${NOT} install`],
    telling: /`npx -y` starts a package/,
  },
  "pip that installs": { global: line("pip3", "[install, git-mcp]"), says: [`${NOT} install`], telling: /`uvx`/ },
  "python that installs": {
    global: line("python3", "[-m, pip, install, git-mcp]"),
    says: [`${NOT} install`],
    telling: /`uvx`/,
  },
  "uv that installs": { global: line("uv", "[pip, install, git-mcp]"), says: [`${NOT} install`], telling: /`uvx`/ },
  "an image that is fetched": {
    global: line("docker", '[pull, "acme/mcp:1.2.3"]'),
    says: [`${NOT} pull`],
    telling: /`docker run -i`/,
  },
  "a script that installs first": {
    global: line("sh", '[-c, "npm install git-mcp@1.2.3 && exec node srv.js"]'),
    says: [],
  },
  "services in the background": {
    global: line("docker", "[compose, up, srv]"),
    says: [`${NOT} up`],
    telling: /`docker compose run --rm -T`/,
  },
  "services, by the older program": {
    global: line("docker-compose", "[up]"),
    says: [`${NOT} up`],
    telling: /answers no message/,
  },
  "a service of compose": { global: line("docker", "[compose, run, --rm, -T, srv]"), says: [] },
  "a package behind node": {
    global: line("node", '["@acme/git-mcp"]'),
    says: [`${NOT} @acme/git-mcp`],
    telling: /`npx -y` starts a package/,
  },
  "a package with its version behind node": {
    global: line("node", '[--no-warnings, "@acme/git-mcp@1.2.3"]'),
    says: [`${NOT} @acme/git-mcp@1.2.3`],
  },
  "a file behind node": { global: line("node", '["/opt/@acme/git-mcp/index.js"]'), says: [] },
  "npm that runs": { global: line("npm", '[exec, -y, "git-mcp@1.2.3"]'), says: [] },
  "a package that is called install": { global: line("npx", '[-y, "install@1.2.3"]'), says: [] },

  "a flag and the package": {
    global: line("npx", '["-y git-mcp@1.2.3"]'),
    says: [`${JOINED} -y git-mcp@1.2.3`],
    telling: /write each word as an item of its own/,
    mended: line("npx", '["-y", git-mcp@1.2.3]'),
  },
  "all options in one": {
    global: line("/opt/srv", '[serve, "--port 3000 --host 0.0.0.0"]'),
    says: [`${JOINED} --port 3000 --host 0.0.0.0`],
    mended: line("/opt/srv", '[serve, "--port", "3000", "--host", "0.0.0.0"]'),
  },
  "the options of a container in one": {
    global: line("docker", '["run -i --rm acme/mcp:1.2.3"]'),
    says: [`${JOINED} run -i --rm acme/mcp:1.2.3`],
    mended: line("docker", '[run, "-i", "--rm", acme/mcp:1.2.3]'),
  },
  "a package and its argument": {
    global: line("npx", '[-y, "mcp-remote@0.1.29 https://m.example/mcp"]'),
    says: [`${JOINED} mcp-remote@0.1.29 https://m.example/mcp`],
    mended: line("npx", "[-y, mcp-remote@0.1.29, https://m.example/mcp]"),
  },
  "a package of Python and its argument": {
    global: line("uvx", '["git-mcp==1.2.3 --root /srv"]'),
    says: [`${JOINED} git-mcp==1.2.3 --root /srv`],
  },
  "a text behind the package": { global: line("npx", '[-y, "git-mcp@1.2.3", "two words"]'), says: [] },
  "a script": { global: line("sh", '[-c, "-x; exec /opt/srv"]'), says: [] },
  "the value of another option": { global: line("/opt/srv", '[--java-options, "-Xmx1g -Dx=y"]'), says: [] },
  "a value behind a `=`": { global: line("java", '["-Dtitle=a b", -jar, /opt/s.jar]'), says: [] },
  "a header": { global: line("/opt/srv", '["--header=Accept: text/plain"]'), says: [] },

  "a variable before the program": {
    global: line('"MODE=ro /opt/srv"', "[]"),
    says: ["global warning mcp/command-with-arguments MODE=ro /opt/srv"],
    telling: /write `MODE` in `env`/,
    mended: 'mcp_servers: { s: { transport: stdio, command: "/opt/srv", args: [], env: { MODE: ro } } }',
  },
  "two variables before a program with arguments": {
    global: "mcp_servers: { s: { transport: stdio, command: A=1 B=2 node /opt/s.js } }",
    says: ["global warning mcp/command-with-arguments A=1 B=2 node /opt/s.js"],
    telling: /write `A` and `B` in `env`/,
  },

  "an address of the older transport": {
    global: "mcp_servers: { s: { transport: http, url: https://m.example/sse } }",
    says: ["global info mcp/sse-address https://m.example/sse"],
    telling: /streamable HTTP/,
  },
  "an address with the name in another place": {
    global: "mcp_servers: { s: { transport: http, url: https://sse.example/mcp } }",
    says: [],
  },

  "a command in place of a script": {
    project: "agent_behavior: { shell: { command: bash, init_script: source .venv/bin/activate } }",
    says: ["project error path/escapes-project source .venv/bin/activate"],
    telling: /write `\.venv\/bin\/activate`/,
  },
  "a dot in place of source": {
    project: 'agent_behavior: { shell: { command: bash, init_script: ". ./env.sh" } }',
    says: ["project error path/escapes-project . ./env.sh"],
    telling: /write `\.\/env\.sh`/,
  },

  "a theme in another directory": {
    global: "tui: { theme-file: ~/themes/neon.yaml }",
    says: ["global error path/theme-file ~/themes/neon.yaml"],
    telling: /write `\$USER_DIRECTORY\/themes\/neon\.yaml`/,
  },
  "a theme by its name": {
    global: "tui: { theme-file: neon }",
    says: ["global error path/theme-file neon"],
    telling: /write `\$USER_DIRECTORY\/themes\/neon\.yaml`/,
  },

  "a section of servers in the section": {
    global: "mcp_servers: { servers: { git: { transport: stdio, command: /opt/git } } }",
    says: ["global error schema/missing-key servers"],
    telling: /move the entries of `servers` one level up/,
  },
  "a section of providers in the section": {
    global: "providers: { list: { lab: { kind: { type: catalog, name: beta } } } }",
    says: ["global error schema/missing-key list"],
    telling: /move the entries of `list` one level up/,
  },

  "a cache of a catalog in milliseconds": {
    global: "daemon: { file_catalog: { cache_ttl_secs: 30000 } }",
    says: ["global warning effect/milliseconds 30000"],
    telling: /write 30 for 30000 milliseconds/,
  },
  "a model behind its provider": {
    global: `${P}\nmodels: { big: { provider: lab, class: full, context_window: 9000 } }\ndefaults: { full: lab/big }`,
    says: ["global warning reference/unknown-model lab/big"],
    telling: /did you mean `big`/,
  },
  "another model of the provider": {
    global: `${P}\nmodels: { big: { provider: lab, class: full, context_window: 9000 } }\ndefaults: { full: lab/small }`,
    says: [],
  },
  "a server that is off, in words": {
    global: "mcp_servers: { s: { transport: stdio, command: /opt/s, disabled: yes } }",
    says: ["global warning schema/unknown-key disabled"],
    telling: /did you mean `default_enabled: false`/,
    mended: "mcp_servers: { s: { transport: stdio, command: /opt/s, default_enabled: false } }",
  },
  "the environment of jq": { global: line("jq", "['$ENV.HOME']"), says: [] },
});
