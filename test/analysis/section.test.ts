/** The settings of a section alone are those that it has in the whole configuration. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sectionAlone } from "../../src/service/complete/names.js";
import { jsonAt } from "../../src/toolkit/mean/configuration/setting.js";
import { NAMED_SECTIONS } from "../../src/toolkit/mean/configuration/spelled-names.js";
import { pairArbitrary } from "../arbitrary/pair.js";
import { cases } from "../cases.js";
import { layerFrom, snapshotOf } from "../marks/snapshot.js";

test("in any configuration", () => {
  fc.assert(
    fc.property(pairArbitrary, ({ global, project }) => {
      const snapshot = snapshotOf(
        layerFrom(global.text, "global", global.format),
        layerFrom(project.text, "project", project.format),
      );
      for (const section of NAMED_SECTIONS)
        expect(jsonAt(sectionAlone(snapshot, section).settings, [section])).toEqual(
          jsonAt(snapshot.settings, [section]),
        );
    }),
    { numRuns: cases(600) },
  );
});
