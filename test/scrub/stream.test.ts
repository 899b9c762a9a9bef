/** What is passed on does not depend on how a text comes, and nothing is held back that cannot become a credential. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Scrubber } from "../../src/agent/session/scrub/scrubber.js";
import { slowCases } from "../cases.js";
import { hiddenIn, scrubberOf, shown, slowlyScrubbed } from "./oracle.js";
import { continuationsOf, cutsArbitrary, piecesOf, secretsArbitrary, textArbitrary } from "./texts.js";

function inPieces(scrubber: Scrubber, pieces: readonly string[]): string {
  const stream = scrubber.stream();
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

const SECRET = 's3cret/"é"-🔑';

test("C241 a secret over two pieces, split at every offset", () => {
  const scrubber = scrubberOf(SECRET);
  const text = `a ${SECRET} b ${JSON.stringify(SECRET)} c sk-abcdefghijklmnopqrst d`;
  const expected = 'a [redacted] b "[redacted]" c [redacted] d';
  expect(scrubber.scrub(text)).toBe(expected);
  for (let cut = 0; cut <= text.length; cut += 1)
    expect(inPieces(scrubber, [text.slice(0, cut), text.slice(cut)])).toBe(expected);
  expect(inPieces(scrubber, text.split(""))).toBe(expected);
});

const situations = secretsArbitrary.chain((secrets) =>
  textArbitrary(secrets).chain((text) =>
    cutsArbitrary(text).map((cuts) => ({ secrets, text, pieces: piecesOf(text, cuts) })),
  ),
);

test("C242 P C251 any pieces, overlapping secrets and shapes: what the whole gives, and that is every occurrence", () => {
  fc.assert(
    fc.property(situations, ({ secrets, text, pieces }) => {
      const scrubber = scrubberOf(...secrets);
      const whole = scrubber.scrub(text);
      expect(whole).toBe(slowlyScrubbed(text, secrets));
      expect(inPieces(scrubber, pieces)).toBe(whole);
      expect(inPieces(scrubber, text.split(""))).toBe(whole);
    }),
    { numRuns: slowCases(20_000) },
  );
});

test.each([
  ["one within the other", ["abcdefgh", "cdef"], "xabcdefghx", "x[redacted]x"],
  ["one over the end of the other", ["abcdefgh", "efghijkl"], "xabcdefghijklx", "x[redacted]x"],
  ["a beginning that is another one", ["abcd", "abcdefgh"], "xabcdefgx abcdefgh", "x[redacted]efgx [redacted]"],
  ["side by side", ["abcd", "efgh"], "xabcdefghx", "x[redacted]x"],
  ["of one letter", ["aaaa"], `x${"a".repeat(9)}x aaa`, "x[redacted]x aaa"],
  ["a lone surrogate", ["abc\ud83d"], "abc\ud83d abc🔑", "[redacted] [redacted]\udd11"],
])("C242 %s", (_, secrets, text, expected) => {
  expect(scrubberOf(...secrets).scrub(text)).toBe(expected);
});

/** The last offset of a text for which something holds. */
function lastOffset(text: string, holds: (offset: number) => boolean): number {
  const found = Array.from({ length: text.length + 1 }, (_, offset) => offset).findLast(holds);
  if (found === undefined) throw new Error(`for no offset of ${JSON.stringify(text)}`);
  return found;
}

test("nothing is held back unless what follows decides whether it is hidden", () => {
  fc.assert(
    fc.property(situations, ({ secrets, text, pieces }) => {
      const stream = scrubberOf(...secrets).stream();
      const passed = pieces.map((piece) => stream.push(piece)).join("");
      const hidden = hiddenIn(text, secrets);
      const first = lastOffset(text, (offset) => shown(text.slice(0, offset), hidden) === passed);
      if (first === text.length) return;
      const becomes = (fate: boolean) => (more: string) => hiddenIn(text + more, secrets)[first] === fate;
      const continuations = continuationsOf(text, secrets);
      expect([continuations.some(becomes(true)), continuations.some(becomes(false))]).toEqual([true, true]);
    }),
    { numRuns: slowCases(10_000) },
  );
});

test.each([
  "a text as it comes ",
  "tas",
  "task",
  "the h",
  "...",
  "xeyJ",
  "agh",
  "----- ",
  "Authorization: Bearer ",
  "\ud83d",
])("ordinary text is not held back: %j", (text) => {
  const stream = scrubberOf("zzzzzzzz").stream();
  expect(stream.push(text)).toBe(text);
});

test("without a text there is nothing, and an empty secret is none", () => {
  const scrubber = scrubberOf("");
  expect(inPieces(scrubber, [])).toBe("");
  expect(inPieces(scrubber, ["", "a", "", "b", ""])).toBe("ab");
});
