/** A part of a configuration tells the same about its place as the whole does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { valueStory } from "../../src/service/explain/story.js";
import type { Path } from "../../src/text/path.js";
import { partAround, sectionAlone } from "../../src/toolkit/judge/analysis/part.js";
import type { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import { withheldFrom } from "../../src/toolkit/judge/analysis/withheld.js";
import { modelFactsOf } from "../../src/toolkit/mean/configuration/model-facts.js";
import { jsonAt } from "../../src/toolkit/mean/configuration/setting.js";
import { NAMED_SECTIONS } from "../../src/toolkit/mean/configuration/spelled-names.js";
import type { Node } from "../../src/toolkit/read/document/node.js";
import { meaningsOf } from "../../src/toolkit/read/schema/lookup.js";
import { configShape } from "../../src/toolkit/read/schema/shape.js";
import { pairArbitrary } from "../arbitrary/pair.js";
import { cases } from "../cases.js";
import { layerFrom, snapshotOf } from "../marks/snapshot.js";
import { type Naming, namingArbitrary, writtenArbitrary } from "../references/named-config.js";

function* pathsIn(node: Node | undefined, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (node?.kind === "sequence")
    for (const [index, item] of node.items.entries()) yield* pathsIn(item, [...path, index]);
  if (node?.kind === "mapping") for (const [key, { value }] of node.entries) yield* pathsIn(value, [...path, key]);
}

function told(snapshot: Snapshot, path: Path): unknown {
  const [meaning] = meaningsOf(configShape, path);
  const facts = path[0] === "models" ? modelFactsOf(String(path[1]), snapshot.effective) : undefined;
  const { slots: _, ...model } = facts ?? { slots: [] };
  return {
    trusted: meaning && valueStory(meaning, snapshot, undefined),
    untrusted: meaning && valueStory(meaning, snapshot, withheldFrom(snapshot)),
    model: JSON.stringify(model, (key, value) => (key === "layer" ? value.scope : value)),
  };
}

function check(snapshot: Snapshot, chosen: readonly number[]): void {
  const paths = snapshot.layers.flatMap(({ root }) => [...pathsIn(root)]);
  const some = paths.length === 0 ? [] : chosen.map((index) => paths[index % paths.length] ?? []);
  for (const path of some) expect(told(partAround(snapshot, path), path)).toEqual(told(snapshot, path));
  for (const section of NAMED_SECTIONS)
    expect(jsonAt(sectionAlone(snapshot, section).settings, [section])).toEqual(jsonAt(snapshot.settings, [section]));
}

const indices = fc.array(fc.nat(), { minLength: 8, maxLength: 8 });

test("in any configuration", () => {
  fc.assert(
    fc.property(pairArbitrary, indices, ({ global, project }, chosen) => {
      check(
        snapshotOf(layerFrom(global.text, "global", global.format), layerFrom(project.text, "project", project.format)),
        chosen,
      );
    }),
    { numRuns: cases(600) },
  );
});

/** Names of models that read like one another with an effort. */
const withEfforts: Naming = (section, index) => `${section[0]}${section === "models" ? "(high)".repeat(index) : index}`;

test("in configurations that are full of names", () => {
  fc.assert(
    fc.property(
      writtenArbitrary,
      fc.oneof(namingArbitrary, fc.constant(withEfforts)),
      indices,
      (written, naming, chosen) => {
        const { global, project } = written(naming);
        const [user, own] = [
          layerFrom(JSON.stringify(global), "global"),
          layerFrom(JSON.stringify(project), "project"),
        ];
        check(snapshotOf(user, own), chosen);
      },
    ),
    { numRuns: cases(600) },
  );
});
