/** Which model a word means, and why it cannot be asked (spec 2.2, 2.4, P-S29, P-S32). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { namedBy } from "../../src/agent/session/model/reference.js";
import { resolveModel } from "../../src/agent/session/model/resolve.js";
import type { Catalog } from "../../src/index.js";
import { configOf, errorIn, heard, single, targetIn } from "./asking.js";

const MODELS = `version: 3
defaults: { full: "big(high)", nano: tiny }
providers:
  lab: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:9/v1" }
  device: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:9/v1", auth: { type: delta_device, profile: p } }
  v3: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:9/v1", protocol: v3_chat_completions }
  listed: { kind: { type: catalog, name: beta } }
models:
  big:
    provider: lab
    class: full
    context_window: 8000
    reasoning: { type: effort, effort_set: s, can_disable: false, levels: [low, high] }
  tiny: { provider: lab, class: nano, context_window: 8000, reasoning: { type: no_reasoning } }
  child: { inherits: tiny }
  "tiny(x)": { provider: lab, class: mini, context_window: 8000 }
  off: { provider: lab, class: mini, context_window: 8000, enabled: false }
  login: { provider: device, class: full, context_window: 8000 }
  third: { provider: v3, class: full, context_window: 8000 }
  far: { provider: listed, class: full, context_window: 8000 }
  nowhere: { context_window: 8000 }
`;

test.each([
  [undefined, "big", "high"],
  ["default_model:full", "big", "high"],
  ["default_model:mini", "big", "high"],
  ["default_model:nano", "tiny", undefined],
  ["tiny", "tiny", undefined],
  ["tiny(none)", "tiny", undefined],
  ["tiny(x)", "tiny(x)", undefined],
  ["big(low)", "big", "low"],
])("%s is %s with the effort %s", async (name, model, effort) => {
  expect(targetIn(await configOf(MODELS), name)).toMatchObject({ model, effort });
});

test("a child without a name of its own is known to its provider by its parent's key", async () => {
  expect(targetIn(await configOf(MODELS), "child")).toMatchObject({ model: "child", providerName: "tiny" });
});

test.each([
  ["missing", "no_model", "models"],
  ["constructor", "no_model", "models"],
  ["default_model:huge", "no_model", "models"],
  ["off", "no_model", "models.off.enabled"],
  ["big(none)", "no_model", "models.big.reasoning"],
  ["big()", "no_model", "models.big.reasoning"],
  ["tiny(high)", "no_model", "models.tiny.reasoning"],
  ["nowhere", "no_model", "models.nowhere.provider"],
  ["third", "provider_unsupported", "providers.v3.protocol"],
  ["login", "provider_unsupported", "providers.device.auth.type"],
  ["far", "provider_unsupported", "providers.listed.protocol"],
])("%s: %s, naming %s", async (name, code, key) => {
  expect(errorIn(await configOf(MODELS), name)).toMatchObject({ code, key });
});

test("no default: `no_model` names the key", async () => {
  const config = await configOf("version: 3\n");
  expect(errorIn(config)).toMatchObject({ code: "no_model", key: "defaults.full" });
});

test("a catalog says where its providers are and what its models are", async () => {
  const catalog: Catalog = {
    providers: { beta: { url: "https://beta.example/v1", protocol: "beta_chat_completions" } },
    models: { shipped: { provider: "listed", class: "full", context_window: 9000, provider_name: "s-1" } },
  };
  const config = await configOf(MODELS.replace(/^ {2}nowhere.*\n/m, ""), { catalog });
  expect(targetIn(config, "shipped", { catalog })).toMatchObject({ provider: "listed", providerName: "s-1" });
  expect(targetIn(config, "far", { catalog }).address?.reveal().url).toBe("https://beta.example/v1/chat/completions");
});

test("a text that was not resolved is sent to nobody", async () => {
  const config = await configOf(single("http://127.0.0.1:9/v1", 'auth: { type: static_key, key: "$(cat key)" }'));
  const unresolved = [{ path: "/providers/lab/auth/key", why: "disabled" }] as const;
  expect(errorIn(config, undefined, { unresolved })).toMatchObject({
    code: "provider_unsupported",
    key: "providers.lab.auth.key",
  });
});

test.each([
  ["daemon: { provider_stream_idle_timeout_secs: 7 }", 7_000],
  ["daemon: { provider_stream_idle_timeout_secs: 0 }", 120_000],
  ["daemon: { provider_stream_idle_timeout_secs: 18446744073709551615 }", 2 ** 31 - 1],
  ["", 120_000],
])("%s: an answer stalls after %s ms", async (line, expected) => {
  expect(targetIn(await configOf(`${MODELS}${line}\n`)).idleTimeout).toBe(expected);
});

test("P-S30 the fixture for offline use answers with the prompt's words, and connects to nobody", async () => {
  const config = await configOf(readFileSync("fixtures/protocol/offline.yaml", "utf8"));
  const connect = () => Promise.reject(new Error("nobody is to be asked"));
  const said = { messages: [{ role: "user", text: "three blind mice" } as const] };
  const { events } = await heard(targetIn(config), said, { connect });
  expect(events).toEqual([
    { kind: "text", text: "three " },
    { kind: "text", text: "blind " },
    { kind: "text", text: "mice" },
    { kind: "finish", reason: "stop" },
  ]);
});

test.each([
  ["missing", "there is no model `missing`; the facet `review` names it", "models"],
  ["off", "the model `off` is turned off; the facet `review` names it", "models.off.enabled"],
  ["big(none)", "the model `big` has no effort `none`; the facet `review` names it", "models.big.reasoning"],
  ["third", undefined, "providers.v3.protocol"],
])("a facet that names the model %s: %s", async (name, message, key) => {
  const result = namedBy(resolveModel(await configOf(MODELS), name), "the facet `review`");
  if (!("error" in result)) return expect.unreachable();
  expect(result.error.key).toBe(key);
  if (message === undefined) expect(result.error.message).not.toContain("facet");
  else expect(result.error.message).toBe(message);
});

test("a facet that names a slot is not to blame for an empty one", async () => {
  const result = namedBy(resolveModel(await configOf("version: 3\n"), "default_model:full"), "the facet `review`");
  expect(result).toMatchObject({ error: { key: "defaults.full", message: expect.not.stringContaining("facet") } });
});

test("a facet that names a model that is there", async () => {
  expect(namedBy(resolveModel(await configOf(MODELS), "tiny"), "the facet `review`")).toMatchObject({
    found: { model: "tiny" },
  });
});
