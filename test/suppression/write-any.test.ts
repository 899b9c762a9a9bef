/** Whatever the text is: a suppression changes no value, is read back as it was meant, and does what it says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { maySuppress } from "../../src/toolkit/judge/suppression/apply.js";
import { suppressionsIn } from "../../src/toolkit/judge/suppression/comments.js";
import { suppressing, type Wanted } from "../../src/toolkit/judge/suppression/write.js";
import { lint } from "../../src/toolkit/lint.js";
import type { TextEdit } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { toData } from "../../src/toolkit/read/document/node.js";
import { type Document, parse } from "../../src/toolkit/read/document/parse.js";
import { positionOf } from "../../src/toolkit/read/document/source.js";
import { applyEdits } from "../../src/toolkit/read/edit/text-edits.js";
import { almostConfigArbitrary } from "../arbitrary/garbled.js";
import { mistakenTextArbitrary } from "../arbitrary/mistaken.js";
import { slowCases } from "../cases.js";

const RULES = ["schema/unknown-key", "model/output-exceeds-window", "effect/inert"];
const REASONS = ["so be it", "a -- b */ # {", undefined];
const EARLIER = ["", "# agentcfg-ignore effect/inert -- so be it", "# agentcfg-ignore effect/inert", "# mine"];

/** Each line and rule of a suppression, as a text; `moved` gives its line in another text. */
function said(document: Document, moved = (line: number): number => line): readonly string[] {
  return suppressionsIn(document).flatMap(({ line, rules, reason }) =>
    rules.map((rule) => spelt(line && moved(line), rule, reason)),
  );
}

const spelt = (line: number | undefined, rule: string, reason: string | undefined): string =>
  JSON.stringify([line ?? "file", rule, reason ?? "none"]);

/** Where a line is once comments have been put above others. */
const movedBy =
  ({ source }: Document, edits: readonly TextEdit[]) =>
  (line: number): number =>
    line + edits.filter(({ start, text }) => /[\r\n]$/.test(text) && positionOf(source, start).line <= line).length;

test("no value and no other suppression changes, and each comment is read for its line", () => {
  let written = 0;
  const texts = fc.oneof(mistakenTextArbitrary, almostConfigArbitrary);
  const chosen = fc.record({
    rule: fc.constantFrom(...RULES),
    reason: fc.constantFrom(...REASONS),
    lines: fc.oneof(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }), fc.constant(undefined)),
    earlier: fc.tuple(fc.nat(40), fc.constantFrom(...EARLIER)),
  });
  fc.assert(
    fc.property(texts, chosen, ({ text: given, format }, { rule, reason, lines, earlier: [at, comment] }) => {
      const breaks = [...given.matchAll(/\n/g)].map(({ index }) => index + 1);
      const place = breaks[at % (breaks.length + 1)] ?? given.length;
      const text = `${given.slice(0, place)}${format === "jsonc" ? comment.replace("#", "//") : comment}\n${given.slice(place)}`;
      const document = parse({ file: "x", text }, format);
      const where = lines?.map((line) => Math.min(line, positionOf(document.source, text.length).line)) ?? "file";
      const outcome = suppressing(document, { rule, scope: "global", severity: "warning", where, reason });
      if ("refusal" in outcome) return;
      const { edits, missed } = outcome;
      written += edits.length;
      const after = parse({ file: "x", text: applyEdits(text, edits) }, format);
      expect(after.root && toData(after.root)).toEqual(document.root && toData(document.root));
      expect(after.problems.map(({ kind }) => kind)).toEqual(document.problems.map(({ kind }) => kind));
      const moved = movedBy(document, edits);
      const own = where === "file" ? [undefined] : where.filter((line) => !missed.includes(line));
      const isOwn = (one: string): boolean =>
        own.some((line) => one.startsWith(`[${JSON.stringify(line ? moved(line) : "file")},"${rule}"`));
      const [before, now] = [said(document, moved), said(after)];
      expect(now.filter((one) => !isOwn(one)).toSorted()).toEqual(before.filter((one) => !isOwn(one)).toSorted());
      for (const line of own) {
        const reasons = [reason, ...(reason === undefined ? ["so be it"] : [])];
        expect(
          reasons.some((because) => now.includes(spelt(line && moved(line), rule, because))) || before.some(isOwn),
        ).toBe(true);
      }
    }),
    { numRuns: slowCases(600) },
  );
  expect(written).toBeGreaterThan(0);
});

test("with a reason the findings are gone, and without one they stay and the comments are reported", () => {
  let gone = 0;
  fc.assert(
    fc.property(mistakenTextArbitrary, fc.nat(), fc.boolean(), ({ text, format }, at, isFile) => {
      const run = (now: string) => lint({ texts: [{ file: "x", text: now, format, as: "global" }] }).diagnostics;
      const before = run(text);
      const may = before.filter(({ rule, severity }) => maySuppress(rule, severity, "global"));
      const { rule } = may[at % may.length] ?? {};
      if (rule === undefined) return;
      const all = before.filter((one) => one.rule === rule);
      const severity = all.some((one) => one.severity === "error") ? "error" : "warning";
      const where = isFile ? "file" : all.map(({ range }) => range.start.line);
      const wanted: Omit<Wanted, "reason"> = { rule, scope: "global", severity, where };
      const document = parse({ file: "x", text }, format);
      const outcome = suppressing(document, { ...wanted, reason: "so be it" });
      if (!maySuppress(rule, severity, "global") || format === "json") {
        expect(outcome).toHaveProperty("refusal");
        return;
      }
      if ("refusal" in outcome || outcome.missed.length > 0) return;
      gone += outcome.edits.length;
      const count = (diagnostics: typeof before, name: string): number =>
        diagnostics.filter((one) => one.rule === name).length;
      const after = run(applyEdits(text, outcome.edits));
      expect([rule, "suppress/unused"].map((name) => count(after, name))).toEqual([
        0,
        count(before, "suppress/unused"),
      ]);
      const silent = suppressing(document, { ...wanted, reason: undefined });
      const left = "edits" in silent ? run(applyEdits(text, silent.edits)) : [];
      expect(count(left, rule)).toBe(all.length);
      expect(count(left, "suppress/no-reason")).toBeGreaterThan(0);
    }),
    { numRuns: slowCases(200) },
  );
  expect(gone).toBeGreaterThan(0);
});
