/** Renames in any configuration: there and back gives the same bytes, and what is in effect differs by the name alone. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Document, isScalar } from "yaml";
import { referencesOf } from "../../src/service/references/name-at.js";
import { snapshotAfter } from "../../src/service/references/plan.js";
import { renamed } from "../../src/service/references/rename.js";
import { escaped } from "../../src/text/scan.js";
import type { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import { jsonAt } from "../../src/toolkit/mean/configuration/setting.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import type { Layer } from "../../src/toolkit/read/layers/layer.js";
import { jsonOf } from "../../src/toolkit/read/schema/place.js";
import { isObject, type JsonObject } from "../arbitrary/plain.js";
import { type Spelling, spellingArbitrary } from "../arbitrary/spelling.js";
import { slowCases } from "../cases.js";
import { layerFrom, snapshotOf } from "./marked.js";
import {
  type Naming,
  namingArbitrary,
  type Thing,
  thingArbitrary,
  type Written,
  writtenArbitrary,
} from "./named-config.js";

/** A name that needs no quotes anywhere, and is not taken. */
const NEW = "zeta/1-x";

interface Try {
  readonly written: Written;
  readonly naming: Naming;
  readonly thing: Thing;
  readonly texts: readonly [Spelling, Spelling];
  readonly cursor: number;
}

const tryArbitrary: fc.Arbitrary<Try> = fc
  .record({ written: writtenArbitrary, naming: namingArbitrary, thing: thingArbitrary, cursor: fc.nat() })
  .chain((one) => {
    const { global, project } = one.written(one.naming);
    const spelled = (config: JsonObject) => fc.oneof(spellingArbitrary(config), fc.constant(aliased(config)));
    return fc.tuple(spelled(global), spelled(project)).map((texts) => ({ ...one, texts }));
  });

/** YAML in which equal defaults are aliases of the first one. */
function aliased(config: JsonObject): Spelling {
  const document = new Document(config, { version: "1.2", aliasDuplicateObjects: false });
  const first = document.getIn(["defaults", "full"], true);
  for (const key of ["mini", "nano"]) {
    const other = document.getIn(["defaults", key], true);
    if (isScalar(first) && isScalar(other) && other.value === first.value)
      document.setIn(["defaults", key], document.createAlias(first, "m"));
  }
  return { format: "yaml", text: document.toString({ lineWidth: 0 }) };
}

function snapshotIn([global, project]: readonly [Spelling, Spelling]): Snapshot {
  return snapshotOf(
    layerFrom(global.text, "global", global.format),
    layerFrom(project.text, "project", project.format),
  );
}

/** The snapshot after a rename at one of the places of a name; undefined where no layer has the entry. */
function after(
  snapshot: Snapshot,
  { section, name, to, cursor }: { section: string; name: string; to: string; cursor: number },
): Snapshot | undefined {
  const places = referencesOf(snapshot).filter((one) => one.section === section && one.name === name);
  const place = places[cursor % places.length];
  if (place === undefined || !places.some(({ kind }) => kind === "entry")) return undefined;
  const result = renamed(snapshot, place.layer, place.span.start, to);
  if (result.kind === "refused" && /in the project the model inherits another name/.test(result.reason))
    return undefined;
  if (result.kind === "refused") throw new Error(result.reason);
  return snapshotAfter(snapshot, result.edits);
}

const textsOf = ({ layers }: Snapshot): readonly string[] => layers.map(({ document }) => document.source.text);

test("there and back gives the same bytes", () => {
  fc.assert(
    fc.property(tryArbitrary, ({ naming, thing: { section, index }, texts, cursor }) => {
      const before = snapshotIn(texts);
      const name = naming(section, index);
      const there = after(before, { section, name, to: NEW, cursor });
      if (there === undefined) return;
      expect(textsOf(there)).not.toEqual(textsOf(before));
      const back = after(there, { section, name: NEW, to: name, cursor });
      expect(back && textsOf(back)).toEqual(textsOf(before));
    }),
    { numRuns: slowCases(2000) },
  );
});

test("what is in effect differs by the name alone, and so do the findings", () => {
  fc.assert(
    fc.property(tryArbitrary, ({ written, naming, thing, texts, cursor }) => {
      const before = snapshotIn(texts);
      const { section, index } = thing;
      const name = naming(section, index);
      const there = after(before, { section, name, to: NEW, cursor });
      if (there === undefined) return;
      const other: Naming = (one, at) => (one === section && at === index ? NEW : naming(one, at));
      const { global, project } = written(other);
      for (const [now, old, layers] of [
        [there, before, [global, project]],
        [there.below, before.below, [global]],
      ] as const) {
        if (now === undefined || old === undefined) return expect.fail("there are two layers");
        const kept = withKept(layers, old, thing, name);
        const meant = snapshotOf(
          ...kept.map((config, at) => likeWritten(config, at === 0 ? "global" : "project", texts[at])),
        );
        expect(jsonOf(now.effective)).toEqual(jsonOf(meant.effective));
        expect(rulesIn(now)).toEqual(rulesIn(meant));
      }
    }),
    { numRuns: slowCases(2000) },
  );
});

/** A layer with aliases if the other text has some: a finding about an alias is one about its anchor. */
function likeWritten(config: JsonObject, scope: Scope, other: Spelling | undefined): Layer {
  const { text, format } = other?.text.includes(": &m ")
    ? aliased(config)
    : { text: JSON.stringify(config), format: "json" as const };
  return layerFrom(text, scope, format);
}

function rulesIn(snapshot: Snapshot): readonly string[] {
  const judged = snapshot.diagnosticsOf(new Set(snapshot.layers));
  return judged.map(({ diagnostic: { rule, path } }) => `${rule} ${path}`).toSorted();
}

/** The layers with the key that stood for the old name: in the user's entry where that alone lacks it, else in the project's. */
function withKept(
  layers: readonly JsonObject[],
  old: Snapshot,
  { section }: Thing,
  name: string,
): readonly JsonObject[] {
  const ofUser = keptKey(old.below ?? old, section, name);
  // The user's own file keeps its login, also where the project has another kind of server under the same name.
  const key = ofUser ?? keptKey(old, section, name);
  if (key === undefined) return layers;
  const isOfUser = ofUser !== undefined;
  const holder = isOfUser ? 0 : layers.findLastIndex((config) => entryIn(config, section) !== undefined);
  return layers.map((config, index) => {
    const entry = entryIn(config, section);
    if (index !== holder || entry === undefined) return config;
    return { ...config, [section]: { ...asObject(config[section]), [NEW]: { ...entry, [key]: escaped(name) } } };
  });
}

/** The key that stands for the name of an entry. */
function keptKey({ effective, settings }: Snapshot, section: string, name: string): string | undefined {
  const at = (...path: readonly string[]): Json | undefined => jsonAt(effective, [section, name, ...path]);
  const isNamed = jsonAt(settings, [section, name, "auth_key_name"]) !== undefined;
  if (section === "mcp_servers" && at("auth", "type") === "oauth" && at("auth_key_name") === name && !isNamed)
    return "auth_key_name";
  const isOwn = section === "models" && at("provider") !== undefined && at("provider_name") === undefined;
  return isOwn ? "provider_name" : undefined;
}

function entryIn(config: JsonObject, section: string): JsonObject | undefined {
  const entry = asObject(config[section])[NEW];
  return isObject(entry) ? entry : undefined;
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
