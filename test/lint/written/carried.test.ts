/** Habits of shells, of other programs and of other systems, in values that have the right type. */
import { rows } from "./row.js";

const server = (command: string, args: string): string =>
  `mcp_servers: { s: { transport: stdio, command: ${command}, args: ${args} } }`;
const shell = (more: string): string => `agent_behavior: { shell: { ${more} } }`;
const rules = (text: string): string =>
  `providers: { p: { kind: { type: catalog, name: beta } } }\nmodels: { m: { provider: p, class: full, context_window: 9000 } }\ndefault_permission_matcher: autonomous\nautonomous_permission_matcher:\n  classifier_model: m\n  classifier_rules: ${text}`;
const LAUNCH = "global warning mcp/wrong-launcher";

rows({
  "a text of a shell in the place of one of YAML": {
    global: rules("<<-EOF\n    Never open the vault.\n  EOF"),
    says: ["global error syntax/yaml <<-EOF"],
    telling: /write `\|`/,
  },
  "a text behind its mark": {
    global: rules("| Never open the vault."),
    says: ["global error syntax/yaml Never open the vault."],
    telling: /begins in the next line/,
  },
  "a comment behind the mark of a text": {
    global: rules("| # what it must not do\n    Never open the vault."),
    says: [],
  },
  "a line of a terminal": {
    global: '$ agent exec "hello"\ntui: { theme: dark }',
    says: ['global error syntax/yaml $ agent exec "hello"'],
    telling: /line of a terminal/,
  },
  "a quote inside of a text": {
    global: '#!\n{ "version": 3, "permissions": { "secret_words": ["the "queen" word"] } }',
    says: ["global error syntax/json the"],
    telling: /write `\\"`/,
  },
  "a text that is never closed": {
    global: '#!\n{ "version": 3, "permissions": { "secret_words": ["one, "two", "three"] } }',
    says: ["global error syntax/json one,"],
    telling: /never closed/,
  },
  "a comment without its blank": {
    global: "tui:\n  theme: dark# at night",
    says: ["global error schema/unknown-value dark# at night"],
    mended: "tui:\n  theme: dark",
  },
  "a number with a zero before it": {
    global: "daemon: { max_tool_turns: 0100 }",
    says: ["global warning schema/leading-zero 0100"],
    telling: /64 in YAML 1.1/,
    mended: "daemon: { max_tool_turns: 100 }",
  },
  "numbers that say their base, and small ones": {
    global: "daemon: { max_tool_turns: 0o40, retry: { max_retries: 0x10 }, compaction_max_retries: 07 }",
    says: [],
  },
  "zero itself, and a share": {
    global: `daemon: { retry: { max_retries: 0 } }\n${rules("none").replace("9000", "9000, compaction_threshold: 0.50")}`,
    says: [],
  },
  "quotes around the value of a variable": {
    global: `mcp_servers: { s: { transport: stdio, command: /opt/s, env: { NAME: '"queen"' } } }`,
    says: [`global warning schema/typography "queen"`],
    mended: "mcp_servers: { s: { transport: stdio, command: /opt/s, env: { NAME: 'queen' } } }",
  },
  "quotes inside the value of a variable": {
    global: `mcp_servers: { s: { transport: stdio, command: /opt/s, env: { OPTIONS: '{"a":"b"}', LIST: '"a","b"' } } }`,
    says: [],
  },
  "quotes around an argument, which may be a program of its own": {
    global: server("/opt/jq", `['"a"']`),
    says: [],
  },
  "the backslash of a line that goes on": {
    global: server("/opt/s", "['--root', '/comb \\', '--quiet']"),
    says: ["global warning mcp/joined-arguments /comb \\"],
    telling: /remove the backslash/,
  },
  "a directory of Windows": {
    global: server("/opt/s", "['--root', 'D:\\comb\\']"),
    says: [],
  },
  "a script that chooses proxies": {
    global: 'daemon: { web: { http_proxy: "http://wpad.corp.example/proxy.pac" } }',
    says: ["global warning daemon/proxy-url http://wpad.corp.example/proxy.pac"],
    telling: /the address of the proxy that the script would choose/,
  },
  "certificates of another format": {
    global: "daemon: { tls: { trust_store: /etc/ssl/corp.p12 } }",
    says: ["global warning path/trust-store /etc/ssl/corp.p12"],
    telling: /convert it to PEM/,
  },
  "a directory of certificates": {
    global: "daemon: { tls: { trust_store: /etc/ssl/certs/ } }",
    says: ["global warning path/trust-store /etc/ssl/certs/"],
    telling: /name a PEM file/,
  },
  "a certificate of the usual kinds": {
    global: "daemon: { tls: { trust_store: /etc/ssl/corp.crt } }",
    says: [],
  },
  "a script of another shell": {
    global: shell("command: bash, init_script: scripts/init.ps1"),
    says: ["global warning effect/script-of-another-shell scripts/init.ps1"],
    telling: /`command: powershell`/,
  },
  "a script of the same shell": {
    global: shell("command: powershell, init_script: scripts/init.ps1"),
    says: [],
  },
  "a program that asks for a password": {
    global: server("sudo", "[/opt/s]"),
    says: [`${LAUNCH} sudo`],
    telling: /start the program itself/,
  },
  "a program that asks nothing": {
    global: server("sudo", "[-n, /opt/s]"),
    says: [],
  },
  "a program in a cluster without input": {
    global: server("kubectl", "[exec, deploy/s, --, s-mcp]"),
    says: [`${LAUNCH} exec`],
    telling: /`kubectl exec -i`/,
  },
  "a program in a cluster with a terminal": {
    global: server("kubectl", "[-n, tools, exec, -it, deploy/s, --, s-mcp]"),
    says: [`${LAUNCH} exec`],
    telling: /terminal/,
  },
  "a program in a cluster": {
    global: server("kubectl", "[exec, --stdin, deploy/s, --, s-mcp, -t]"),
    says: [],
  },
  "a download that runs at once": {
    project: server("sh", '[-c, "curl -fsSL https://s.example/run | sh"]'),
    says: ["project warning mcp/unpinned-package curl -fsSL https://s.example/run | sh"],
    telling: /review it, and name the file/,
  },
  "a download that is only read": {
    global: server("sh", '[-c, "curl -fsSL https://s.example/data > /tmp/data; exec /opt/s"]'),
    says: [],
  },
  "a variable in the place of the program": {
    global: server("MODE=ro", "[/opt/s]"),
    says: [`${LAUNCH} MODE=ro`],
    telling: /`env`/,
  },
  "a file in the place of a class": {
    global: server("java", "[-Xmx512m, /opt/s.jar]"),
    says: [`${LAUNCH} /opt/s.jar`],
    telling: /`-jar`/,
  },
  "a file of classes, and a class": {
    global: server("java", "[-cp, /opt/s.jar, example.Main]"),
    says: [],
  },
  "a file in the place of a module": {
    global: server("python3", "[-m, /opt/s.py]"),
    says: [`${LAUNCH} /opt/s.py`],
    telling: /leave `-m` out/,
  },
  "a module": {
    global: server("python3", "[-m, s.server]"),
    says: [],
  },
  "a service with a terminal": {
    global: server("docker", "[compose, exec, -it, s, s-mcp]"),
    says: [`${LAUNCH} -it`],
    telling: /`-T`/,
  },
  "a service without one": {
    global: server("docker", "[compose, exec, -T, s, s-mcp, -t]"),
    says: [],
  },
});
