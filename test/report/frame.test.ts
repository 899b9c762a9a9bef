/** The marks under a source line: they cover the marked text, or the text that is shown in its place. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable } from "../../src/text/escape.js";
import { type Frame, frameOf } from "../../src/toolkit/judge/report/frame.js";
import { lint } from "../../src/toolkit/lint.js";
import { hiddenIn } from "../../src/toolkit/mean/redaction/hidden.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { rangeOf } from "../../src/toolkit/read/document/source.js";
import { cases } from "../cases.js";
import { unicodeColumns } from "../text/unicode.js";

/** The marked part of a static key's line as a frame shows it. */
function marked(key: string): string {
  const text = `providers: { acme: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: ${key} } } }`;
  const { layers, diagnostics } = lint({ texts: [{ file: "config.yaml", text: `version: 3\n${text}` }] });
  const [layer] = layers;
  const [diagnostic] = diagnostics.filter(({ rule }) => rule === "substitution/syntax");
  const frame = layer && diagnostic && frameOf(layer.document, diagnostic.range, hiddenIn([layer]));
  return frame === undefined ? "" : frame.text.slice(frame.indent, frame.indent + frame.width);
}

test.each([
  ["the whole of a hidden text", '"${acme:0123}"'],
  ["the middle of a hidden text", '"Key ${acme:0123} of acme"'],
  ["the end of a hidden text", '"Key ${acme:0123}"'],
])("%s is underlined as the one word that stands for it", (_, key) => {
  expect(marked(key)).toBe("<redacted>");
});

test("a variable in the form of another tool is shown, for it is the mistake", () => {
  expect(marked('"Key ${env:ACME_KEY}"')).toBe("${env:ACME_KEY}");
});

/** The frame of a stretch of a comment. */
function frameIn(before: string, middle: string, after: string, room?: number): Frame {
  const document = parse({ file: "a.yaml", text: `# ${before}${middle}${after}\nversion: 3\n` }, "yaml");
  const start = before.length + 2;
  const range = rangeOf(document.source, { start, end: start + middle.length });
  const frame = frameOf(document, range, hiddenIn([{ document, scope: "global" }]), room);
  if (frame === undefined) throw new Error("there is text");
  return frame;
}

/** The line above the marks. */
function above({ text, indent, width }: Frame): string {
  let column = 0;
  return [...text]
    .filter((character) => {
      const at = column;
      column += unicodeColumns(character);
      return at >= indent && at < indent + width && column > at;
    })
    .join("");
}

const shown = (text: string): string =>
  [...text].map((character) => (character === "\t" ? "    " : printable(character))).join("");

/** Without what takes no column of its own. */
const bare = (text: string): string => text.replace(/\p{Mn}/gu, "");

describe("the marks stand under what they mark", () => {
  const unit = fc.constantFrom(
    ...["a", "Z", " ", "é", "日", "本", "🚀", "한", "\u0301", "\u0323", "ｶ", "！", "\t", "\u202e", "\u{1f1e9}", "€"],
  );
  const part = fc.string({ unit, maxLength: 60 });
  const middle = fc.string({ unit, minLength: 1, maxLength: 30 }).map((text) => `x${text}x`);

  test("by columns of a terminal, where all is shown", () => {
    fc.assert(
      fc.property(part, middle, part, (before, text, after) => {
        fc.pre(before.length + text.length + after.length < 110);
        expect(bare(above(frameIn(before, text, `${after}.`)))).toBe(bare(shown(text)));
      }),
      { numRuns: cases(3000) },
    );
  });

  test("and by those of a narrow one, which nothing is wider than", () => {
    fc.assert(
      fc.property(part, middle, part, fc.integer({ min: 24, max: 150 }), (before, text, after, room) => {
        const frame = frameIn(before, text, `${after}.`, room);
        expect(unicodeColumns(frame.text)).toBeLessThanOrEqual(room);
        expect(frame.indent + frame.width).toBeLessThanOrEqual(room);
        const marked = bare(above(frame)).replace(/…$/, "");
        expect(marked.startsWith("x")).toBe(true);
        expect(bare(shown(text)).startsWith(marked)).toBe(true);
        // Nothing is left out that has room.
        if (unicodeColumns(shown(text)) < room - 12) expect(marked).toBe(bare(shown(text)));
      }),
      { numRuns: cases(3000) },
    );
  });

  test.each<readonly [string, string, string, number | undefined, string]>([
    ["🚀 fast ", "日本", " end", undefined, "# 🚀 fast 日本 end|          ^^^^"],
    ["e\u0301 ", "ab", "", undefined, "# e\u0301 ab|    ^^"],
    ["a\t", "b", "", undefined, "# a    b|       ^"],
    [
      "one two six ten ".repeat(3),
      "mark",
      " one two six ten".repeat(3),
      30,
      "…two six ten mark one two six…|             ^^^^",
    ],
    ["", "m".repeat(50), "", 30, "…mmmmmmmmmmmmmmmmmmmmmmmmmmmm…| ^^^^^^^^^^^^^^^^^^^^^^^^^^^^"],
  ])("%j and %j", (before, text, after, room, expected) => {
    const frame = frameIn(before, text, after, room);
    expect(`${frame.text}|${" ".repeat(frame.indent)}${"^".repeat(frame.width)}`).toBe(expected);
  });

  test("also below a text that would speak to a CI system", () => {
    const frame = frameIn("##[error] ", "mark", "");
    expect(above(frame)).toBe("mark");
    expect(frame.text).not.toContain("##[");
  });
});
