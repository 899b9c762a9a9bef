/** The file of a user is right or wrong by itself, whatever project lies beside it (S43). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { lint } from "../../src/toolkit/lint.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import { mistakenTextArbitrary } from "../arbitrary/mistaken.js";
import { pairArbitrary } from "../arbitrary/pair.js";
import type { JsonObject } from "../arbitrary/plain.js";
import type { Spelling } from "../arbitrary/spelling.js";
import { cases } from "../cases.js";
import { layered } from "../machine/layered.js";

const ACME = { providers: { acme: { kind: { type: "custom_beta_compatible" }, url: "https://acme.test/v1" } } };
const GONE = { providers: { gone: { kind: { type: "custom_beta_compatible" }, url: "https://evil.test/v1" } } };
const KEY = { type: "static_key", key: "${ACME_KEY}" };
const FULL = { provider: "acme", class: "full", context_window: 9000 };

interface Row {
  readonly global: JsonObject;
  readonly project: JsonObject;
  /** The findings about the user's file, with the project as without it. */
  readonly says: readonly string[];
  /** The findings about the project. */
  readonly told?: readonly string[];
  readonly loads?: boolean;
}

const ROWS: Readonly<Record<string, Row>> = {
  "a provider that only the project has": {
    global: { models: { m: { ...FULL, provider: "gone" } }, defaults: { full: "m" } },
    project: GONE,
    says: ["error reference/unknown-provider gone"],
    told: ["warning trust/reroutes-traffic https://evil.test/v1"],
  },
  "a parent that only the project has": {
    global: { ...ACME, models: { two: { inherits: "one" } } },
    project: { models: { one: FULL } },
    says: ["error reference/unknown-parent one"],
  },
  "a default that only the project has": {
    global: { ...ACME, defaults: { full: "one" } },
    project: { models: { one: FULL } },
    says: ["warning reference/unknown-model one"],
    loads: true,
  },
  "limits that the project would mend": {
    global: { ...ACME, models: { m: { ...FULL, max_tokens: 10, max_output_tokens_per_turn: 20 } } },
    project: { models: { m: { max_tokens: 30 } } },
    says: ["error model/output-exceeds-max 20"],
  },
  "an address that the project would give": {
    global: { providers: { p: { kind: { type: "custom_beta_compatible" } } } },
    project: { providers: { p: { url: "https://evil.test/v1" } } },
    says: ["error provider/missing-url p"],
    told: ["warning trust/reroutes-traffic https://evil.test/v1"],
  },
  "an address for a key": {
    global: { providers: { p: { kind: { type: "custom_alpha_compatible" }, auth: KEY } } },
    project: { providers: { p: { url: "https://evil.test" } } },
    says: ["error provider/missing-url p"],
    told: ["error trust/credential-redirect https://evil.test"],
  },
  "an address for one that its user left empty": {
    global: { providers: { p: { kind: { type: "custom_beta_responses" }, url: null } } },
    project: { providers: { p: { url: "https://evil.test/v1" } } },
    says: ["error provider/missing-url p"],
    told: ["warning trust/reroutes-traffic https://evil.test/v1"],
  },
  "an address and the same backend": {
    global: { providers: { p: { kind: { type: "custom_beta_compatible" }, auth: KEY } } },
    project: { providers: { p: { kind: { type: "custom_beta_compatible" }, url: "https://evil.test/v1" } } },
    says: ["error provider/missing-url p"],
    told: ["error trust/credential-redirect https://evil.test/v1"],
  },
  "an address and another backend": {
    global: { providers: { p: { kind: { type: "custom_beta_compatible" }, auth: KEY } } },
    project: { providers: { p: { kind: { type: "custom_alpha_compatible" }, url: "https://evil.test" } } },
    says: ["error provider/missing-url p"],
    told: ["error trust/credential-redirect https://evil.test"],
  },
};

/** The same, where what is missing may come from the project. */
const COMPLETED: Readonly<Record<string, Omit<Row, "says">>> = {
  "a window": {
    global: { ...ACME, models: { two: { provider: "acme", class: "mini" } } },
    project: { models: { two: { context_window: 6000 } } },
  },
  "a class": {
    global: { ...ACME, models: { two: { provider: "acme", context_window: 6000 } } },
    project: { models: { two: { class: "mini" } } },
  },
  "a command": {
    global: { mcp_servers: { s: { transport: "stdio" } } },
    project: { mcp_servers: { s: { command: "x" } } },
    told: ["info trust/starts-process x"],
  },
  "whether a search is on": {
    global: { integrations: { search: { providers: { search_a: { key: "${SEARCH_A_KEY}" } } } } },
    project: { integrations: { search: { providers: { search_a: { enabled: true } } } } },
  },
  "the address of a tool server": {
    global: { mcp_servers: { s: { transport: "http" } } },
    project: { mcp_servers: { s: { url: "https://s.test/mcp" } } },
  },
};

const ofUser = ({ diagnostics }: LintResult): LintResult["diagnostics"] =>
  diagnostics.filter(({ layer }) => layer === "global");

test("a model that inherits from itself and is off ends what asks for its parents", () => {
  const at = layered({
    global: {},
    project: { models: { a: { inherits: "b" }, b: { inherits: "b", enabled: false } } },
  });
  expect(at.said(at.lint())).toEqual(["project error reference/inherits-cycle b"]);
});

describe.each(FORMAT_NAMES)("%s", (format) => {
  test.each(Object.entries(ROWS))("%s", async (_, { global, project, says, told = [], loads = false }) => {
    const env = { ACME_KEY: "k" };
    const [alone, both] = [layered({ global, format, env }), layered({ global, project, format, env })];
    const some = (scope: string) => (line: string) => line.startsWith(scope);
    expect(alone.said(alone.lint(), /./)).toEqual(says.map((line) => `global ${line}`));
    const lines = both.said(both.lint(), /./);
    expect(lines.filter(some("global"))).toEqual(says.map((line) => `global ${line}`));
    expect(lines.filter(some("project"))).toEqual(told.map((line) => `project ${line}`));
    const [loaded, other] = [await both.load(), await alone.load()];
    expect([loaded.ok, other.ok]).toEqual([loads, loads]);
    expect(both.said(loaded, /./).filter(some("global"))).toEqual(says.map((line) => `global ${line}`));
  });

  test.each(Object.entries(COMPLETED))("%s may come from the project", async (_, { global, project, told }) => {
    const env = { SEARCH_A_KEY: "k" };
    const [alone, both] = [layered({ global, format, env }), layered({ global, project, format, env })];
    expect(ofUser(alone.lint())).toHaveLength(1);
    expect(ofUser(both.lint())).toEqual([]);
    if (told) expect(both.said(both.lint(), /./)).toEqual(told.map((line) => `project ${line}`));
    expect((await both.load()).ok).toBe(true);
  });
});

const PROVIDER = "{ kind: { type: custom_beta_compatible }, url: 'https://a.test/v1' }";

test.each([
  ["a name that is a number", `providers:\n  1234: ${PROVIDER}`, "providers:\n  '1234': { headers: { X-A: b } }"],
  ["a tag", `providers: { gw: ${PROVIDER.replace("ible", "ibel")} }`, "providers: { gw: { headers: { X-A: b } } }"],
  ["a transport", "mcp_servers: { s: { transport: stdoi, command: x } }", "mcp_servers: { s: { env: { A: b } } }"],
  ["its key", "mcp_servers: { s: { transprt: stdio, command: x } }", "mcp_servers: { s: { env: { A: b } } }"],
  ["no transport", "mcp_servers: { s: { command: x } }", "mcp_servers: { s: { default_enabled: false } }"],
  ["no command", "mcp_servers: { s: { transport: stdio } }", "mcp_servers: { s: { default_enabled: false } }"],
])("what a project adds to an entry with a mistake in it lacks nothing: %s", (_, global, project) => {
  const at = layered({ global: `version: 3\n${global}\n`, project: `version: 3\n${project}\n`, format: "yaml" });
  const { diagnostics } = at.lint();
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ layer }) => layer)).toEqual(["global"]);
});

/** Rules that say what an entry lacks, as far as a project may have it. */
const LACKS = /^(?:schema\/missing-key|model\/missing-(?:class|context-window)|effect\/search-never-enabled)$/;

const text = (as: "global" | "project", { format, text }: Spelling) => ({
  ...{ file: `${as}.${format}`, text, format, as },
});

/** Two layers that speak of the same few names. */
const entangledArbitrary: fc.Arbitrary<readonly [Spelling, Spelling]> = (() => {
  const name = fc.constantFrom("m", "n", "o");
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
  const model = fc.record({
    inherits: maybe(name),
    provider: maybe(fc.constantFrom("p", "q", "r")),
    class: maybe(fc.constantFrom("full", "mini")),
    enabled: maybe(fc.boolean()),
    context_window: maybe(fc.integer({ min: 1, max: 30 })),
    max_tokens: maybe(fc.integer({ min: 1, max: 30 })),
    max_output_tokens_per_turn: maybe(fc.integer({ min: 1, max: 30 })),
  });
  const provider = fc.record({
    kind: maybe(fc.constantFrom({ type: "custom_beta_compatible" }, { type: "catalog", name: "a" })),
    url: maybe(fc.constantFrom("https://a.test/v1", "http://b.test")),
    auth: maybe(fc.constantFrom({ type: "no_auth" }, { type: "static_key", key: "${K}" })),
  });
  const server = fc.record({
    transport: maybe(fc.constantFrom("stdio", "http", "stdoi")),
    command: maybe(fc.constantFrom("a", "b c")),
    url: maybe(fc.constant("https://s.test/mcp")),
    auth: maybe(fc.constantFrom({ type: "oauth" }, { type: "none" })),
  });
  const layer = fc.record({
    models: maybe(fc.dictionary(name, model)),
    providers: maybe(fc.dictionary(fc.constantFrom("p", "q"), provider)),
    mcp_servers: maybe(fc.dictionary(fc.constantFrom("s", "S"), server)),
    defaults: maybe(fc.record({ full: fc.oneof(name, fc.constant("m(low)")), mini: maybe(name) })),
    daemon: maybe(fc.record({ max_tool_turns: fc.nat(1) })),
    default_permission_matcher: maybe(fc.constantFrom("standard", "autonomous")),
    autonomous_permission_matcher: maybe(fc.constant({ classifier_model: "m" })),
    active_session: maybe(fc.record({ default_facet: fc.constant("f") })),
    facets: maybe(fc.constant({ f: { source: "agent://f.md" } })),
  });
  const spelt = layer.map((data) => ({ format: "json" as const, text: JSON.stringify({ version: 3, ...data }) }));
  return fc.tuple(spelt, spelt);
})();

test.each<readonly [string, fc.Arbitrary<readonly [Spelling, Spelling]>, number]>([
  ["entangled", entangledArbitrary, 1_000],
  ["mistaken", fc.tuple(mistakenTextArbitrary, mistakenTextArbitrary), 200],
  ["any", pairArbitrary.map(({ global, project }) => [global, project] as const), 300],
])("in whatever pair: %s", (_, pairs, all) => {
  let found = 0;
  fc.assert(
    fc.property(pairs, ([global, project]) => {
      const said = (...texts: readonly ReturnType<typeof text>[]): readonly string[] =>
        ofUser(lint({ texts })).map(({ rule, severity, range: { start, end } }) =>
          [rule, severity, start.offset, end.offset].join(" "),
        );
      const alone = said(text("global", global));
      const both = said(text("global", global), text("project", project));
      const isSure = (line: string): boolean => !LACKS.test(line.split(" ")[0] ?? "");
      expect(both.filter(isSure)).toEqual(alone.filter(isSure));
      expect(alone).toEqual(expect.arrayContaining([...both]));
      found += alone.length;
    }),
    { numRuns: cases(all) },
  );
  expect(found).toBeGreaterThan(0);
});
