/** A snapshot is a value: it says the same whenever it is asked, and with another text it is what a fresh one would be. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../src/toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES } from "../../src/toolkit/judge/policy/read.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { type Layer, layerOf } from "../../src/toolkit/read/layers/layer.js";
import { pairArbitrary } from "../arbitrary/pair.js";
import type { Spelling } from "../arbitrary/spelling.js";
import { cases } from "../cases.js";
import { memoryHost } from "../machine/memory.js";

const host = memoryHost({ files: {} });

function layer({ text, format }: Spelling, scope: Scope): Layer {
  const bytes = Buffer.from(text);
  return layerOf(`${scope}.${format}`, bytes, format, { scope, file: undefined, sha256: () => host.sha256(bytes) });
}

function snapshot(...layers: readonly Layer[]): Snapshot {
  return new Snapshot(layers, surroundingsOf(host, layers, undefined, NO_POLICIES));
}

const said = (one: Snapshot): unknown => ({
  diagnostics: one.diagnosticsOf(new Set(one.layers)),
  effective: one.redactor.json(one.effective),
  hashes: one.layers.map(({ sha256 }) => sha256?.()),
});

test("with another text it is what a fresh one would be, and the other layer is not read again", () => {
  fc.assert(
    fc.property(pairArbitrary, pairArbitrary, ({ global, project }, other) => {
      const user = layer(global, "global");
      const text = { ...project, text: other.project.text };
      const old = snapshot(user, layer(project, "project"));
      const before = said(old);
      const [, theirs] = old.layers;
      if (theirs === undefined) return expect.fail("there is no project");
      const changed = old.with(theirs, text.text);
      expect(said(changed)).toEqual(said(snapshot(user, layer(text, "project"))));
      expect(changed.layers[0]).toBe(user);
      expect(said(old)).toEqual(before);
    }),
    { numRuns: cases(150) },
  );
});

test("each part is computed once", () => {
  const text = "version: 3\nmodels: { m: { context_window: 1000, provider: x } }\n";
  const one = snapshot(layer({ text, format: "yaml" }, "global"));
  for (const part of ["settings", "effective", "findings", "ruleFindings", "redactor", "trees"] as const)
    expect(one[part]).toBe(one[part]);
});
