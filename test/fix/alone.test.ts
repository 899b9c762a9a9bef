/** Nothing that a project wrote changes the file of its user (S38): `fix(G, P)` does to G what `fix(G)` does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { lint } from "../../src/toolkit/lint.js";
import { mistakenTextArbitrary } from "../arbitrary/mistaken.js";
import type { Spelling } from "../arbitrary/spelling.js";
import { cases } from "../cases.js";
import { layered } from "../machine/layered.js";

const named = (as: "global" | "project", { format, text }: Spelling) => ({ file: `${as}.${format}`, text, format, as });

test("in whatever the project says", () => {
  let changed = 0;
  fc.assert(
    fc.property(mistakenTextArbitrary, mistakenTextArbitrary, fc.boolean(), (global, project, unsafe) => {
      const user = named("global", global);
      const alone = fix({ texts: [user], unsafe }).fixed.map(({ text }) => text);
      const both = fix({ texts: [user, named("project", project)], unsafe }).fixed;
      expect(both.flatMap(({ before, text }) => (before.scope === "global" ? [text] : []))).toEqual(alone);
      changed += alone.length;
    }),
    { numRuns: cases(200) },
  );
  expect(changed).toBeGreaterThan(0);
});

const GLOBAL = `
providers: { p: { kind: { type: custom_beta_compatible }, url: 'https://p.example/v1' } }
models: { mine: { provider: p, class: full, context_window: 5000 } }
defaults: { full: vendor-opus-4.1 }
active_session: { default_facet: revew }
`;
const PROJECT = `
models: { vendor-opus-4-1: { provider: p, class: full, context_window: 5000 } }
facets: { review: { source: 'agent://x' } }
`;

test.each([false, true])("a name that the project chose, unsafe: %s", (unsafe) => {
  const at = layered({ global: `version: 3${GLOBAL}`, project: `version: 3${PROJECT}`, format: "yaml" });
  expect(fix({ host: at.host, unsafe }).fixed).toEqual([]);
  const { diagnostics } = lint({ host: at.host });
  const ofUser = diagnostics.filter(({ layer }) => layer === "global");
  expect(ofUser.length).toBeGreaterThan(0);
  expect(JSON.stringify(ofUser)).not.toMatch(/vendor-opus-4-1|`review`/);
});
