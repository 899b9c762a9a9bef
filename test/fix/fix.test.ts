/** What fixes do to texts: what was meant and nothing else, once and for all, and never more harm than good. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Path, parsePath } from "../../src/text/path.js";
import { type FixOptions, type FixResult, fix } from "../../src/toolkit/fix.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import type { Diagnostic, Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { dataAt, differences, type Json } from "../../src/toolkit/read/document/data.js";
import { almostConfigArbitrary, scopeArbitrary, soupArbitrary } from "../arbitrary/garbled.js";
import { dataOf, mistakenTextArbitrary } from "../arbitrary/mistaken.js";
import { changed } from "../arbitrary/places.js";
import { lookArbitrary, SLIPS, type Slip, slipped, slipsArbitrary } from "../arbitrary/slips.js";
import type { Spelling } from "../arbitrary/spelling.js";
import { type Look, meantBy, type Written, write } from "../arbitrary/written.js";
import { slowCases } from "../cases.js";

const SCOPES = ["global", "project"] as const;

type Text = Spelling & { readonly as: Scope };

const named = (texts: readonly Text[]): readonly LintText[] =>
  texts.map(({ as, text, format }) => ({ file: as, as, text, format }));

/** The texts afterwards, in the order of the ones before. */
function textsAfter(texts: readonly Text[], { fixed }: FixResult): readonly Text[] {
  return texts.map((text) => ({
    ...text,
    text: fixed.find(({ before }) => before.scope === text.as)?.text ?? text.text,
  }));
}

const fixed = (texts: readonly Text[], options: FixOptions = {}): readonly Text[] =>
  textsAfter(texts, fix({ texts: named(texts), ...options }));

const PLAIN: Look = {
  format: "yaml",
  flow: false,
  indent: "  ",
  lineEnd: "\n",
  mark: false,
  finalBreak: true,
  comments: false,
  ignores: false,
  tape: [],
};

interface Page extends Text {
  readonly written: Written;
}

/** Both layers with slips, each in its own look. */
function pages(slips: readonly Slip[], order: number, looks: readonly [Look, Look], unsafe: boolean): readonly Page[] {
  const trees = slipped(slips, order, ({ safe }) => safe || unsafe);
  return SCOPES.map((as, index) => {
    const look = looks[index] ?? PLAIN;
    const written = write(trees[as], look);
    return { as, format: look.format, text: written.text, written };
  });
}

const pagesArbitrary = fc
  .tuple(slipsArbitrary, fc.nat(9), fc.tuple(lookArbitrary, lookArbitrary), fc.boolean())
  .map(([slips, order, looks, unsafe]) => ({
    slips,
    unsafe,
    meant: slipped(slips, order, ({ safe }) => safe || unsafe),
    texts: pages(slips, order, looks, unsafe),
  }));

describe("slips of people", () => {
  test("without any, there is nothing to find", () => {
    const texts = pages([], 0, [PLAIN, PLAIN], true);
    const { fixed, before } = fix({ texts: named(texts), unsafe: true });
    expect(fixed).toEqual([]);
    // What a project starts and replaces is no slip.
    const rules = before.diagnostics.map(({ rule, severity }) => `${severity} ${rule}`);
    expect(rules.filter((rule) => !/^info trust\/(starts-process|overrides-prompt)$/.test(rule))).toEqual([]);
  });

  test.each(SLIPS.map((slip) => [slip.name, slip] as const))("%s", (_, slip) => {
    const texts = pages([slip], 0, [PLAIN, PLAIN], true);
    const meant = texts.map(({ written }) => written.meant);
    expect(texts.map(({ text }) => text)).not.toEqual(meant);
    expect(fixed(texts, { unsafe: true }).map(({ text }) => text)).toEqual(meant);
    // And not unasked, where it is a guess.
    const unasked = fixed(texts).map(({ text }) => text);
    expect(unasked).toEqual(slip.safe ? meant : texts.map(({ text }) => text));
  });

  test("in every style: what was meant, every other byte as it was", () => {
    let certain = 0;
    fc.assert(
      fc.property(pagesArbitrary, ({ texts, unsafe, meant }) => {
        for (const [index, after] of fixed(texts, { unsafe }).entries()) {
          expect(dataOf(after)).toEqual(meantBy(meant[after.as]));
          const expected = texts[index]?.written.meant;
          if (expected === undefined) continue;
          certain += 1;
          expect(after.text).toBe(expected);
        }
      }),
      { numRuns: slowCases(100) },
    );
    expect(certain).toBeGreaterThan(slowCases(100));
  });

  test("in every style: every comment survives that is not part of what goes", () => {
    fc.assert(
      fc.property(pagesArbitrary, ({ texts, unsafe }) => {
        for (const [index, after] of fixed(texts, { unsafe }).entries()) {
          const { comments = [] } = texts[index]?.written ?? {};
          expect(comments.filter((comment) => after.text.split(comment).length !== 2)).toEqual([]);
        }
      }),
      { numRuns: slowCases(50) },
    );
  });
});

describe("what a fix takes out is one entry, and no comment of its neighbours", () => {
  test.each<[string, Text["format"], string, string]>([
    ["above the next one", "jsonc", '{\n"updates": null,\n// mine\n"tui": {}\n}', "// mine"],
    ["behind the one before", "jsonc", '{\n"tui": {}, // mine\n"updates": null\n}', "// mine"],
    ["in braces in YAML", "yaml", "{\nupdates: null,\n# mine\ntui: {}\n}", "# mine"],
    ["in lines in YAML", "yaml", "updates: null\n# mine\ntui: {}\n", "# mine"],
  ])("%s", (_, format, text, comment) => {
    const [after] = fixed([{ as: "project", format, text }]);
    expect(after?.text).not.toContain("updates");
    expect(after?.text).toContain(comment);
  });

  test.each<[string, Text["format"], string]>([
    ["the only one, with a comma behind it", "jsonc", '{"updates": null,}'],
    ["the only one in braces in YAML, with a comma behind it", "yaml", "{updates: null,}"],
  ])("%s", (_, format, text) => {
    const texts: readonly Text[] = [{ as: "project", format, text }];
    for (const { fixes } of lint({ texts: named(texts) }).diagnostics) {
      for (const { edits } of fixes) {
        const edited = edits.reduceRight(
          (whole, { start, end, text: by }) => whole.slice(0, start) + by + whole.slice(end),
          text,
        );
        expect(dataOf({ format, text: edited }), edited).toBeDefined();
      }
    }
    expect(dataOf(fixed(texts)[0] ?? { format, text })).not.toHaveProperty("updates");
  });

  test("a version that comes leaves every line as it was", () => {
    const text = '{\n  // mine\n  "tui": {}\n}\n';
    const [after] = fixed([{ as: "global", format: "jsonc", text }]);
    expect(after?.text).toContain('"version": 3,');
    expect(text.split("\n").filter((line) => !after?.text.split("\n").includes(line))).toEqual([]);
  });
});

/** Why a fix was not applied is said only where it was tried. */
function withoutRefusal({ notes, ...diagnostic }: Diagnostic): Diagnostic {
  return { ...diagnostic, notes: notes.filter((note) => !note.startsWith("the fix is not applied")) };
}

/** What must be true of the fixes of any texts. */
function expectGoodFixes(texts: readonly Text[], unsafe: boolean): FixResult {
  const result = fix({ texts: named(texts), unsafe });
  const after = textsAfter(texts, result);
  const before = lint({ texts: named(texts) });
  const now = lint({ texts: named(after) });

  // The report is about the texts as they are now.
  expect(result.before.diagnostics).toEqual(before.diagnostics);
  expect(result.after.diagnostics.map(withoutRefusal)).toEqual(now.diagnostics);
  expect(now.summary.errors).toBeLessThanOrEqual(before.summary.errors);
  for (const [index, text] of texts.entries()) {
    const later = after[index] ?? text;
    const isReadable = before.layers[index]?.root !== undefined;
    if (!isReadable) {
      const titles = result.fixed.flatMap(({ before: { scope }, titles: own }) => (scope === text.as ? own : []));
      if (later.text !== text.text) expect(titles).toContain("put it in quotes");
      continue;
    }
    expect(dataOf(later)).toBeDefined();
    expectReasons(text, later, [after.toSpliced(index, 1), texts.toSpliced(index, 1)]);
    expectSameLines(
      text.text,
      later.text,
      result.fixed.find(({ before: { scope } }) => scope === text.as)?.titles ?? [],
    );
  }
  expect(fix({ texts: named(after), unsafe }).fixed).toEqual([]);
  return result;
}

/**
 * Every change is some fix's: taken back, alone or with others around it, it is found again, and there is a fix for it. The layer
 * beside it may be as it was or as it is, for the one may have been mended before the other.
 */
function expectReasons(before: Text, after: Text, others: readonly (readonly Text[])[]): void {
  const [old, now] = [dataOf(before), dataOf(after)];
  const all = differences(old, now);
  const undo = (paths: readonly Path[]): Json => {
    let data: Json = now ?? {};
    for (const path of paths) data = changed(data, path, old === undefined ? undefined : dataAt(old, path));
    return data;
  };
  for (const path of all) {
    const near = all.filter((other) => startsWith(other, path.slice(0, -1)));
    const together = [near, all.filter((other) => startsWith(other, path.slice(0, 2))), all];
    const isFound = [[path], ...near.map((other) => [path, other]), ...together].some((undone) => {
      const text: Text = { as: before.as, format: "json", text: JSON.stringify(undo(undone)) };
      const found = others.flatMap((beside) => lint({ texts: named([text, ...beside]) }).diagnostics);
      return found.some(
        ({ layer, fixes, path: about = "" }) =>
          layer === before.as && fixes.length > 0 && speaksOf(parsePath(about) ?? [], path, old),
      );
    });
    expect(isFound, `${JSON.stringify(path)} changed`).toBe(true);
  }
}

/** A fix is about a value, a list that it is in, or what is new beside it: another name for it, or the version. */
function speaksOf(about: Path, path: Path, old: Json | undefined): boolean {
  const isNew = old === undefined || dataAt(old, path) === undefined;
  if (about.length === 0) return isNew && path.length === 1 && path[0] === "version";
  return startsWith(path, about) || startsWith(about, path) || (isNew && startsWith(path, about.slice(0, -1)));
}

const startsWith = (path: Path, start: Path): boolean =>
  start.every((step, index) => String(path[index]) === String(step));

/**
 * No more lines are new than fixes touch, and they end as the others do: one line for a fix, and two for an entry that goes from the
 * end of a mapping in braces, as the line before it loses its comma and a comment behind it stays.
 */
function expectSameLines(before: string, after: string, titles: readonly string[]): void {
  const old = linesOf(before);
  const fresh = linesOf(after).filter((line) => {
    const at = old.indexOf(line);
    if (at !== -1) old.splice(at, 1);
    return at === -1;
  });
  const taken = titles.filter((title) => /^(?:delete|remove) /.test(title));
  expect(fresh.length).toBeLessThanOrEqual(titles.length + taken.length);
  expect(after.startsWith("\ufeff")).toBe(before.startsWith("\ufeff"));
  const ends = (text: string): ReadonlySet<string> => new Set(text.match(/\r\n|\n|\r/g));
  if (ends(before).size > 0) expect([...ends(after)].filter((end) => !ends(before).has(end))).toEqual([]);
}

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, "").split(/(?<=\n)|(?<=\r)(?!\n)/);

describe("what is not evident is not done unasked", () => {
  const CATALOG = "version: 3\nproviders: { alpha: { kind: { type: catalog, name: alpha } } }\n";

  test.each([
    ["a model that may well be one of the catalog", `${CATALOG}models: { alpha-4: {} }\ndefaults: { full: alpha-5 }\n`],
    [
      "a parent that may well be one of the catalog",
      `${CATALOG}models: { alpha-4: {}, mine: { inherits: alpha-5 } }\n`,
    ],
  ])("%s", (_, text) => {
    expect(fixed([{ as: "global", format: "yaml", text }])[0]?.text).toBe(text);
  });
});

describe("mistakes of every kind", () => {
  const scoped = (text: fc.Arbitrary<Spelling>): fc.Arbitrary<readonly Text[]> =>
    fc.tuple(text, scopeArbitrary).map(([spelling, as]) => [{ ...spelling, as }]);

  test("in one layer", () => {
    let count = 0;
    fc.assert(
      fc.property(scoped(mistakenTextArbitrary), fc.boolean(), (texts, unsafe) => {
        count += expectGoodFixes(texts, unsafe).fixed.length;
      }),
      { numRuns: slowCases(150) },
    );
    // Or else nothing was tried.
    expect(count).toBeGreaterThan(slowCases(50));
  });

  test("in two layers", () => {
    fc.assert(
      fc.property(mistakenTextArbitrary, mistakenTextArbitrary, fc.boolean(), (global, project, unsafe) => {
        expectGoodFixes(
          [
            { ...global, as: "global" },
            { ...project, as: "project" },
          ],
          unsafe,
        );
      }),
      { numRuns: slowCases(60) },
    );
  });

  test("in garbled texts, and in texts that never were configurations", () => {
    const soup = fc
      .tuple(soupArbitrary, lookArbitrary)
      .map(([text, { format }]) => ({ text: text.toWellFormed(), format }));
    const garbled = almostConfigArbitrary.map(({ text, format }) => ({ text: text.toWellFormed(), format }));
    fc.assert(
      fc.property(scoped(fc.oneof(garbled, soup)), fc.boolean(), (texts, unsafe) => {
        expectGoodFixes(texts, unsafe);
      }),
      { numRuns: slowCases(300) },
    );
  });
});

test.each([
  ["--x", ["-y", "foo@1.0.0", "--x"]],
  ["[--x]", ["-y", "foo@1.0.0", "--x"]],
  ["5", 5],
  ["{ a: b }", { a: "b" }],
])("the arguments in a command and `args: %s`: none is lost", (args, meant) => {
  const text = `version: 3\nmcp_servers:\n  u: { transport: stdio, command: npx -y foo@1.0.0, args: ${args} }\n`;
  const [{ text: after = text } = {}] = fix({ texts: [{ file: "x.yaml", text }], unsafe: true }).fixed;
  expect(dataAt(dataOf({ text: after, format: "yaml" }) ?? null, ["mcp_servers", "u", "args"])).toEqual(meant);
});
