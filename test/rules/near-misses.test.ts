/** Small differences that change what a rule says, or whether it says anything; too many of them for the documentation. */
import { describe, expect, test } from "vitest";
import { entryOf } from "../../src/toolkit/judge/rules/rule.js";
import { lint } from "../../src/toolkit/lint.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import { outdented } from "./example.js";

function said(text: string, rule: string, catalog?: Catalog) {
  return lint({ texts: [{ file: "config.yaml", text: outdented(text) }], ...(catalog && { catalog }) })
    .diagnostics.filter((diagnostic) => diagnostic.rule === rule)
    .map(({ severity, message, help, fixes }) => [severity, message, help, fixes.map(({ safe }) => safe)]);
}

describe("a model that is not configured", () => {
  const hidden = "providers: { alpha: { kind: { type: catalog, name: alpha } } }";
  const custom = "providers: { acme: { kind: { type: custom_beta_responses }, url: https://api.acme.example } }";
  const one = "models: { alpha-1: { context_window: 1000 } }";
  const two = "models: { alpha-1: { context_window: 1000 }, beta-1: { context_window: 1000 } }";
  const known: Catalog = { models: { "alpha-2": { context_window: 1000 } } };
  const [far, close] = ["zeta", "alhpa-1"];
  const none = "no model is called `zeta`";
  const noneClose = "no model is called `alhpa-1`";
  const list = (...names: string[]): string => `known models: ${names.map((name) => `\`${name}\``).join(" and ")}`;

  test.each([
    ["nothing is configured", "", far, undefined, ["warning", none, "configure it under `models`", []]],
    ["others are", two, far, undefined, ["warning", none, list("alpha-1", "beta-1"), []]],
    ["one is close", one, close, undefined, ["warning", noneClose, list("alpha-1"), [true]]],
    ["its provider may be custom", `${custom}\n${one}`, far, undefined, ["warning", none, list("alpha-1"), []]],
    [
      "one is close, and it may be",
      `${hidden}\n${one}`,
      close,
      undefined,
      ["warning", noneClose, list("alpha-1"), [false]],
    ],
    ["the catalog has none", `${hidden}\n${one}`, far, known, ["error", none, list("alpha-2", "alpha-1"), []]],
    [
      "its provider is of no kind yet",
      `providers: { a: {} }\n${one}`,
      far,
      undefined,
      ["warning", none, list("alpha-1"), []],
    ],
    ["the catalog is empty", hidden, far, {}, ["error", none, "configure it under `models`", []]],
  ] as const)("as a default, and %s", (_, rest, model, catalog, expected) => {
    expect(said(`${rest}\ndefaults: { full: ${model} }`, "reference/unknown-model", catalog)).toEqual([expected]);
  });

  const mine = "mine: { inherits: zeta }";
  const parentless = "no model is called `zeta`, so there is nothing to inherit";
  const configure = "configure that model, or give its catalog with `--catalog FILE`";
  const [other, alike] = ["other: { context_window: 1000 }", "zetta: { context_window: 1000 }"];

  test.each([
    ["nothing is configured", mine, "", ["error", parentless, configure, []]],
    ["others are", `${other}, ${mine}`, "", ["error", parentless, list("other", "mine"), []]],
    ["one is close, and it may be", `${alike}, ${mine}`, hidden, ["error", parentless, list("zetta", "mine"), [false]]],
  ] as const)("as a parent, and %s", (_, models, rest, expected) => {
    expect(said(`models: { ${models} }\n${rest}`, "reference/unknown-parent")).toEqual([expected]);
  });
});

test("a model that may be in a missing catalog is no mistake", () => {
  const hidden = "providers: { a: { kind: { type: catalog, name: alpha } } }";
  const text = `models: { mine: { inherits: zeta } }\ndefaults: { full: theta }\n${hidden}`;
  expect(said(text, "reference/unknown-parent")).toEqual([]);
  expect(said(text, "reference/unknown-model")).toEqual([]);
});

test("what is called `inherits` elsewhere is no model", () => {
  const text = "telemetry: { exporter: { inherits: console } }\ntui: { colours: { inherits: dark } }";
  expect(said(text, "reference/unknown-parent")).toEqual([]);
});

test.each([
  ["", "configure it under `providers`"],
  ["providers: { alpha: { kind: { type: catalog, name: alpha } } }", "configured under `providers`: `alpha`"],
])("an unknown provider beside %j", (rest, help) => {
  const text = `${rest}\nmodels: { big: { provider: zeta, context_window: 1000 } }`;
  expect(said(text, "reference/unknown-provider")).toEqual([["error", "no provider is called `zeta`", help, []]]);
});

test.each([
  [2, "`m0` → `m1` → `m0`"],
  [7, "`m0` → `m1` → `m2` → `m3` → `m4` → `m5` → `m6` → `m0`"],
  [8, "`m0` → `m1` → `m2` → `m3` → `m4` → `m5` → … → `m0`"],
  [20, "`m0` → `m1` → `m2` → `m3` → `m4` → `m5` → … → `m0`"],
])("a circle of %i models", (count, circle) => {
  const models = Array.from({ length: count }, (_, index) => `m${index}: { inherits: m${(index + 1) % count} }`);
  const [[, message] = []] = said(`models: { ${models.join(", ")} }`, "reference/inherits-cycle");
  expect(message).toBe(`these models inherit from each other in a circle: ${circle}`);
});

test.each([
  ["[]", "this model has no levels"],
  ["[low]", "levels of this model: `low`"],
])("a default level beside the levels %s", (levels, help) => {
  const reasoning = `{ type: effort, effort_set: std, can_disable: true, levels: ${levels}, default_level: turbo }`;
  const text = `models: { big: { context_window: 1000, reasoning: ${reasoning} } }`;
  expect(said(text, "model/default-level")).toEqual([["error", "`models.big` has no level `turbo`", help, []]]);
});

test.each([
  ["\\t", undefined],
  ["\\n", "a line break"],
  ["\\r", "a line break"],
  ["\\0", "a control character"],
  ["\\x7f", "a control character"],
  ["\\xe9", undefined],
  ["\\u0100", "a character beyond Latin-1"],
  ["\\U0001F600", "a character beyond Latin-1"],
])('a header of a server that ends in "%s"', (end, what) => {
  const server = (rest: string): string =>
    `mcp_servers: { docs: { transport: http, url: https://docs.example.net, ${rest} } }`;
  const messages = (text: string) => said(text, "provider/header-value").map(([, message]) => message);
  const at = (path: string): readonly string[] =>
    what === undefined ? [] : [`\`mcp_servers.docs.${path}\` contains ${what}, which a header cannot carry`];
  expect(messages(server(`headers: { A: "a${end}" }`))).toEqual(at("headers.A"));
  expect(messages(server(`auth: { type: authorization-header, value: "a${end}" }`))).toEqual(at("auth.value"));
});

test("where something is missing or does not fit, only that is reported", () => {
  const text = `
    providers:
      a: {}
      b: { kind: {} }
      c: { kind: { type: nothing }, url: 5, auth: { type: static_key }, headers: { A: 5 } }
      d: { kind: { type: catalog, name: alpha }, auth: {}, headers: [a], protocol: 5, cache_control_strategy: 5 }
    models:
      a: { context_window: 1000, reasoning: {}, provider: b, inherits: 5 }
      b: { context_window: 1000, reasoning: { type: effort, default_level: low }, provider: 5, class: 5 }
      c: { context_window: 1000, reasoning: { type: thinking }, provider: a, class: full, max_output_tokens_per_turn: x }
      d: { context_window: x, max_output_tokens_per_turn: 9, max_tokens: x, class: full, provider: c }
      e: { context_window: 1000, provider: a }
    defaults: { full: 5, mini: b(low), nano: c }
    active_session: { default_facet: 5 }
    mcp_servers:
      a: {}
      b: { transport: http, auth: { type: authorization-header } }
      c: { transport: stdio, env: [a], args: x, pass_env: 5 }
      d: { transport: http, url: 5, auth: { type: oauth, redirect: {}, registration: {} }, auth_key_name: 5 }
    daemon: { retry: { max_retries: x }, web: 5 }
    integrations: { search: { providers: { search_a: {} } } }
    facets: { a: {}, b: 5 }
  `;
  const { diagnostics } = lint({ texts: [{ file: "config.yaml", text: outdented(text) }] });
  const families = new Set(diagnostics.map(({ rule }) => rule.split("/")[0]));
  expect([...families].filter((family) => family !== "version")).toEqual(["schema"]);
});

test("an entry is found by a name that somebody wrote", () => {
  expect(entryOf({ undefined: 1 }, undefined)).toBeUndefined();
  expect(entryOf({}, "constructor")).toBeUndefined();
  expect(entryOf({ a: 1 }, "a")).toBe(1);
});
