/** What is left of a project in which one value is wrong (S5, S12): everything but that value. */
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

test("of two spellings of a header in one file the first counts", async () => {
  const at = machine({
    [GLOBAL]: "providers: { acme: { kind: { type: catalog, name: alpha }, headers: { X-Team: ours } } }\n",
    [PROJECT]: "providers: { acme: { headers: { x-team: theirs, X-TEAM: again, X-Stage: test } } }\n",
  });
  const { config } = await at.load();
  expect(config?.providers?.["acme"]?.headers).toEqual({ "x-team": "theirs", "X-Stage": "test" });
});

test("an extension is handed no number that JSON cannot spell", async () => {
  const at = machine({
    [GLOBAL]: "plugins: { tracker: { limit: 10 } }\n",
    [PROJECT]: "plugins: { tracker: { limits: [.inf] }, reviewer: { limit: 5 } }\n",
  });
  const { config } = await at.load();
  expect(config?.plugins).toEqual({ tracker: { limit: 10 }, reviewer: { limit: 5 } });
});

test("a command that stays literal text is not said to stand for something else", async () => {
  const at = machine({
    [GLOBAL]: "tui: { theme: dark }\n",
    [PROJECT]: "tui: { theme: $(pick-theme) }\n",
  });
  const { config, diagnostics } = await at.load();
  expect(config?.tui?.theme).toBe("dark");
  expect(diagnostics.map(({ rule }) => rule)).toEqual([
    "schema/unknown-value",
    "substitution/in-project",
    "version/missing",
  ]);
});

test("S30 a project of a newer version contributes nothing, and nothing in it is judged", async () => {
  const at = machine({
    [GLOBAL]: "version: 3\ntui: { theme: dark }\n",
    [PROJECT]: "version: 4\ntui: { theme: light }\ntelemetry: null\nnew: { key: 1 }\n",
  });
  const { ok, config, diagnostics } = await at.load();
  expect({ ok, theme: config?.tui.theme }).toEqual({ ok: true, theme: "dark" });
  expect(diagnostics.map(({ rule }) => rule)).toEqual(["version/newer"]);
});

/** A project that changes the variant of something and forgets what the new one needs: the global layer, the project, what stays. */
const CHANGES: readonly (readonly [what: string, global: string, project: string, path: string, rule: string])[] = [
  [
    "a server's transport",
    "mcp_servers: { s: { transport: stdio, command: c, args: [a], default_enabled: false } }",
    "mcp_servers: { s: { transport: http } }",
    "mcp_servers.s",
    "schema/missing-key",
  ],
  [
    "a server's transport, with an address that does not fit",
    "mcp_servers: { s: { transport: stdio, command: c } }",
    "mcp_servers: { s: { transport: http, url: 5 } }",
    "mcp_servers.s",
    "schema/wrong-type",
  ],
  [
    "the kind of a provider that needs a name",
    "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1' } }",
    "providers: { p: { kind: { type: catalog } } }",
    "providers.p.kind",
    "schema/missing-key",
  ],
  [
    "the kind of a provider that needs an address",
    "providers: { p: { kind: { type: catalog, name: alpha } } }",
    "providers: { p: { kind: { type: custom_beta_compatible } } }",
    "providers.p.kind",
    "provider/missing-url",
  ],
  [
    "a login",
    "providers: { p: { kind: { type: catalog, name: alpha }, auth: { type: delta_device, profile: mine } } }",
    "providers: { p: { auth: { type: static_key } } }",
    "providers.p.auth",
    "schema/missing-key",
  ],
  [
    "how a model reasons",
    "models: { m: { context_window: 5000, reasoning: { type: thinking, can_disable: true } } }",
    "models: { m: { reasoning: { type: effort, can_disable: false } } }",
    "models.m.reasoning",
    "schema/missing-key",
  ],
  [
    "a part of a login",
    `mcp_servers: { s: { transport: http, url: 'https://s.example/',
       auth: { type: oauth, registration: { type: client-metadata-url, url: 'https://s.example/me.json' } } } }`,
    "mcp_servers: { s: { auth: { registration: { type: pre-registered } } } }",
    "mcp_servers.s.auth.registration",
    "schema/missing-key",
  ],
];

test.each(CHANGES)(
  "S32 %s: what the project wrote is left out, and nothing else",
  async (_, below, above, path, rule) => {
    const files = { [GLOBAL]: `version: 3\n${below}\n` };
    const alone = await machine(files).load();
    const both = await machine({ ...files, [PROJECT]: `version: 3\n${above}\n` }).load();
    expect(both.diagnostics.map((one) => [one.layer, one.severity, one.rule])).toEqual([["project", "error", rule]]);
    expect(both.config).toEqual(alone.config);
    expect(both.origin(path)).toMatchObject({ layer: "global" });
  },
);

test("S32 a change of variant that is complete counts", async () => {
  const { config } = await machine({
    [GLOBAL]: "version: 3\nmcp_servers: { s: { transport: stdio, command: c, default_enabled: false } }\n",
    [PROJECT]: "version: 3\nmcp_servers: { s: { transport: http, url: 'https://s.example/' } }\n",
  }).load();
  expect(config?.mcp_servers?.["s"]).toMatchObject({ url: "https://s.example/", default_enabled: false });
});

const ACME = "providers: { acme: { kind: { type: custom_beta_compatible }, url: 'https://acme.example/v1' } }\n";
const OWN = "models: { own: { provider: acme, class: nano, context_window: 9000 } }\n";

/** The text of the global layer and of the project, and the sections that are in effect. */
const REFERENCES: readonly (readonly [what: string, global: string, project: string, left: object])[] = [
  [
    "a default that names it",
    `${ACME}${OWN}defaults: { nano: own }\n`,
    "models: { n: { provider: acme, class: nano } }\ndefaults: { nano: n }\n",
    { models: ["own"], defaults: { nano: "own" } },
  ],
  [
    "with an effort",
    `${ACME}${OWN}defaults: { nano: own }\n`,
    "models: { n: { provider: acme, class: nano } }\ndefaults: { nano: 'n(high)' }\n",
    { models: ["own"], defaults: { nano: "own" } },
  ],
  ["the entry that nothing is left of", "tui: {}\n", "models: { d: { inherits: A } }\n", { models: [] }],
  [
    "a child of it, and whatever names that",
    `${ACME}${OWN}defaults: { nano: own }\n`,
    "models: { n: { inherits: A }, o: { inherits: n } }\ndefaults: { nano: o, full: n }\n",
    { models: ["own"], defaults: { nano: "own" } },
  ],
  [
    "a facet",
    "facets: { mine: { source: 'agent://mine.md' } }\nactive_session: { default_facet: mine }\n",
    "facets: { f: { surce: 'agent://f.md' } }\nactive_session: { default_facet: f }\n",
    { facets: ["mine"], active_session: { default_facet: "mine" } },
  ],
  [
    "a name that its user has as well",
    `${ACME}${OWN}`,
    "models: { own: { inherits: A } }\ndefaults: { nano: own }\n",
    { models: ["own"], defaults: { nano: "own" } },
  ],
  [
    "nothing of an entry that is empty by itself",
    "tui: {}\n",
    "models: { discovered: {} }\ndefaults: { nano: discovered }\n",
    { models: ["discovered"], defaults: { nano: "discovered" } },
  ],
];

test.each(REFERENCES)("what is left out takes with it %s", async (_, global, project, left) => {
  const at = machine({ [GLOBAL]: `version: 3\n${global}`, [PROJECT]: `version: 3\n${project}` });
  const { ok, config } = await at.load();
  const { models, facets, defaults, active_session } = config ?? {};
  const names = { models: Object.keys(models ?? {}), facets: Object.keys(facets ?? {}) };
  expect({ ok, ...names, defaults, active_session }).toMatchObject({ ok: true, ...left });
});
