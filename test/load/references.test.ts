/** Names that are substituted (S31), and what a model takes over from its parent (S33). */
import { describe, expect, test } from "vitest";
import { layered } from "../machine/layered.js";

const PROVIDER = "providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1' } }";

interface Case {
  readonly models: string;
  readonly project?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function loaded({ models, project, env = {} }: Case) {
  const at = layered({
    format: "yaml",
    global: `version: 3\n${PROVIDER}\nmodels:\n${models}`,
    ...(project !== undefined && { project: `version: 3\nmodels:\n${project}` }),
    env,
  });
  const result = await at.load();
  const said = result.diagnostics.map(({ layer, rule, path }) => `${layer} ${rule} ${path}`);
  return { result, said, models: result.config?.models as unknown as Readonly<Record<string, unknown>> | undefined };
}

const WHOLE = "{ provider: p, class: full, context_window: 5000 }";

describe("S31 a substituted parent", () => {
  test("is inherited from", async () => {
    const { result, models } = await loaded({
      models: `  b: ${WHOLE}\n  c: { inherits: '\${X}' }\n  d: { inherits: c }\n`,
      env: { X: "b" },
    });
    const inherited = { provider: "p", provider_name: "b", class: "full", context_window: 5000 };
    expect(models).toMatchObject({ c: { inherits: "b", ...inherited }, d: { inherits: "c", ...inherited } });
    expect(result.diagnostics).toEqual([]);
    expect(result.origin("models.d.context_window")).toMatchObject({ path: "/models/b/context_window" });
  });

  test("that lacks something leaves its child without it: nothing is loaded", async () => {
    const { result, said } = await loaded({
      models: `  b: ${WHOLE}\n  half: { enabled: false, provider: p }\n  c: { inherits: '\${X}' }\n`,
      env: { X: "half" },
    });
    expect(result.ok).toBe(false);
    expect(said).toContain("global model/missing-class /models/c");
  });

  test("that is the model itself is a circle: nothing is loaded", async () => {
    const { result, said } = await loaded({ models: `  b: { inherits: '\${X}' }\n`, env: { X: "b" } });
    expect({ ok: result.ok, said }).toEqual({ ok: false, said: ["global substitution/misfit /models/b/inherits"] });
  });

  test("that leads back through others is a circle: nothing is loaded", async () => {
    const { result, said } = await loaded({
      models: `  a: { inherits: b }\n  b: { inherits: '\${X}' }\n`,
      env: { X: "a" },
    });
    expect({ ok: result.ok, said }).toEqual({
      ok: false,
      said: ["global reference/inherits-cycle /models/a/inherits"],
    });
  });

  test("of a project costs the project alone", async () => {
    const { result, said, models } = await loaded({
      models: `  b: ${WHOLE}\n  c: { inherits: b }\n  d: { inherits: c }\n`,
      project: `  c: { inherits: '\${X}' }\n`,
      env: { X: "d" },
    });
    expect(result.ok).toBe(true);
    expect(models).toMatchObject({
      c: { inherits: "b", context_window: 5000 },
      d: { inherits: "c", context_window: 5000 },
    });
    expect(said.length).toBeGreaterThan(0);
    expect(said.every((line) => line.startsWith("project "))).toBe(true);
  });
});

describe("S31 a substituted provider", () => {
  test("of a custom kind needs a class", async () => {
    const { result, said } = await loaded({
      models: `  m: { provider: '\${X}', context_window: 5000 }\n`,
      env: { X: "p" },
    });
    expect({ ok: result.ok, said }).toEqual({ ok: false, said: ["global model/missing-class /models/m"] });
  });

  test("that a project chooses costs what the project wrote", async () => {
    const { result, said, models } = await loaded({
      models: "  m: { context_window: 5000 }\n",
      project: `  m: { provider: '\${X}', max_tokens: 9 }\n`,
      env: { X: "p" },
    });
    expect(result.ok).toBe(true);
    expect(models).toMatchObject({ m: { context_window: 5000, max_tokens: 9 } });
    expect(models?.["m"]).not.toHaveProperty("provider");
    expect(said).toEqual([
      "project model/missing-class /models/m/provider",
      "project trust/reroutes-traffic /models/m/provider",
    ]);
  });

  test("S23 nothing says what a variable holds", async () => {
    const { result } = await loaded({
      models: `  m: { provider: '\${X}', class: full, context_window: 5000 }\n`,
      env: { X: "a-secret-word" },
    });
    expect(result.ok).toBe(false);
    expect(JSON.stringify(result)).not.toContain("a-secret-word");
  });
});

describe("S33 what a child takes over", () => {
  const PARENT = `{ provider: p, class: full, context_window: 5000, variant: beta, max_tokens: 9, max_output_tokens_per_turn: 4,
    reasoning: { type: no_reasoning }, request_option_defaults: { a: true, b: x } }`;

  test("provider identity, class, window and request options, and nothing else", async () => {
    const { result, models } = await loaded({
      models: `  b: ${PARENT}\n  c: { inherits: b, request_option_defaults: { b: y } }\n`,
    });
    expect(models?.["c"]).toEqual({
      inherits: "b",
      provider: "p",
      provider_name: "b",
      class: "full",
      context_window: 5000,
      request_option_defaults: { a: true, b: "y" },
      supports_vision: false,
      forced_tool_choice_supported: true,
    });
    expect(result.origin("models.c.provider_name")).toMatchObject({ layer: "global", path: "/models/b" });
    expect(models?.["b"]).not.toHaveProperty("provider_name");
  });

  test("the name of the nearest one that has been given one, or of the first of all", async () => {
    const { models } = await loaded({
      models: `  a: ${WHOLE}\n  b: { inherits: a }\n  c: { inherits: b }\n  d: { inherits: b, provider_name: own }\n  e: { inherits: d }\n`,
    });
    expect(models).toMatchObject({
      b: { provider_name: "a" },
      c: { provider_name: "a" },
      d: { provider_name: "own" },
      e: { provider_name: "own" },
    });
  });

  test("an unknown parent gives no name", async () => {
    const { models } = await loaded({ models: "  c: { inherits: alpha-1 }\n" });
    expect(models?.["c"] ?? {}).not.toHaveProperty("provider_name");
  });
});
