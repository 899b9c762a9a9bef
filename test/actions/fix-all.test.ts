/** All safe fixes of a file in an editor are those of `lint --fix`, byte for byte. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fixAllOf } from "../../src/service/actions/actions.js";
import { editsBetween } from "../../src/service/actions/between.js";
import { fix } from "../../src/toolkit/fix.js";
import { lintRun } from "../../src/toolkit/lint.js";
import { applyEdits } from "../../src/toolkit/read/edit/text-edits.js";
import { mistakenTextArbitrary } from "../arbitrary/mistaken.js";
import { slowCases } from "../cases.js";
import { machine } from "../machine/machine.js";

test("in both layers, whatever they say", () => {
  let changed = 0;
  fc.assert(
    fc.property(mistakenTextArbitrary, mistakenTextArbitrary, (user, theirs) => {
      const files = [`~/.config/agent/config.${user.format}`, `.agent/config.${theirs.format}`] as const;
      const place = machine({ [files[0]]: user.text, [files[1]]: theirs.text });
      const run = lintRun({ host: place.host });
      for (const [index, layer] of run.inputs.reported.entries()) {
        const { text } = layer.document.source;
        const edits = fixAllOf(run, layer).edits();
        const after = applyEdits(
          text,
          edits.map(({ span, text: now }) => ({ ...span, text: now })),
        );
        const [fixed] = fix({ host: place.host, files: [place.path(files[index] ?? "")] }).fixed;
        expect(after).toBe(fixed?.text ?? text);
        changed += edits.length;
      }
    }),
    { numRuns: slowCases(200) },
  );
  expect(changed).toBeGreaterThan(0);
});

test("selected findings alone are fixed", () => {
  const text =
    "version: 3\nproviders:\n  p: { kind: { type: custom_beta_compatable } }\ntui: { theme: 5 }\nmodle: {}\n";
  const run = lintRun({ texts: [{ file: "config.yaml", text, as: "global" }] });
  const [layer] = run.inputs.reported;
  const textOf = (rule: string): readonly string[] =>
    layer === undefined
      ? []
      : fixAllOf(run, layer, ({ diagnostics }) => diagnostics.filter((one) => one.rule === rule))
          .edits()
          .map((edit) => edit.text);
  expect(textOf("schema/unknown-variant")).toEqual(["i"]);
  expect(textOf("schema/wrong-type")).toEqual([]);
});

const line = fc.constantFrom("", "a", "b: 1", "b: 2", "\u{1f600}", "\u{1f601}", "x\u{1f600}y", "x\u{1f601}y");
const text = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\r\n", "\r", "")), { maxLength: 12 })
  .map((lines) => lines.map((pair) => pair.join("")).join(""));

test("the edits between two texts make one of the other, do not touch, and split no character and no line break", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edits = editsBetween(before, after);
      expect(applyEdits(before, edits)).toBe(after);
      for (const [index, { start, end, text: now }] of edits.entries()) {
        expect(start).toBeGreaterThan(edits[index - 1]?.end ?? -1);
        expect(before.slice(start, end)).not.toBe(now);
        for (const at of [start, end])
          expect(before.slice(at - 1, at + 1)).not.toMatch(/^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/);
        expect(now.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: slowCases(2_000) },
  );
});
