/** Configurations of two layers that are full of names, written once with one choice of names and once with another. */
import fc from "fast-check";
import { escaped } from "../../src/text/scan.js";
import type { NamedSection } from "../../src/toolkit/mean/configuration/spelled-names.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { JsonObject } from "../arbitrary/plain.js";

/** An entry of a section, whatever it is called. */
export interface Thing {
  readonly section: NamedSection;
  readonly index: number;
}

export type Naming = (section: NamedSection, index: number) => string;

export type Written = (naming: Naming) => Readonly<Record<Scope, JsonObject>>;

const COUNT = 3;

/** Names with a mark of each section, so that no two of them are the same. */
const ODD = ["", "-1.5", "/x", "'s", '"q"', ": y", "#z", "$(c", "é😀", "(d)e", "__f", "{g}", ",h", "[i"];

export const namingArbitrary: fc.Arbitrary<Naming> = fc
  .array(fc.constantFrom(...ODD), { minLength: 4 * COUNT, maxLength: 4 * COUNT })
  .map((odd) => (section, index) => {
    const sections: readonly NamedSection[] = ["providers", "models", "facets", "mcp_servers"];
    const ending = odd[sections.indexOf(section) * COUNT + index] ?? "";
    const plain = section === "mcp_servers" && /[: ]|__/.test(ending) ? "" : ending;
    return `${section[0]}${index}${plain}`;
  });

export const thingArbitrary: fc.Arbitrary<Thing> = fc.record({
  section: fc.constantFrom<NamedSection>("providers", "models", "facets", "mcp_servers"),
  index: fc.nat(COUNT - 1),
});

/** Something or nothing, one as likely as the other. */
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 2 });

const index = fc.nat(COUNT - 1);

/** A text that the naming decides. */
type Text = (naming: Naming) => string;

const named = (section: NamedSection): fc.Arbitrary<Text> =>
  index.map((one) => (naming) => escaped(naming(section, one)));

/** A model that its provider lists; only the last provider lists none. */
const listed: fc.Arbitrary<Text> = fc.nat(COUNT - 2).map((one) => (naming) => `${naming("providers", one)}/listed`);

const modelUse: fc.Arbitrary<Text> = fc
  .tuple(
    fc.oneof(
      index.map(
        (one): Text =>
          (naming) =>
            naming("models", one),
      ),
      listed,
    ),
    fc.constantFrom("", "(high)"),
  )
  .map(
    ([name, effort]) =>
      (naming) =>
        escaped(name(naming) + effort),
  );

const providerOf = (one: number) => ({
  kind: one === COUNT - 1 ? { type: "catalog", name: "alpha" } : { type: "custom_beta_compatible" },
  url: "https://p.test/v1",
});

const model = fc.record({
  provider: maybe(named("providers")),
  inherits: maybe(named("models")),
  class: maybe(fc.constant("full")),
  context_window: maybe(fc.constant(9)),
  provider_name: maybe(fc.constantFrom("x", "y")),
});

const tool: fc.Arbitrary<Text> = fc.tuple(named("mcp_servers"), fc.constantFrom("a", "b__c")).map(
  ([server, name]) =>
    (naming) =>
      `mcp__${server(naming)}__${name}`,
);

const server = fc.oneof(
  fc.record({
    transport: fc.constant("stdio"),
    command: fc.constant("x"),
    block_list: maybe(fc.array(tool, { maxLength: 3 })),
  }),
  fc.record({
    transport: fc.constant("http"),
    url: fc.constant("https://s.test/mcp"),
    block_list: maybe(fc.array(tool, { maxLength: 3 })),
    auth: maybe(fc.constantFrom({ type: "oauth" }, { type: "none" })),
    auth_key_name: maybe(fc.constant("dir")),
  }),
);

function sectionOf(
  section: NamedSection,
  entry: fc.Arbitrary<object | null | ((one: number) => object)>,
): fc.Arbitrary<object | undefined> {
  const entries = fc.array(fc.tuple(index, entry), { maxLength: COUNT });
  return maybe(
    entries.map(
      (all) => (naming: Naming) =>
        Object.fromEntries(
          all.map(([one, value]) => [
            naming(section, one),
            filled(typeof value === "function" ? value(one) : value, naming),
          ]),
        ),
    ),
  );
}

const layer = fc.record({
  version: fc.constant(3),
  providers: sectionOf("providers", fc.constant(providerOf)),
  models: sectionOf("models", fc.option(model, { freq: 6 })),
  facets: sectionOf("facets", fc.record({ source: fc.constant("a.md") })),
  mcp_servers: sectionOf("mcp_servers", fc.option(server, { freq: 6 })),
  defaults: maybe(fc.record({ full: modelUse, mini: maybe(modelUse), nano: maybe(modelUse) })),
  active_session: maybe(fc.record({ default_facet: named("facets"), default_exec_facet: maybe(named("facets")) })),
  autonomous_permission_matcher: maybe(fc.record({ classifier_model: modelUse })),
});

export const writtenArbitrary: fc.Arbitrary<Written> = fc
  .record({ global: layer, project: layer })
  .map((layers) => (naming) => filled(layers, naming) as Readonly<Record<Scope, JsonObject>>);

/** The value with its names chosen, without the keys that are undefined. */
function filled(value: unknown, naming: Naming): unknown {
  if (typeof value === "function") return filled((value as (naming: Naming) => unknown)(naming), naming);
  if (Array.isArray(value)) return value.map((item) => filled(item, naming));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  return Object.fromEntries(entries.map(([key, child]) => [key, filled(child, naming)]));
}
