import fc from "fast-check";
import { expect, test } from "vitest";
import { KeptText } from "../../src/agent/session/shell/output.js";
import { readDump } from "../../src/agent/session/shell/run-script.js";
import { cases } from "../cases.js";

function kept(most: number, ...pieces: readonly string[]): string {
  const text = new KeptText(most);
  for (const piece of pieces) text.take(piece);
  return text.text;
}

test("a text within the bound is kept as it is, in whatever pieces it comes", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (pieces) => {
      const whole = pieces.join("");
      expect(kept(Buffer.byteLength(whole), ...pieces)).toBe(whole);
    }),
    { numRuns: cases(400) },
  );
});

test("a longer text is its beginning and its end, in whole characters, and what is left out is counted", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.nat(40), (pieces, most) => {
      const whole = pieces.join("");
      fc.pre(Buffer.byteLength(whole) > most);
      const [, head = "", count = "", tail = ""] =
        /^([\s\S]*)\n… (\d+) bytes left out …\n([\s\S]*)$/.exec(kept(most, ...pieces)) ?? [];
      expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
      expect(Buffer.byteLength(head) + Number(count) + Buffer.byteLength(tail)).toBe(Buffer.byteLength(whole));
      // At most three bytes of a character that is cut on each side.
      expect(Number(count)).toBeLessThanOrEqual(Buffer.byteLength(whole) - most + 6);
    }),
    { numRuns: cases(400) },
  );
});

test("an environment is read back whatever its values hold", () => {
  const name = fc
    .string({ unit: fc.constantFrom(..."aZ_9%()"), minLength: 1, maxLength: 8 })
    .filter((one) => one !== "_");
  const value = fc.string({ unit: fc.constantFrom(..."a=\n\r\t é€😀$`'\"\\") });
  fc.assert(
    fc.property(fc.dictionary(name, value, { noNullPrototype: true }), value, (env, noise) => {
      const written = Object.entries(env)
        .map(([one, held]) => `${one}=${held}\0`)
        .join("");
      expect(readDump(Buffer.from(`${noise}\0begin\0_=x\0PWD=/\0${written}end\0`))).toEqual(env);
      expect(readDump(Buffer.from(`${noise}\0begin\0${written}`))).toBeUndefined();
    }),
    { numRuns: cases(400) },
  );
});

test("bytes that are no text are no environment, and a variable with such a value is left out", () => {
  expect(readDump(Buffer.alloc(0))).toBeUndefined();
  expect(readDump(Buffer.from([0xff, 0, 0xfe]))).toBeUndefined();
  expect(
    readDump(
      Buffer.concat([Buffer.from("\0begin\0A="), Buffer.from([0xff]), Buffer.from("\0B=1\0noequals\0=x\0end\0")]),
    ),
  ).toEqual({ B: "1" });
});
