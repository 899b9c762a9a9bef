/** The models that a configuration knows: entries over what providers list, and what only a list has (spec 2.4, P-S105). */
import { expect, test } from "vitest";
import { usableModels } from "../../src/agent/session/catalog/catalog-of.js";
import { resolveModel } from "../../src/agent/session/model/resolve.js";
import type { Listed } from "../../src/provider/known.js";
import type { ListedModel } from "../../src/provider/listed.js";
import { configOf, errorIn, targetIn } from "../model/asking.js";

const PROVIDERS = `version: 3
providers:
  lab: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:9/v1" }
  other: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:8/v1" }
`;

const listed = (lists: Readonly<Record<string, readonly ListedModel[]>>): Listed =>
  new Map(
    Object.entries(lists).map(([name, models]) => [name, new Map(models.map((model) => [model.id, model] as const))]),
  );

const LISTED = listed({
  lab: [
    { id: "big-1.5", window: 128000, ceiling: 16000, sees: true, usesTools: true },
    { id: "vague" },
    { id: "shared", window: 8000 },
    { id: "embed", window: 8000, isForText: false },
    { id: "quiet", window: 8000, usesTools: false },
  ],
  other: [
    { id: "shared", window: 4000 },
    { id: "a/b", window: 4000 },
  ],
});

test("a listed model is asked as its list says", async () => {
  const config = await configOf(PROVIDERS);
  expect(errorIn(config, "big-1.5")).toMatchObject({ code: "no_model" });
  expect(targetIn(config, "big-1.5", { listed: LISTED })).toMatchObject({
    ...{ model: "big-1.5", provider: "lab", providerName: "big-1.5", window: 128000, answerLimit: 16000, sees: true },
  });
});

test("an entry has no effect before its model is listed, and is laid over the list then", async () => {
  const config = await configOf(`${PROVIDERS}defaults: { full: big-1.5 }
models:
  big-1.5: { max_output_tokens_per_turn: 2000, stop_sequences: [END], supports_vision: false }
`);
  expect(errorIn(config)).toMatchObject({ code: "no_model", key: 'models["big-1.5"].provider' });
  expect(usableModels(config).map(({ name }) => name)).toEqual([]);
  expect(targetIn(config, undefined, { listed: LISTED })).toMatchObject({
    ...{ provider: "lab", window: 128000, outputLimit: 2000, stopSequences: ["END"], sees: false },
  });
  expect(usableModels(config, { listed: LISTED }).map(({ name }) => name)).toContain("big-1.5");
});

test.each([
  ["by the name that is sent", "mine: { provider_name: big-1.5, class: mini }", "mine"],
  ["by a key with the provider in it", "lab/big-1.5: { class: mini }", "lab/big-1.5"],
  [
    "at the provider that it names",
    "mine: { provider: lab, provider_name: big-1.5, class: full, context_window: 9000 }",
    "mine",
  ],
])("an entry targets a listed model %s, which is then no other model", async (_, entry, name) => {
  const config = await configOf(`${PROVIDERS}models: { ${entry} }\n`);
  const { providerName, provider, answerLimit } = targetIn(config, name, { listed: LISTED });
  expect({ providerName, provider }).toEqual({ providerName: "big-1.5", provider: "lab" });
  expect(answerLimit).toBeGreaterThan(1000);
  expect(errorIn(config, "big-1.5", { listed: LISTED })).toMatchObject({ code: "no_model" });
  expect(
    usableModels(config, { listed: LISTED }).filter(({ entry: { provider_name } }) => provider_name === "big-1.5"),
  ).toHaveLength(1);
});

test("an entry that is whole is asked whether it is listed or not", async () => {
  const config = await configOf(`${PROVIDERS}models: { mine: { provider: lab, class: full, context_window: 9000 } }\n`);
  expect(targetIn(config, "mine", { listed: LISTED })).toEqual(targetIn(config, "mine"));
});

test("`enabled: false` takes a listed model away", async () => {
  const config = await configOf(`${PROVIDERS}models: { big-1.5: { enabled: false } }\n`);
  expect(errorIn(config, "big-1.5", { listed: LISTED })).toMatchObject({ key: 'models["big-1.5"].enabled' });
  expect(usableModels(config, { listed: LISTED }).map(({ name }) => name)).not.toContain("big-1.5");
});

test("a model whose window nobody says is not asked, and its entry can say it", async () => {
  const config = await configOf(PROVIDERS);
  expect(errorIn(config, "vague", { listed: LISTED })).toMatchObject({
    ...{ code: "no_model", key: "models.vague.context_window" },
    message: expect.stringContaining("without its context window"),
  });
  const told = await configOf(`${PROVIDERS}models: { vague: { context_window: 16000 } }\n`);
  expect(targetIn(told, "vague", { listed: LISTED })).toMatchObject({ provider: "lab", window: 16000 });
});

test("a model that does not answer with text is not asked, unless the configuration says that it runs there", async () => {
  expect(errorIn(await configOf(PROVIDERS), "embed", { listed: LISTED })).toMatchObject({ code: "no_model" });
  const own = await configOf(`${PROVIDERS}models: { embed: { provider: lab, class: full, context_window: 9000 } }\n`);
  expect(targetIn(own, "embed", { listed: LISTED })).toMatchObject({ window: 9000 });
});

test("a name that several providers list means none of them: it needs the provider before it", async () => {
  const config = await configOf(PROVIDERS);
  expect(errorIn(config, "shared", { listed: LISTED })).toMatchObject({ code: "no_model" });
  expect(targetIn(config, "lab/shared", { listed: LISTED })).toMatchObject({ provider: "lab", providerName: "shared" });
  expect(targetIn(config, "other/shared", { listed: LISTED })).toMatchObject({ provider: "other", window: 4000 });
  const among = await configOf(`${PROVIDERS}models: { shared: { class: full } }\n`);
  expect(errorIn(among, "shared", { listed: LISTED })).toMatchObject({ key: "models.shared.provider" });
});

test("what is listed is what can be asked by that name", async () => {
  const config = await configOf(`${PROVIDERS}models:
  big-1.5: { class: mini }
  plain: { provider: other, class: full, context_window: 8000 }
`);
  const beside = { listed: LISTED };
  const names = usableModels(config, beside).map(({ name }) => name);
  expect(names).toEqual(["big-1.5", "plain", "lab/shared", "quiet", "other/shared", "a/b"]);
  for (const { name, provider, isDiscovered } of usableModels(config, beside)) {
    expect(targetIn(config, name, beside).provider).toBe(provider);
    expect(isDiscovered).toBe(name !== "plain");
  }
});

test.each(["default_model:full", "default_model:mini", "plain(high)", "plain", "lab/plain"])(
  "a provider that lists a model as %s takes no name of the configuration",
  async (id) => {
    const config = await configOf(`${PROVIDERS}defaults: { full: "plain(high)", mini: plain }
models:
  plain: { provider: lab, class: full, context_window: 8000, reasoning: { type: effort, effort_set: s, can_disable: false, levels: [high] } }
  lab/plain: { provider: lab, provider_name: x, class: full, context_window: 8000 }
`);
    const beside = { listed: listed({ other: [{ id, window: 4000 }] }) };
    for (const name of [undefined, "default_model:full", "default_model:mini", "plain", "plain(high)", "lab/plain"])
      expect(resolveModel(config, name, beside)).toEqual(resolveModel(config, name, {}));
  },
);

test.each([
  ["full", "big-1.5", undefined],
  ["full", "embed", "defaults.full"],
  ["full", "quiet", "defaults.full"],
  ["mini", "embed", "defaults.mini"],
  ["mini", "quiet", undefined],
  ["nano", "quiet", undefined],
] as const)("the default %s by what the list of %s says, whatever its class", async (slot, model, key) => {
  for (const size of ["full", "nano"]) {
    const config = await configOf(`${PROVIDERS}defaults: { ${slot}: ${model} }
models: { ${model}: { class: ${size} } }
`);
    const error = errorIn(config, `default_model:${slot}`, { listed: LISTED });
    expect([error?.code, error?.key]).toEqual(key === undefined ? [undefined, undefined] : ["no_model", key]);
    // By its own name it can be asked, if it can be asked at all.
    expect(errorIn(config, model, { listed: LISTED })?.code).toBe(model === "embed" ? "no_model" : undefined);
  }
});

test("an entry that says how tools are loaded decides about them", async () => {
  const config = await configOf(`${PROVIDERS}defaults: { full: quiet }
models: { quiet: { tool_loading: no_tools } }
`);
  expect(targetIn(config, undefined, { listed: LISTED })).toMatchObject({ tools: { loading: "no_tools" } });
});
