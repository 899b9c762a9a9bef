/**
 * Parts of configurations, each with what it is about in words: `host:evil.test` at a path. Policies of the tests say by the same words what
 * they forbid, so that no code decides what an allowed value is.
 */
import type { JsonObject } from "../arbitrary/plain.js";

export interface Part {
  readonly data: JsonObject;
  /** Each word with the JSON Pointer of its place. */
  readonly words: readonly (readonly [word: string, at: string])[];
  /** Only in the user's own file. */
  readonly isGlobal?: true;
}

const custom = (name: string, url: string, host: string): Part => ({
  data: { providers: { [name]: { kind: { type: "custom_beta_compatible" }, url } } },
  words: [
    [`host:${host}`, `/providers/${name}/url`],
    ["kind:custom_beta_compatible", `/providers/${name}/kind/type`],
  ],
});

const entry = (name: string): Part => ({
  data: { providers: { [`of-${name}`]: { kind: { type: "catalog", name } } } },
  words: [[`entry:${name}`, `/providers/of-${name}/kind`]],
});

const remote = (name: string, url: string, host: string): Part => ({
  data: { mcp_servers: { [name]: { transport: "http", url } } },
  words: [[`host:${host}`, `/mcp_servers/${name}/url`]],
});

const local = (
  name: string,
  command: string,
  args: readonly string[],
  more: readonly (readonly [string, string])[] = [],
): Part => ({
  data: { mcp_servers: { [name]: { transport: "stdio", command, args: [...args] } } },
  words: [
    [`program:${command}`, `/mcp_servers/${name}/command`],
    ...more.map(([word, at]) => [word, `/mcp_servers/${name}/args/${at}`] as const),
  ],
});

/** Parts that can stand in either file, side by side. */
export const PARTS: readonly Part[] = [
  custom("gate", "https://llm.acme.example/v1", "llm.acme.example"),
  custom("spelled", "https://LLM.ACME.example:443/v1", "llm.acme.example"),
  custom("far", "https://evil.test/v1", "evil.test"),
  custom("alike", "https://llm.acme.example.evil.test/v1", "evil.test"),
  custom("here", "http://127.0.0.1:11434/v1", "localhost"),
  custom("later", "${GATEWAY}/v1", "unknown"),
  custom("known", "https://evil.test/${REGION}/v1", "evil.test"),
  entry("alpha"),
  entry("beta"),
  remote("docs", "https://docs.acme.example/mcp", "docs.acme.example"),
  remote("far-docs", "https://docs.evil.test/mcp", "docs.evil.test"),
  local("own", "own-server", ["--fast"]),
  local(
    "elsewhere",
    "/tmp/npx",
    ["-y", "@acme/docs@1.0.0"],
    [
      ["package:@acme/docs", "1"],
      ["exact", "1"],
    ],
  ),
  local(
    "pinned",
    "npx",
    ["-y", "@acme/docs@2.0.0"],
    [
      ["package:@acme/docs", "1"],
      ["exact", "1"],
    ],
  ),
  local(
    "floating",
    "npx",
    ["-y", "@acme/docs"],
    [
      ["package:@acme/docs", "1"],
      ["floating", "1"],
    ],
  ),
  local(
    "strange",
    "npx",
    ["-y", "@evil/docs@1.0.0"],
    [
      ["package:@evil/docs", "1"],
      ["exact", "1"],
    ],
  ),
  local(
    "renamed",
    "npx",
    ["-y", "@acme/docs@npm:evil@1.0.0"],
    [
      ["package:alias", "1"],
      ["floating", "1"],
    ],
  ),
  local(
    "second",
    "npx",
    ["-p", "@acme/docs@1.0.0", "-p", "evil@1.0.0", "docs"],
    [
      ["package:@acme/docs", "1"],
      ["exact", "1"],
      ["package:evil", "3"],
    ],
  ),
  local(
    "image",
    "docker",
    ["run", "-i", "--rm", "mcp/time:latest"],
    [
      ["package:mcp/time", "3"],
      ["floating", "3"],
    ],
  ),
  local("bridge", "own-server", ["--url=https://evil.test/mcp"], [["host:evil.test", "0"]]),
  {
    data: { daemon: { web: { https_proxy: "http://proxy.evil.test:3128" } } },
    words: [["host:proxy.evil.test", "/daemon/web/https_proxy"]],
  },
  {
    data: { telemetry: { endpoint: "https://otlp.evil.test/v1/traces" } },
    words: [["host:otlp.evil.test", "/telemetry/endpoint"]],
    isGlobal: true,
  },
  {
    data: {
      config_command_substitution: true,
      providers: {
        secretive: {
          kind: { type: "catalog", name: "alpha" },
          auth: { type: "static_key", key: "$(op read op://work/key)" },
        },
      },
    },
    words: [
      ["switch", "/config_command_substitution"],
      ["program:op", "/providers/secretive/auth/key"],
      ["entry:alpha", "/providers/secretive/kind"],
    ],
    isGlobal: true,
  },
];

export interface PolicyCase {
  readonly name: string;
  readonly text: string;
  /** The words that it forbids, each with the rule that says so and the key of the policy. */
  readonly forbids: Readonly<Record<string, readonly [rule: string, key: string]>>;
  /** The strategies that it does not allow. */
  readonly matchers?: readonly string[];
  readonly secretFiles?: readonly string[];
  readonly disallowHttp?: true;
}

const HOST = ["forbidden-host", "hosts"] as const;
const KIND = ["forbidden-provider", "provider_kinds"] as const;
const PROGRAM = ["forbidden-command", "commands"] as const;
const PACKAGE = ["forbidden-package", "packages"] as const;
const FLOATING = ["unpinned-package", "exact_versions"] as const;
const SWITCH = ["command-substitution", "config_command_substitution"] as const;

const all = <Value>(words: readonly string[], value: Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(words.map((word) => [word, value]));

const FAR = ["host:evil.test", "host:docs.evil.test", "host:proxy.evil.test", "host:otlp.evil.test"];
const STRANGE = ["package:@evil/docs", "package:alias", "package:evil", "package:mcp/time"];

export const POLICIES: readonly PolicyCase[] = [
  { name: "nothing", text: "# restricts nothing\n", forbids: {} },
  {
    name: "hosts",
    text: 'allow:\n  hosts: [llm.acme.example, "*.acme.example"]\n',
    forbids: all([...FAR, "host:localhost"], HOST),
  },
  {
    name: "this machine",
    text: "contact: security@acme.example\nallow:\n  hosts:\n    - llm.acme.example:443\n    - localhost\n",
    forbids: all([...FAR, "host:docs.acme.example"], HOST),
  },
  {
    name: "kinds",
    text: "allow: { provider_kinds: [catalog/alpha] }\n",
    forbids: all(["entry:beta", "kind:custom_beta_compatible"], KIND),
  },
  {
    name: "catalog",
    text: '"$schema": "x"\nallow:\n  provider_kinds:\n  - catalog\n',
    forbids: all(["kind:custom_beta_compatible"], KIND),
  },
  {
    name: "commands",
    text: "allow:\n  commands: [npx, own-*]\n",
    forbids: all(["program:/tmp/npx", "program:docker", "program:op"], PROGRAM),
  },
  {
    name: "packages",
    text: 'allow:\n\n  packages: ["@acme/*"]\n',
    forbids: all(STRANGE, PACKAGE),
  },
  {
    name: "strategies",
    text: "allow:\n  permission_matchers: [standard, autonomous]\n",
    forbids: {},
    matchers: ["bypass", "bypass_plus"],
  },
  {
    name: "switch and strategies",
    text: "allow:\n  config_command_substitution: false\n  permission_matchers: [autonomous]\n",
    forbids: { switch: SWITCH },
    matchers: ["standard", "bypass", "bypass_plus"],
  },
  { name: "versions", text: "require: { exact_versions: true }\n", forbids: { floating: FLOATING } },
  {
    name: "guards",
    text: 'require:\n  web_fetch_disallow_http: true\n  secret_files: [".env*", "keys/**"]\n',
    forbids: {},
    secretFiles: [".env*", "keys/**"],
    disallowHttp: true,
  },
  {
    name: "everything",
    text: `allow:
  hosts: []
  provider_kinds: []
  commands: []
  packages: []
  permission_matchers: []
  config_command_substitution: false
require:
  exact_versions: true
  secret_files: ["keys/**"]
  web_fetch_disallow_http: true
`,
    forbids: {
      ...all([...FAR, "host:localhost", "host:llm.acme.example", "host:docs.acme.example"], HOST),
      ...all(["entry:alpha", "entry:beta", "kind:custom_beta_compatible"], KIND),
      ...all(["program:own-server", "program:/tmp/npx", "program:npx", "program:docker", "program:op"], PROGRAM),
      ...all([...STRANGE, "package:@acme/docs"], PACKAGE),
      ...{ switch: SWITCH, floating: FLOATING },
    },
    matchers: ["standard", "bypass", "bypass_plus", "autonomous"],
    secretFiles: ["keys/**"],
    disallowHttp: true,
  },
];
