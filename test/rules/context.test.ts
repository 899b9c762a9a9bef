/** What rules see: texts, gaps and names of a configuration that may be mistaken, incomplete or partly unknown. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Path, parsePath } from "../../src/text/path.js";
import { allPlaces, placesWith } from "../../src/toolkit/judge/rules/known-places.js";
import type { Section } from "../../src/toolkit/judge/rules/rule.js";
import { definitionAt } from "../../src/toolkit/mean/configuration/setting.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import { layerArbitrary } from "../arbitrary/layer.js";
import { cases } from "../cases.js";
import { seenIn } from "./context-of.js";
import { layersOf, type Texts } from "./layers-of.js";

const path = (text: string): Path => parsePath(text) ?? [];
const seen = (texts: Texts, catalog?: Catalog) => seenIn(layersOf(texts), { catalog }).context;

/** The strings among some places. */
const textsIn = (places: ReturnType<typeof allPlaces>["places"]): readonly unknown[] =>
  places.flatMap(({ place }) => (place.kind === "scalar" && typeof place.value === "string" ? [place.value] : []));

/** A text that no YAML parser reads. */
const UNREADABLE = "models: [";

describe("text", () => {
  const global = `
    config_command_substitution: true
    providers:
      acme:
        url: https://api.acme.example/\${REGION}
        headers: { A: $(hostname), B: pa$$word, C: $$(hostname), D: "\${" }
    daemon: { max_tool_turns: 3 }
  `;
  const project = 'providers: { acme: { headers: { E: $(hostname), F: "${TEAM}" } } }';
  const off = global.replace("true", "false");

  test.each([
    ["providers.acme.url", undefined, undefined],
    ["providers.acme.headers.A", undefined, undefined],
    ["providers.acme.headers.B", "pa$$word", "pa$$word"],
    ["providers.acme.headers.C", "$(hostname)", "$(hostname)"],
    ["providers.acme.headers.D", undefined, undefined],
    ["providers.acme.headers.E", undefined, "$(hostname)"],
    ["providers.acme.headers.F", undefined, undefined],
    ["providers.acme.headers", undefined, undefined],
    ["daemon.max_tool_turns", undefined, undefined],
    ["providers.other.url", undefined, undefined],
  ])("at %s is %j, by the letter %j", (at, text, spelling) => {
    const view = seen({ global, project });
    expect({ text: view.text(path(at)), spelling: view.spelling(path(at)) }).toEqual({ text, spelling });
  });

  test("a command that is turned off stays as it is written", () => {
    const at = path("providers.acme.headers.A");
    expect(seen({ global: off }).text(at)).toBeUndefined();
    expect(seen({ global: off }).spelling(at)).toBe("$(hostname)");
    expect(seen({ project: off }).spelling(at)).toBe("$(hostname)");
  });

  test("a command of the catalog runs as little as any other text in it", () => {
    const catalog = { models: { big: { provider_name: "$(hostname)" } } };
    expect(seen({ global: "models: { big: {} }" }, catalog).spelling(path("models.big.provider_name"))).toBe(
      "$(hostname)",
    );
  });

  test("once loaded, a text is what it is", () => {
    const at = path("providers.acme.url");
    const { settings: loaded } = seenIn(
      layersOf({ global: 'providers: { acme: { url: "https://${HOST}" } }\ndaemon: { max_tool_turns: 3 }' }),
    );
    const { context: view } = seenIn(layersOf({ global }), { loaded });
    expect([view.text(at), view.spelling(at)]).toEqual(["https://${HOST}", "https://${HOST}"]);
    expect(view.text(path("daemon.max_tool_turns"))).toBeUndefined();
    expect(view.spelling(path("daemon.max_tool_turns"))).toBeUndefined();
    expect(textsIn(allPlaces(view.settings).places)).toContain("https://${HOST}");
    expect(textsIn(allPlaces(view.settings).places)).not.toContain("$(hostname)");
  });
});

describe("lacks", () => {
  test.each([
    ["nothing is written", "providers: { acme: {} }", true],
    ["there is a value", "providers: { acme: { url: https://api.acme.example } }", false],
    ["a value that does not fit", "providers: { acme: { url: 5 } }", false],
    ["something around it that does not fit", "providers: { acme: [url] }", false],
    ["everything is of the wrong kind", "providers: [acme]", false],
    ["a misspelt key", "providers: { acme: { ulr: https://api.acme.example } }", false],
    ["a key that nobody knows", "providers: { acme: { colour: blue } }", true],
    ["two keys, the first misspelt", "providers: { acme: { ulr: https://api.acme.example, colour: blue } }", false],
    ["two keys, the second misspelt", "providers: { acme: { colour: blue, ulr: https://api.acme.example } }", false],
    ["a misspelt key elsewhere", "providers: { acme: {}, other: { ulr: https://api.acme.example } }", true],
    ["a key misspelt above it", "providers: { acme: {} }\nprovider: {}", true],
    ["a wrong value elsewhere", "providers: { acme: {}, other: { url: 5 } }", true],
    ["a wrong value beside it", "providers: { acme: { headers: 5 } }", true],
    ["a wrong value inside of its like", "providers: { acme: { headers: { url: 5 } } }", true],
  ])("%s", (_, global, expected) => {
    expect(seen({ global }).lacks(path("providers.acme.url"))).toBe(expected);
  });

  test("a key of the file", () => {
    expect(seen({ global: "defaults: {}" }).lacks(["default_permission_matcher"])).toBe(true);
    expect(seen({ global: "default_permision_matcher: bypass" }).lacks(["default_permission_matcher"])).toBe(false);
  });

  test("a text that cannot be read may hold anything", () => {
    expect(seen({ global: "providers: { acme: {} }", project: UNREADABLE }).lacks(path("providers.acme.url"))).toBe(
      false,
    );
    expect(seen({ global: UNREADABLE, project: "providers: { acme: {} }" }).lacks(path("providers.acme.url"))).toBe(
      false,
    );
  });
});

describe("names", () => {
  const catalog: Catalog = {
    providers: { alpha: {} },
    models: { "alpha-1": { context_window: 1000 }, big: { context_window: 1000 } },
  };
  const texts: Texts = {
    global: "models: { big: {}, broken: 5 }\nproviders: { acme: {} }\nfacets: wrong",
    project: "models: { small: {} }",
  };
  const rows: readonly (readonly [Section, readonly string[]])[] = [
    ["models", ["alpha-1", "big", "broken", "small"]],
    ["providers", ["acme"]],
    ["facets", []],
    ["subagents", []],
  ];

  test.each(rows)("of %s", (section, expected) => {
    const view = seen(texts, catalog);
    expect([...view.names(section)].sort()).toEqual(expected);
    expect(view.names(section)).toBe(view.names(section));
    expect(expected.filter((name) => view.isUnknown(section, name))).toEqual([]);
    // Where a whole section does not fit, the names that it was meant to define are unknown.
    expect(view.isUnknown(section, "constructor")).toBe(section !== "facets");
  });

  test("without a catalog", () => {
    expect([...seen(texts).names("models")]).toEqual(["big", "broken", "small"]);
    expect([...seen(texts, {}).names("models")]).toEqual(["big", "broken", "small"]);
  });

  test("where a layer cannot be read, no name is unknown", () => {
    expect(seen({ global: "models: {}", project: UNREADABLE }).isUnknown("models", "big")).toBe(false);
    expect(seen({ global: UNREADABLE, project: "models: {}" }).isUnknown("models", "big")).toBe(false);
    expect([...seen({ global: "models: { big: {} }", project: UNREADABLE }).names("models")]).toEqual(["big"]);
  });
});

describe("newestFirst", () => {
  const [written, above, absent] = [path("models.big.class"), path("models.big.provider"), path("models.big.variant")];
  const global = "models: { big: { class: full, provider: acme } }";

  test("the project's come first, and unwritten ones last", () => {
    const { newestFirst } = seen({ global, project: "models: { big: { provider: other } }" });
    expect(newestFirst(absent, written, above)).toEqual([above, written, absent]);
    expect(newestFirst(above, written, absent)).toEqual([above, written, absent]);
  });

  test("in one layer the order stays", () => {
    const { newestFirst } = seen({ global });
    expect(newestFirst(written, above)).toEqual([written, above]);
    expect(newestFirst(above, written)).toEqual([above, written]);
  });

  test("a field is as new as where it is written, not as what inherits it", () => {
    const texts = { global: "models: { big: { class: full } }", project: "models: { mine: { inherits: big } }" };
    const [inherited, link] = [path("models.mine.class"), path("models.mine.inherits")];
    expect(seen(texts).newestFirst(inherited, link)).toEqual([link, inherited]);
  });

  test("what the catalog says is older than what anybody wrote", () => {
    const view = seen({ project: "models: { big: { provider: acme } }" }, { models: { big: { class: "nano" } } });
    expect(view.newestFirst(written, above)).toEqual([above, written]);
    expect([view.scope(written), view.scope(above)]).toEqual([undefined, "project"]);
  });
});

test("an inherited field stands at its parent", () => {
  const { context, settings } = seenIn(
    layersOf({
      global: "models: { big: { context_window: 1000 }, mine: { context_window: 5000 } }",
      project: "models: { mine: { inherits: big, context_window: null } }",
    }),
  );
  const at = path("models.mine.context_window");
  const definition = definitionAt(settings, at);
  expect([definition?.layer.scope, definition?.path]).toEqual(["global", path("models.big.context_window")]);
  expect(context.scope(at)).toBe("global");
});

test("the places with an annotation are those among all places that have it", () => {
  const annotations = ["x-ref", "x-zero", "x-effect", "x-path"] as const;
  const found = new Set<string>();
  fc.assert(
    fc.property(layerArbitrary(), (value) => {
      const { settings } = seen({ global: JSON.stringify(value) });
      const { places } = allPlaces(settings);
      for (const annotation of annotations) {
        const wanted = places.filter(({ shape }) => shape.schema[annotation] !== undefined);
        if (wanted.length > 0) found.add(annotation);
        const pathsOf = (some: typeof places): readonly Path[] => some.map((known) => known.path);
        expect(pathsOf(placesWith(settings, annotation))).toEqual(pathsOf(wanted));
      }
    }),
    { numRuns: Math.max(cases(3000), 300) },
  );
  expect([...found].toSorted()).toEqual(annotations.toSorted());
});

test("each layer's places are its own, tags of other layers included", () => {
  const { layers, settings } = seen({
    global: "mcp_servers: { docs: { transport: http, url: https://docs.example.net } }",
    project: "mcp_servers: { docs: { headers: { A: b } } }",
  });
  const values = layers.map((layer) => [layer.scope, textsIn(layer.places)]);
  expect(values).toEqual([
    ["global", ["http", "https://docs.example.net"]],
    ["project", ["b"]],
  ]);
  expect(textsIn(allPlaces(settings).places)).toEqual(["http", "https://docs.example.net", "b"]);
});

test("an unreadable layer has no places", () => {
  expect(seen({ global: UNREADABLE }).layers).toEqual([{ scope: "global", places: [], texts: [], strange: [] }]);
});

test("what lies in the project, where there is one to look at", () => {
  const kindOf = (name: string) => (name === "prompts/review.md" ? ("file" as const) : undefined);
  const { context: view } = seenIn(layersOf({}), { kindOf });
  expect([view.kindOf("prompts/review.md"), view.kindOf("prompts/plan.md")]).toEqual(["file", undefined]);
  expect(seen({}).kindOf("prompts/review.md")).toBe("unknown");
});
