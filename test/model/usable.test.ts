/** The models that a daemon lists are those that it can ask (P-S36). */
import { expect, test } from "vitest";
import { usableModels } from "../../src/agent/session/catalog/catalog-of.js";
import { resolveModel } from "../../src/agent/session/model/resolve.js";
import { toolUseOf } from "../../src/agent/session/model/tool-use.js";
import { configOf } from "./asking.js";

const CATALOG = {
  providers: { alpha: { url: "https://alpha.example", protocol: "v3_chat_completions" }, gamma: { protocol: "test" } },
  models: {
    "listed-near": { provider: "near", class: "full", context_window: 8000 },
    "listed-nowhere": { provider: "nowhere", class: "full", context_window: 8000 },
    "listed-off": { provider: "near", class: "full", context_window: 8000 },
  },
} as const;

test("P-S36 a model is listed when it can be asked by its own name, and not otherwise", async () => {
  const config = await configOf(
    `version: 3
defaults: { full: near }
providers:
  near: { kind: { type: custom_beta_compatible }, url: "https://near.example/v1" }
  offline: { kind: { type: catalog, name: gamma } }
  foreign: { kind: { type: catalog, name: alpha } }
  odd: { kind: { type: custom_beta_compatible }, url: "https://odd.example/v1", headers: { "X-A": "a" } }
models:
  near: { provider: near, class: full, context_window: 8000 }
  "near(high)": { provider: near, class: full, context_window: 8000 }
  "default_model:full": { provider: near, class: full, context_window: 8000 }
  constructor: { provider: odd, class: full, context_window: 8000 }
  off: { provider: near, class: full, context_window: 8000, enabled: false }
  offline: { provider: offline, class: full, context_window: 8000 }
  foreign: { provider: foreign, class: full, context_window: 8000 }
  listed-off: { enabled: false }
`,
    { catalog: CATALOG },
  );
  const beside = { catalog: CATALOG };
  const names = [...new Set([...Object.keys(config.models ?? {}), ...Object.keys(CATALOG.models)])].toSorted();
  const listed = usableModels(config, beside);
  expect(listed.map(({ name }) => name).toSorted()).toEqual(
    names.filter((name) => "found" in resolveModel(config, name, beside)),
  );
  expect(listed.map(({ name }) => name).toSorted()).toEqual(
    ["constructor", "default_model:full", "listed-near", "near", "near(high)", "offline"].toSorted(),
  );
  for (const { name, provider, protocol } of listed) {
    const result = resolveModel(config, name, beside);
    expect("found" in result && [result.found.provider, result.found.dialect]).toEqual([provider, protocol]);
  }
});

test.each([
  [undefined, 4],
  [0, 4],
  [8000, 4],
  [64_000, 4],
  [127_999, 4],
  [128_000, 5],
  [256_000, 6],
  [1_000_000, 7],
  [1_024_000, 8],
  [100_000_000, 8],
])("spec 2.4 a window of %s tokens has batches of %i calls", (context_window, batch) => {
  const entry = context_window === undefined ? {} : { context_window };
  expect(toolUseOf(entry)).toEqual({ loading: "eager", batch, canForce: true, changesBy: "edit" });
  expect(toolUseOf({ ...entry, max_tool_batch_size: 2 }).batch).toBe(2);
});
