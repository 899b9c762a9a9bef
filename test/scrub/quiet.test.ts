/** Texts that evidently hold no credential are told without a search by parts: nothing that such a text holds may be one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BEGINNINGS, SHORTEST_SHAPE } from "../../src/agent/session/scrub/shapes/shapes.js";
import { slowCases } from "../cases.js";
import { scrubberOf, slowlyScrubbed } from "./oracle.js";
import { secretsArbitrary, textArbitrary } from "./texts.js";

const piece = fc.oneof(
  fc.constantFrom(...BEGINNINGS.map(({ text }) => text)),
  fc.constantFrom(": ", "Bearer ", "PRIVATE KEY", "a1B", "A", "7", ".", "_", " "),
  fc.string({ maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

test("C251 no credential is shorter than the shortest of all shapes", () => {
  for (const shortest of ["AGE-SECRET-KEY-1", "eyJaaaaaaaaaa.a."]) {
    expect(shortest).toHaveLength(SHORTEST_SHAPE);
    expect(slowlyScrubbed(shortest, [])).toBe("[redacted]");
    expect(scrubberOf().isQuiet(shortest)).toBe(false);
  }
  fc.assert(
    fc.property(text, (one) => {
      const short = one.slice(0, SHORTEST_SHAPE - 1);
      expect(slowlyScrubbed(short, [])).toBe(short);
    }),
    { numRuns: slowCases(20_000) },
  );
});

const situations = secretsArbitrary.chain((secrets) =>
  fc.record({ secrets: fc.constant(secrets), one: textArbitrary(secrets), from: fc.nat(), to: fc.nat() }),
);

test("a quiet text, and every part of it, is what the slow search leaves as it is", () => {
  fc.assert(
    fc.property(situations, ({ secrets, one, from, to }) => {
      const part = one.slice(from % (one.length + 1), to % (one.length + 1));
      if (!scrubberOf(...secrets).isQuiet(one)) return;
      expect(slowlyScrubbed(one, secrets)).toBe(one);
      expect(slowlyScrubbed(part, secrets)).toBe(part);
    }),
    { numRuns: slowCases(4000) },
  );
});
