/** The example pairs load to what their author would expect. */
import { rootCertificates } from "node:tls";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { example } from "../machine/examples.js";
import { type Env, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

/** The example as it is, but for the trust store: on this machine it lies in the repository. */
function team(env: Env = {}): Machine {
  const files = Object.entries(example("team", "global.jsonc", "project.json"));
  const here = files.map(
    ([name, text]) => [name, String(text).replace("/etc/ssl/corp-ca.pem", "corp-ca.pem")] as const,
  );
  return machine(
    { ...Object.fromEntries(here), "corp-ca.pem": rootCertificates[0] ?? "", "scripts/agent-env.sh": "" },
    { env },
  );
}

test("workstation: keys from files, a project of servers, a facet", async () => {
  const at = machine({
    ...example("workstation", "global.yaml", "project.yaml"),
    "~/.tokens/hosted": "  sk-CANARY-hosted \n\n",
    "~/.tokens/search.env": "OTHER=1\nSEARCH_B_KEY=CANARY-search\n",
    ".agent/facets/plan.md": "plan\n",
  });
  const result = await at.load();
  expect(result.diagnostics.map(({ rule, severity }) => [rule, severity])).toEqual([
    ["trust/starts-process", "info"],
    ["mcp/unpinned-package", "warning"],
    ["trust/overrides-prompt", "info"],
  ]);
  expect(result.ok).toBe(true);
  const { config } = result;
  expect(config?.providers?.["hosted"]?.auth).toEqual({
    type: "static_key",
    key: "sk-CANARY-hosted",
    format: "bearer_token",
  });
  expect(config?.integrations?.search?.providers?.search_b).toEqual({ enabled: true, key: "CANARY-search" });
  expect(config?.models?.["lab/qwen-32b-coder-vision"]).toEqual({
    inherits: "lab/qwen-32b-coder",
    provider_name: "qwen-32b-coder-vision",
    provider: "lab",
    class: "full",
    context_window: 147456,
    supports_vision: true,
    forced_tool_choice_supported: true,
  });
  expect(Object.keys(config?.mcp_servers ?? {})).toEqual(["disassembler", "browser", "issues"]);
  expect(config?.mcp_servers?.["issues"]).toMatchObject({
    auth: { registration: { type: "client-metadata-url" }, redirect: { type: "ephemeral-loopback" } },
    default_enabled: true,
    block_list: [],
  });
  expect(config?.active_session?.default_facet).toBe("plan");
  expect(config?.daemon).toMatchObject({ max_tool_turns: 100, retry: { max_retries: 4, base_delay_ms: 1000 } });
  expect(config?.tui).toMatchObject({ density: "standard", theme: "dark" });
  expect(result.origin('models["lab/qwen-32b-coder-vision"].class')).toMatchObject({
    layer: "global",
    file: "~/.config/agent/config.yaml",
    position: { line: 40, column: 12 },
  });
  for (const shown of [JSON.stringify(result), inspect(result, { depth: 12 })]) expect(shown).not.toContain("CANARY");
});

test("team: an older JSONC file, variables, one override", async () => {
  const at = team({ ALPHA_API_KEY: "CANARY-1", GATEWAY_KEY: "CANARY-2" });
  const { ok, config, diagnostics } = await at.load();
  expect({ ok, rules: diagnostics.map(({ rule }) => rule) }).toEqual({
    ok: true,
    rules: ["trust/starts-process", "mcp/unpinned-package", "version/missing"],
  });
  expect(config?.version).toBe(3);
  expect(config?.models?.["gateway/large"]).toMatchObject({
    context_window: 400000,
    max_output_tokens_per_turn: 64000,
  });
  expect(config?.providers?.["alpha"]?.auth).toEqual({ type: "static_key", key: "CANARY-1" });
  expect(config?.daemon.provider_stream_max_lifetime_secs).toBe(0);
  expect(config?.daemon.tls?.trust_store).toBe("corp-ca.pem");
});

test("team, on a machine that lacks what it names: the trust store is needed, the script is not", async () => {
  const env = { ALPHA_API_KEY: "CANARY-1", GATEWAY_KEY: "CANARY-2" };
  const { ok, diagnostics } = await machine(example("team", "global.jsonc", "project.json"), { env }).load();
  expect({ ok, found: diagnostics.map(({ rule, severity, layer }) => [rule, severity, layer]) }).toEqual({
    ok: false,
    found: [
      ["trust/starts-process", "info", "project"],
      ["mcp/unpinned-package", "warning", "project"],
      ["path/not-found", "warning", "project"],
      ["version/missing", "info", "global"],
      ["path/trust-store", "error", "global"],
    ],
  });
});

test("all unset variables are reported at once, each at its place", async () => {
  const { ok, config, diagnostics } = await team().load();
  expect({ ok, config }).toEqual({ ok: false, config: undefined });
  const unset = diagnostics.filter(({ rule }) => rule === "substitution/unset-variable");
  expect(unset.map(({ range, path }) => [range.start.line, path])).toEqual([
    [6, "/providers/alpha/auth/key"],
    [12, "/providers/gateway/auth/key"],
  ]);
});

test("nothing in, nothing out: fails closed", async () => {
  const at = machine({});
  const result = await at.load();
  expect(result).toMatchObject({ ok: false, diagnostics: [{ rule: "layer/no-config" }] });
  const named = await at.load({ globalFile: "none.yaml" });
  expect(named).toMatchObject({ ok: false, diagnostics: [{ rule: "layer/unreadable" }] });
});

test("a broken project is left out; a broken global layer makes loading fail", async () => {
  const good = "version: 3\ntui: { theme: dark }\n";
  const broken = machine({ [GLOBAL]: good, [PROJECT]: "a: [\n" });
  expect(await broken.load()).toMatchObject({
    ok: true,
    config: { tui: { theme: "dark" } },
    diagnostics: [{ rule: "syntax/yaml" }],
  });
  const worse = machine({ [GLOBAL]: "a: [\n", [PROJECT]: good });
  expect(await worse.load()).toMatchObject({ ok: false });
});

test("values of a project that do not fit are left out", async () => {
  const place = machine({
    [GLOBAL]: "version: 3\nmodels: { m: { context_window: 1000 } }\n",
    [PROJECT]: "version: 3\nmodels: { m: { context_window: -1, class: huge, colour: red }, n: 5 }\nfacets: { f: {} }\n",
  });
  const { ok, config } = await place.load();
  expect(ok).toBe(true);
  expect(config?.models).toEqual({ m: { context_window: 1000, forced_tool_choice_supported: true } });
  expect(config?.facets).toEqual({});
});

test("the configuration is plain data", async () => {
  const { config } = await team({ ALPHA_API_KEY: "a", GATEWAY_KEY: "b" }).load();
  expect(structuredClone(config)).toEqual(config);
  expect(JSON.stringify(config)).not.toContain("null");
  expect(() => Object.freeze(config)).not.toThrow();
});

test("the fingerprint follows the outcome and nothing else", async () => {
  const fingerprint = async (text: string, env: Env = {}): Promise<string> =>
    (await machine({ [GLOBAL]: text }, { env }).load()).fingerprint;
  const one = "version: 3\nmodels: { m: { context_window: 1000 } }\n";
  expect(await fingerprint(one)).toBe(await fingerprint(`# a comment\n${one}`));
  expect(await fingerprint(one)).not.toBe(await fingerprint(one.replace("1000 }", "2000 }")));
  const key = "version: 3\nproviders: { p: { kind: { type: catalog, name: a }, url: 'https://${H}' } }\n";
  expect(await fingerprint(key, { H: "a" })).not.toBe(await fingerprint(key, { H: "b" }));
});

test("a catalog lends its models what an entry leaves out, and can be inherited from", async () => {
  const at = machine({
    [GLOBAL]: "version: 3\nmodels:\n  alpha/big: { max_tokens: 9 }\n  mine: { inherits: alpha/small, class: nano }\n",
    [PROJECT]:
      "version: 3\nproviders: { p: { kind: { type: catalog, name: alpha } } }\nmodels:\n  orphan: { inherits: alpha/none, provider: p, class: nano, context_window: 5000 }\n",
  });
  const catalog = {
    models: {
      "alpha/big": { class: "full", context_window: 200000, max_tokens: 8, forced_tool_choice_supported: false },
      "alpha/small": { class: "mini", context_window: 1000, provider: "alpha", supports_vision: true },
    },
  } as const;
  const result = await at.load({ catalog });
  expect(result.config?.models).toEqual({
    "alpha/big": { class: "full", context_window: 200000, max_tokens: 9, forced_tool_choice_supported: false },
    mine: {
      inherits: "alpha/small",
      class: "nano",
      context_window: 1000,
      provider: "alpha",
      provider_name: "alpha/small",
      forced_tool_choice_supported: true,
    },
    orphan: {
      provider: "p",
      class: "nano",
      context_window: 5000,
      supports_vision: false,
      forced_tool_choice_supported: true,
    },
  });
  expect(result.diagnostics.map(({ rule, path }) => [rule, path])).toEqual([
    ["reference/unknown-parent", "/models/orphan/inherits"],
  ]);
  expect(result.origin('models["alpha/big"].class')).toEqual({ layer: "catalog" });
  expect(result.origin('models["alpha/big"].max_tokens')).toMatchObject({ layer: "global" });
});

test("a refused configuration runs nothing and is not blamed for what was not run", async () => {
  const at = machine({
    [GLOBAL]:
      "version: 3\nconfig_command_substitution: true\ntui: { theme: $(echo dark) }\nnotifications: { trigger_turn: 3 }\n",
  });
  const { ok, diagnostics, unresolved } = await at.load();
  expect({ ok, unresolved }).toEqual({ ok: false, unresolved: [] });
  expect(diagnostics.map(({ rule }) => rule)).toEqual(["schema/wrong-type"]);
});
