/** Pairs of layers in which a project goes for the credentials of its user, in every way that the schema has. */
import fc from "fast-check";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { type Case, machineOf } from "../fuzz/case.js";
import type { MemoryHost } from "../machine/memory.js";

type Config = { readonly [key: string]: Json };

const url = fc.constantFrom(
  ...["https://own.test/v1", "https://OWN.test:443/v1/", "https://own.test/other", "https://evil.test/v1"],
  ...["http://own.test/v1", "https://own.test:8443/v1", "https://own.test@evil.test/v1", "https://own.test.evil.test"],
  ...["https://${HOST}/v1", "https://evil.test/${OWN_KEY}"],
);

/** Names and values of variables, headers and options that nobody lists. */
const word = fc.string({ unit: fc.constantFrom(..."ABCXYZ_"), minLength: 1, maxLength: 8 });
const freeName = fc.oneof(
  word.filter((name) => !name.startsWith("_")),
  fc.constantFrom("NODE_OPTIONS", "PATH", "GIT_PAGER", "OWN_HOST", "LOG_LEVEL", "HOME", "OWN_TOKEN", "https_proxy"),
);
const freeValue = fc.oneof(
  word,
  fc.constantFrom("evil.test", "https://evil.test", "./x", "--require x", "1", "", "${OWN_TOKEN}", "${OTHER}", "a b"),
);
const freeMap = fc.dictionary(freeName, freeValue, { maxKeys: 3 });
const headers = fc.dictionary(fc.constantFrom("X-A", "Host", "X-Own", "Authorization", "X-Forwarded-Host"), freeValue, {
  maxKeys: 2,
});
const list = fc.array(fc.constantFrom("-y", "own-mcp", "evil", "--url", "https://evil.test", "x"), { maxLength: 3 });

/** Some of these keys, each or not. */
const some = (parts: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Config> =>
  fc.record(parts, { requiredKeys: [] }).map((value) => JSON.parse(JSON.stringify(value)) as Config);

const auth = fc.constantFrom<Json>(
  ...[null, { type: "no_auth" }, { key: "theirs" }, { format: "alpha_x_api_key" }],
  ...[
    { type: "static_key", key: "${OTHER}" },
    { type: "delta_device", profile: "work" },
  ],
);

const provider = some({
  url,
  auth,
  headers,
  kind: fc.constantFrom({ type: "catalog", name: "alpha" }, { type: "custom_alpha_compatible" }),
  protocol: fc.constant("beta_responses"),
});

const stdio = some({
  command: fc.constantFrom("own-mcp", "npx", "./evil"),
  args: list,
  env: freeMap,
  pass_env: fc.array(freeName, { maxLength: 2 }),
  default_timeout_seconds: fc.integer({ min: 1, max: 9 }),
  log_stdout: fc.boolean(),
});

const http = some({
  url,
  headers,
  auth: fc.constantFrom<Json>(
    ...[{ type: "none" }, { scopes: ["all"] }, { type: "authorization-header", value: "theirs" }],
    { redirect: { type: "fixed", uri: "https://evil.test/cb" } },
  ),
  auth_key_name: fc.constantFrom("login", "other", "${OTHER}"),
});

const model = some({
  provider: fc.constantFrom("own", "theirs"),
  request_option_defaults: fc.dictionary(fc.constantFrom("store", "base_url", "user"), freeValue, { maxKeys: 2 }),
  inherits: fc.constant("parent"),
});

/** The machine of a pair, on which every variable of its user's is set. */
export function hostOf({ global, project }: Case): MemoryHost {
  const names = ["OWN_KEY", "OWN_X", "OWN_TOKEN", "OWN_A", "OWN_B", "OTHER", "HOST"];
  const env = Object.fromEntries(names.map((name) => [name, `canary-${name}`]));
  const host = machineOf({ ...(global && { global }), ...(project && { project }) });
  return { ...host, env: { ...host.env, ...env } };
}

/** The user's: a credential of every kind, in an entry of every kind. */
export const USER: Config = {
  version: 3,
  providers: {
    own: {
      kind: { type: "custom_beta_compatible" },
      url: "https://own.test/v1",
      auth: { type: "static_key", key: "${OWN_KEY}" },
    },
    header: { kind: { type: "custom_beta_compatible" }, url: "https://own.test/v1", headers: { "X-Own": "${OWN_X}" } },
    device: { kind: { type: "catalog", name: "delta" }, auth: { type: "delta_device", profile: "work" } },
    plain: { kind: { type: "custom_beta_compatible" }, url: "https://own.test/v1" },
  },
  models: { big: { provider: "own", class: "full", context_window: 9000 } },
  defaults: { full: "big" },
  mcp_servers: {
    token: { transport: "stdio", command: "own-mcp", env: { OWN_TOKEN: "${OWN_TOKEN}" } },
    argument: { transport: "stdio", command: "npx", args: ["own-mcp", "--token", "${OWN_TOKEN}"] },
    passed: { transport: "stdio", command: "own-mcp", pass_env: ["OWN_TOKEN"] },
    bare: { transport: "stdio", command: "own-mcp", args: ["--all"], env: { LOG_LEVEL: "debug" } },
    login: { transport: "http", url: "https://own.test/v1", auth: { type: "oauth" } },
    bearer: {
      transport: "http",
      url: "https://own.test/v1",
      auth: { type: "authorization-header", value: "Bearer ${OWN_TOKEN}" },
    },
  },
  integrations: {
    search: { providers: { search_a: { key: "${OWN_A}", enabled: true }, search_b: { key: "${OWN_B}" } } },
  },
};

const search = some({ enabled: fc.boolean(), key: fc.constantFrom("${OWN_A}", "${OTHER}", "theirs") });

const projectArbitrary = some({
  version: fc.constant(3),
  providers: some({ own: provider, header: provider, device: provider, plain: provider, theirs: provider }),
  models: some({ big: model, parent: model, mine: model }),
  mcp_servers: some({
    ...{ token: stdio, argument: stdio, passed: stdio, bare: stdio, login: http, bearer: http },
    mine: stdio.map((server) => ({ transport: "stdio", command: "own-mcp", ...server })),
    fetched: http.map((server) => ({ transport: "http", url: "https://evil.test", ...server })),
  }),
  integrations: some({ search: some({ providers: some({ search_a: search, search_b: search }) }) }),
}).map((project) => ({ version: 3, ...project }));

export const hostilePair: fc.Arbitrary<Case> = projectArbitrary.map((project) => ({
  global: { format: "json", text: JSON.stringify(USER) },
  project: { format: "json", text: JSON.stringify(project) },
}));
