/** The tree of settings against the merge that it replaces, on many pairs of layers. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { effective as oldEffective } from "../../src/configuration/effective.js";
import { effective } from "../../src/configuration/effective2.js";
import { inherit as oldInherit } from "../../src/configuration/inherit.js";
import { inherit } from "../../src/configuration/inherit2.js";
import { merge } from "../../src/configuration/merge2.js";
import { resolve } from "../../src/configuration/resolve.js";
import { definitionAt, type Setting, settingAt } from "../../src/configuration/setting.js";
import type { Json } from "../../src/document/node.js";
import type { Catalog } from "../../src/layers/catalog.js";
import { type Layer, layerOf } from "../../src/layers/layer.js";
import { jsonOf } from "../../src/schema/place.js";
import { type Path, toPointer } from "../../src/text/path.js";
import { modelPairArbitrary, pairArbitrary } from "../attacks/arbitrary.js";
import { put } from "../attacks/plain.js";
import { configArbitrary, jsonArbitrary } from "../properties/arbitrary.js";
import { almostConfigArbitrary } from "../properties/garbled.js";
import { mutationArbitrary } from "../properties/mutation.js";
import type { Spelling } from "../properties/spelling.js";

const layer = (scope: "global" | "project", value: Json): Layer =>
  layerOf(`${scope}.json`, new TextEncoder().encode(JSON.stringify(value)), "json", {
    scope,
    file: undefined,
    sha256: undefined,
  });

const paths = (value: Json, path: Path = []): Path[] => [
  path,
  ...(Array.isArray(value)
    ? value.flatMap((item, i) => paths(item, [...path, i]))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([k, v]) => paths(v, [...path, k]))
      : []),
];

const lostOf = (setting: Setting, path: Path = []): string[] => [
  ...setting.shadowed.map(
    ({ layer, place, why }) => `${layer.scope} ${toPointer(path)} ${why} ${JSON.stringify(jsonOf(place))}`,
  ),
  ...(setting.kind === "object"
    ? [
        ...[...setting.entries].flatMap(([k, c]) => lostOf(c, [...path, k])),
        ...[...setting.absent].flatMap(([k, l]) =>
          l.map(
            ({ layer, place, why }) =>
              `${layer.scope} ${toPointer([...path, k])} ${why} ${JSON.stringify(jsonOf(place))}`,
          ),
        ),
      ]
    : []),
];

function compare(layers: readonly Layer[], catalog?: Catalog) {
  const old = resolve(layers);
  const { settings } = merge(layers);
  expect(JSON.stringify(jsonOf(settings))).toBe(JSON.stringify(old.value));
  for (const path of paths(old.value))
    expect([path, definitionAt(settings, path)?.layer.scope]).toEqual([path, old.origin(path)?.scope]);
  const oldLost = old.shadowed
    .filter(({ path }) => toPointer(path) !== "")
    .map(({ path, layer, why, value }) => `${layer.scope} ${toPointer(path)} ${why} ${JSON.stringify(value)}`)
    .sort();
  const now = lostOf(settings)
    .filter((x) => !x.includes("follow_symlinks_for_configs global-only"))
    .sort();
  const missing = oldLost.filter((x) => !now.includes(x)),
    extra = now.filter((x) => !oldLost.includes(x));
  // nested losses of what was lost as a whole are gone
  const forgiven = missing.filter(
    (x) =>
      !old.shadowed.some(
        ({ path, why }) =>
          (why === "unset" || why === "overridden" || why === "other-variant") &&
          (x.split(" ")[1] ?? "").startsWith(toPointer(path) + "/"),
      ),
  );
  expect({ forgiven, extra }).toEqual({ forgiven: [], extra: [] });
  const oi = oldInherit(old.value, catalog),
    ni = inherit(settings, catalog);
  expect(JSON.stringify(jsonOf(ni.settings))).toBe(JSON.stringify(oi.value));
  expect(ni.cycles).toEqual(oi.cycles);
  const oe = oldEffective(layers, catalog),
    ne = effective(ni.settings);
  expect(JSON.stringify(jsonOf(ne))).toBe(JSON.stringify(oe.complete));
  for (const path of paths(oe.complete)) {
    const a = oe.written(path),
      b = definitionAt(ne, path);
    if (path.length === 0) continue;
    if (a === undefined && b !== undefined && path[2] === "request_option_defaults") continue;
    if (b === undefined && a !== undefined && settingAt(ne, path)?.source === "default") continue;
    expect([path, a?.layer.scope, a?.path]).toEqual([path, b?.layer.scope, b?.path]);
  }
}

const spelt = (scope: "global" | "project", { text, format }: Spelling): Layer =>
  layerOf(`${scope}.${format}`, new TextEncoder().encode(text), format, { scope, file: undefined, sha256: undefined });
const RUNS = Number(process.env["RUNS"] ?? 1000);
const catalogArbitrary = fc.option(
  fc.constantFrom<Catalog>({
    models: {
      m: { context_window: 7, class: "nano", provider: "zz" },
      base: { provider: "p", context_window: 9, request_option_defaults: { a: true } },
    },
  }),
  { nil: undefined },
);

test("pairs", () => {
  fc.assert(
    fc.property(pairArbitrary, catalogArbitrary, (p, c) =>
      compare([spelt("global", p.global), spelt("project", p.project)], c),
    ),
    { numRuns: RUNS },
  );
});
test("any two", () => {
  fc.assert(
    fc.property(almostConfigArbitrary, almostConfigArbitrary, (a, b) =>
      compare([spelt("global", a), spelt("project", b)]),
    ),
    { numRuns: RUNS },
  );
});
test("over itself", () => {
  fc.assert(
    fc.property(mutationArbitrary(), mutationArbitrary(), (a, b) =>
      compare([layer("global", a.config), layer("project", b.config)]),
    ),
    { numRuns: RUNS },
  );
});
test("same, mutated", () => {
  fc.assert(
    fc.property(
      configArbitrary().chain((c) => fc.tuple(fc.constant(c), fc.constant(c))),
      jsonArbitrary,
      fc.nat(),
      ([a, b], v, n) => {
        const ps = paths(b).slice(1);
        const at = ps[n % Math.max(ps.length, 1)];
        const changed = at ? put(b, at, v) : b;
        compare([layer("global", a), layer("project", changed as Json)]);
        compare([layer("global", changed as Json), layer("project", a)]);
      },
    ),
    { numRuns: RUNS },
  );
});
test("models", () => {
  fc.assert(
    fc.property(modelPairArbitrary, catalogArbitrary, ([a, b], c) =>
      compare([layer("global", a as Json), layer("project", b as Json)], c),
    ),
    { numRuns: RUNS },
  );
});
