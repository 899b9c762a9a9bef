/** From a name to its keys and its uses, with `‸` as the cursor and `«…»` around each expected span. */
import { describe, expect, test } from "vitest";
import { definitionsAt, referencesAt } from "../../src/service/references/definitions.js";
import { type Marked, sceneOf, withMarks } from "./marked.js";

const defined: readonly (readonly [string, Marked])[] = [
  ["a default leads to its model", { global: "defaults: { full: b‸ig }\nmodels:\n  «big»: {}\n" }],
  ["so does one with an effort, from the effort", { global: "defaults: { full: big(hi‸gh) }\nmodels: { «big»: {} }" }],
  [
    "into the other file, and of two keys both",
    { global: "models: { «big»: {} }", project: "defaults: { mini: ‸big }\nmodels: { '«big»': { enabled: true } }" },
  ],
  ["from the user's file into the project's", { global: "defaults: { full: big‸ }", project: "models: { «big»: {} }" }],
  ["a provider", { global: "providers: { «acme»: {} }\nmodels: { big: { provider: a‸cme } }" }],
  [
    "a parent, by its whole text",
    { global: 'models: { «"a(b)"»: {}, c: { inherits: a(‸b) } }'.replace('«"a(b)"»', '"«a(b)»"') },
  ],
  ["a facet", { global: "facets: { «review»: { source: x } }\nactive_session: { default_facet: ‸review }" }],
  [
    "a server, anywhere in the name of its tool",
    { global: "mcp_servers: { «docs»: { transport: http, block_list: [mcp__docs__sea‸rch] } }" },
  ],
  [
    "a key of the project leads to what it overrides",
    { global: "tui: { «theme»: dark }", project: "tui: { th‸eme: light }" },
  ],
  ["the key of an entry, too", { global: "providers: { «acme»: {} }", project: "providers: { ‸acme: {} }" }],
  ["a key that overrides nothing leads nowhere", { global: "models: {}", project: "providers: { ‸acme: {} }" }],
  ["a key of the user leads nowhere", { global: "providers: { ‸acme: {} }", project: "providers: { acme: {} }" }],
  ["a value that names nothing leads nowhere", { global: "tui: { theme: da‸rk }", project: "tui: { theme: light }" }],
  ["a name without an entry leads nowhere", { global: "defaults: { full: no‸ne }\nmodels: { big: {} }" }],
  [
    "a model that its provider lists leads to the provider",
    { global: "defaults: { full: acme/b‸ig }\nproviders: { «acme»: { kind: { type: custom_beta_compatible } } }" },
  ],
  ["an alias, by its own place", { global: "plugins: { x: &m big }\ndefaults: { full: *‸m }\nmodels: { «big»: {} }" }],
  [
    "a file that cannot be read to its end, as far as it can",
    { global: "models: { «big»: {} }\ndefaults: { full: ‸big }\na: 1\na: 2\n" },
  ],
];

describe("definitions", () => {
  test.each(defined)("%s", (_, marked) => {
    const { snapshot, layer, offset } = sceneOf(marked);
    expect(withMarks(marked, definitionsAt(snapshot, layer, offset))).toEqual(marked);
  });

  test("the project's key comes before the user's, each with its whole entry", () => {
    const marked = {
      global: "models:\n  big:\n    class: full\n",
      project: "defaults: { full: ‸big }\nmodels: { big: 1 }",
    };
    const { snapshot, layer, offset } = sceneOf(marked);
    const found = definitionsAt(snapshot, layer, offset);
    const texts = found.map(({ layer: own, whole }) => own.document.source.text.slice(whole.start, whole.end));
    expect(texts).toEqual(["big: 1", "big:\n    class: full"]);
  });
});

const used: readonly (readonly [string, boolean, Marked])[] = [
  [
    "all uses of a model in both files",
    true,
    {
      global: "defaults: { full: «big»(high), mini: biggest }\nmodels: { «b‸ig»: {}, c: { inherits: '«big»' } }",
      project: 'autonomous_permission_matcher: { classifier_model: "«big»" }\nmodels: { "«big»": null }',
    },
  ],
  [
    "without the keys",
    false,
    { global: "providers: { acme: {} }\nmodels: { a: { provider: «ac‸me» }, b: { provider: «acme» } }" },
  ],
  [
    "values that are not in effect count, and texts that name nothing do not",
    true,
    {
      global: "defaults: { full: «b‸ig» }\nmodels: { «big»: {} }\nplugins: { big: big }\n",
      project: "defaults: { full: other, mini: «big» }\n",
    },
  ],
  [
    "tools of a server, in the lists of others, too",
    true,
    {
      global:
        "mcp_servers: { «d‸ocs»: { block_list: [mcp__«docs»__a, mcp__docs2__a] }, x: { block_list: [mcp__«docs»__b] } }",
    },
  ],
  [
    "a server whose name has two underscores",
    true,
    { global: "mcp_servers: { «a‸__b»: { block_list: [mcp__«a__b»__c] }, a: { block_list: [mcp__a__b__c] } }" },
  ],
  [
    "models of a provider that lists them itself",
    true,
    {
      global:
        "providers: { «ac‸me»: { kind: { type: custom_beta_compatible } } }\ndefaults: { full: «acme»/big(low) }\nmodels: { «acme»/big: {}, acme/own: { provider: «acme» } }",
    },
  ],
  ["an alias and its anchor", true, { global: "models: { «b‸ig»: {} }\ndefaults: { full: &m «big», mini: «*m» }" }],
  ["a name in escapes", true, { global: 'models: { «b‸ig»: {} }\ndefaults: { full: "«b\\u0069g»(high)" }' }],
  [
    "a name over two lines",
    true,
    { global: 'models: { «m‸y big»: {} }\ndefaults:\n  full: "«my\n    big»"\n  mini: >-\n    «my\n    big»' },
  ],
  [
    "a name with an escaped substitution",
    true,
    { global: 'models: { "«a$‸(b)c»": {} }\ndefaults: { full: "«a$$(b)c»(low)" }' },
  ],
  ["a name that is substituted is unknown", true, { global: 'models: { «b‸ig»: {} }\ndefaults: { full: "${X}big" }' }],
  ["another kind of the same name", true, { global: "models: { «b‸ig»: { provider: big } }\nproviders: { big: {} }" }],
  [
    "a byte order mark, carriage returns and characters outside of the plane",
    true,
    { global: "\ufeffmodels:\r\n  «😀b‸ig»: {}\r\ndefaults:\r\n  full: «😀big»\r\n" },
  ],
  ["JSON", true, { format: "json", global: '{"models":{"«b‸\\u0069g»":{}},"defaults":{"full":"«big»(high)"}}' }],
  ["an ordinary key has no uses", true, { global: "tui: { th‸eme: dark }" }],
];

describe("references", () => {
  test.each(used)("%s", (_, withKeys, marked) => {
    const { snapshot, layer, offset } = sceneOf(marked);
    expect(withMarks(marked, referencesAt(snapshot, layer, offset, withKeys))).toEqual(marked);
  });
});
