/** Attempts of a project to loosen a policy. After none of them does a configuration load with a value that the policy forbids. */
import { expect, test } from "vitest";
import { load } from "../../src/toolkit/load.js";
import { memoryHost } from "../machine/memory.js";
import { GLOBAL, POLICY, PROJECT } from "../machine/names.js";

const STRICT = `allow:
  hosts: [llm.acme.example, "*.docs.acme.example"]
  provider_kinds: [catalog/alpha, custom_beta_compatible]
  commands: [npx, uvx, docker, sh, /opt/acme/bin/*]
  packages: ["@acme/*", ghcr.io/acme/*]
  permission_matchers: [standard]
  config_command_substitution: false
require:
  exact_versions: true
  secret_files: [".env*", "keys/**"]
  web_fetch_disallow_http: true
`;

/** A user's own file that keeps the policy. */
const OWN = `version: 3
providers:
  mine: { kind: { type: custom_beta_compatible }, url: "https://llm.acme.example/v1", auth: { type: static_key, key: "\${KEY}" } }
  alpha: { kind: { type: catalog, name: alpha } }
mcp_servers:
  docs: { transport: stdio, command: npx, args: [-y, "@acme/docs@1.0.0"] }
  far: { transport: http, url: "https://a.docs.acme.example/mcp" }
permissions: { secret_files: [".env*", "keys/**"] }
daemon: { web: { web_fetch_disallow_http: true } }
`;

const ENV = { KEY: "sk-own", EVIL: "https://evil.test", HALF: "evil.", PACKAGE: "evil@1.0.0", PROGRAM: "evil" };

const url = (text: string): string => `providers: { mine: { url: ${JSON.stringify(text)} } }`;
const server = (entry: string): string => `mcp_servers: { docs: { ${entry} } }`;
const args = (...list: readonly string[]): string => server(`args: ${JSON.stringify(list)}`);
const FAR = url("https://evil.test/v1");

/** What the project's own file says, and other files of the repository. */
type Attempt = readonly [name: string, config: string, others?: Readonly<Record<string, string>>];

const ATTEMPTS: readonly Attempt[] = [
  ["a comment on the line", `${FAR} # agentcfg-ignore policy/forbidden-host -- reviewed`],
  ["a comment for the file", `# agentcfg-ignore-file policy/forbidden-host -- reviewed\n${FAR}`],
  ["a comment with the family", `# agentcfg-ignore-file policy -- reviewed\n${FAR}`],
  ["a policy beside the configuration", FAR, { ".agent/policy.yaml": "allow: { hosts: [evil.test] }" }],
  [
    "a policy in the repository",
    FAR,
    { "policy.yaml": "", "agentcfg/policy.yaml": "", "etc/agentcfg/policy.yaml": "" },
  ],
  [
    "settings of lint in the repository",
    FAR,
    { ".agent/lint.yaml": "ignore: [policy]", "agentcfg/lint.yaml": "ignore: [policy]" },
  ],
  ["a baseline in the repository", FAR, { "agentcfg-baseline.json": '{"version":1,"findings":[]}' }],
  ["a key for a policy", `policy: none\npolicies: []\nallow: { hosts: [evil.test] }\n${FAR}`],
  ["a key of plugins", `plugins: { policy: { allow: { hosts: [evil.test] } } }\n${FAR}`],
  ["another schema", `$schema: "https://evil.test/schema.json"\n${FAR}`],
  ["a user name that looks like the host", url("https://llm.acme.example@evil.test/v1")],
  ["a user name and a port", url("https://llm.acme.example:443@evil.test/v1")],
  ["a backslash", url("https://evil.test\\@llm.acme.example/v1")],
  ["a longer host", url("https://llm.acme.example.evil.test/v1")],
  ["a fragment", url("https://evil.test#llm.acme.example")],
  ["a query", url("https://evil.test?llm.acme.example")],
  ["another case and a dot", url("HTTPS://EVIL.TEST./v1")],
  ["a tab", url("https://ev\til.test/v1")],
  ["a fullwidth letter", url("https://ｅvil.test/v1")],
  ["a number in place of an address", url("http://3232235777/v1")],
  ["a variable", url("${EVIL}/v1")],
  ["half a variable", url("https://${HALF}test/v1")],
  [
    "a name below a wildcard's name",
    server("transport: http, url: 'https://docs.acme.example.evil.test/mcp', command: null"),
  ],
  ["an alias", `x: &far "https://evil.test/v1"\nproviders: { mine: { url: *far } }`],
  [
    "an entry of its own",
    `providers: { other: { kind: { type: custom_beta_responses }, url: "https://llm.acme.example/v1" } }`,
  ],
  ["another entry of the catalog", "providers: { alpha: { kind: { name: beta } } }"],
  ["other arguments for the user's server", args("-y", "evil@1.0.0")],
  ["an alias of npm", args("-y", "@acme/docs@npm:evil@1.0.0")],
  ["a second package", args("-p", "@acme/docs@1.0.0", "-p", "evil@1.0.0", "docs")],
  ["a script beside a package", args("-p", "@acme/docs@1.0.0", "-c", "evil")],
  ["another registry", args("--registry=https://llm.acme.example", "-y", "@acme/docs@1.0.0")],
  ["another registry by a variable", server('env: { npm_config_registry: "https://llm.acme.example" }')],
  ["a package from git", args("-y", "github:evil/docs#0123456789012345678901234567890123456789")],
  ["a package from a file", args("-y", "./evil.tgz")],
  ["a package in a variable", args("-y", "${PACKAGE}")],
  ["a floating version", args("-y", "@acme/docs@latest")],
  ["a shell around it", server('command: sh, args: [-c, "npx -y @acme/docs@1.0.0; evil"]')],
  ["an image from elsewhere", server('command: docker, args: [run, -i, "ghcr.io/acme.evil/docs@sha256:00"]')],
  ["a program beside it", server("command: ./npx")],
  ["a way out of a directory", server("command: /opt/acme/bin/../../../tmp/evil")],
  ["a blank after the program", server('command: "npx "')],
  ["a program in a variable", server('command: "${PROGRAM}"')],
  ["another search path", server("env: { PATH: ./bin }")],
  ["a library", server("env: { LD_PRELOAD: ./evil.so }")],
  ["an address in an argument", args("-y", "@acme/docs@1.0.0", "--url=https://evil.test")],
  ["a proxy", 'daemon: { web: { https_proxy: "http://evil.test:3128" } }'],
  ["bypass", "default_permission_matcher: bypass"],
  ["an empty list of secret files", "permissions: { secret_files: [] }"],
  ["a negated pattern", 'permissions: { secret_files: ["!.env*", "keys/**"] }'],
  ["no list of secret files", "permissions: null"],
  ["a variable in the list", 'permissions: { secret_files: ["${HALF}", "keys/**"] }'],
  ["plain HTTP", "daemon: { web: { web_fetch_disallow_http: false } }"],
  ["no setting for plain HTTP", "daemon: null"],
  ["the switch for commands", "config_command_substitution: true"],
  ["a command", url("$(echo https://evil.test)/v1")],
];

const hostOf = (config: string, others: Readonly<Record<string, string>> = {}) =>
  memoryHost({ files: { [POLICY]: STRICT, [GLOBAL]: OWN, [PROJECT]: `version: 3\n${config}\n`, ...others }, env: ENV });

test("without a project, the user's own file loads", async () => {
  const { ok, diagnostics } = await load({ host: hostOf(""), project: false });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(ok).toBe(true);
});

test.each(ATTEMPTS.map(([name, config, others = {}]) => [name, config, others] as const))(
  "%s",
  async (_, config, others) => {
    const host = hostOf(config, others);
    const { ok, config: loaded, diagnostics } = await load({ host });
    const broken = diagnostics.filter(({ rule }) => rule.startsWith("policy/"));
    // A value that is a mistake is left out: then the user's own is in effect.
    if (ok) expect(forbiddenIn(loaded)).toEqual([]);
    else expect(broken.length).toBeGreaterThan(0);
    for (const { related } of broken) expect(related.map(({ file }) => file)).toEqual([POLICY]);
    expect(host.commands).toEqual([]);
  },
);

test("there are forty attempts, and loading refuses most of them for the policy", async () => {
  expect(ATTEMPTS.length).toBeGreaterThanOrEqual(40);
  const results = await Promise.all(ATTEMPTS.map(([, config, others]) => load({ host: hostOf(config, others) })));
  expect(results.filter(({ ok }) => !ok).length).toBeGreaterThanOrEqual(40);
});

/** What the policy forbids and a configuration has, by other means than the rules. */
function forbiddenIn(config: object): readonly string[] {
  const text = JSON.stringify(config);
  return ["evil", "bypass", '"config_command_substitution":true', '"web_fetch_disallow_http":false', "3232235777"]
    .filter((word) => text.includes(word))
    .concat(text.includes('"secret_files":[".env*","keys/**"]') ? [] : ["secret_files"]);
}
