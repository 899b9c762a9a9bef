/** Long text is cut, and text that comes is joined (P-S16, P-S17). */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Delta, DeltaJoiner } from "../../src/agent/wire/core/deltas.js";
import { elide } from "../../src/agent/wire/core/elide.js";
import { jsonBytes, shortened, unitsWithin, utf8Bytes } from "../../src/agent/wire/core/text-size.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { CHARACTER } from "../arbitrary/character.js";
import { cases } from "../cases.js";

/** Any units: controls, halves of pairs, whole pairs. */
const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: CHARACTER, minLength: 1, maxLength: 4 }),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    fc.constantFrom('"', "\\", "\n", "\u2028", "\u007f", "🙂", "é", "€", "\ud83d", "\ude42", "\0", "\u000b"),
  ),
});

test("C055 sizes are those of the bytes that would be written", () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 40 }), (it, most) => {
      expect(utf8Bytes(it)).toBe(Buffer.byteLength(it));
      expect(jsonBytes(it, Number.POSITIVE_INFINITY)).toBe(Buffer.byteLength(JSON.stringify(it)) - 2);
      expect(jsonBytes(it, most) > most).toBe(Buffer.byteLength(JSON.stringify(it)) - 2 > most);
      const within = it.slice(0, unitsWithin(it, most));
      expect(Buffer.byteLength(within)).toBeLessThanOrEqual(most);
      const next = String.fromCodePoint(it.codePointAt(within.length) ?? 0);
      if (within.length < it.length) expect(Buffer.byteLength(within) + Buffer.byteLength(next)).toBeGreaterThan(most);
    }),
    { numRuns: cases(2000) },
  );
});

test("a shortened text is as long as its JSON may be, ends with an ellipsis, and divides no character", () => {
  const size = (it: string): number => Buffer.byteLength(JSON.stringify(it));
  fc.assert(
    fc.property(text, fc.integer({ min: 5, max: 60 }), (it, most) => {
      const short = shortened(it, most);
      expect(size(short)).toBeLessThanOrEqual(most);
      const kept = size(it) <= most ? it : short.slice(0, -1);
      expect([it.startsWith(kept), short.slice(kept.length)]).toEqual([true, size(it) <= most ? "" : "…"]);
      const next = String.fromCodePoint(it.codePointAt(kept.length) ?? 0);
      if (size(it) > most) expect(size(`${kept}${next}…`)).toBeGreaterThan(most);
    }),
    { numRuns: cases(2000) },
  );
});

test("C055 262,144 bytes of JSON stay, one more is cut to the first 65,536 bytes", () => {
  const whole = "x".repeat(262_142);
  expect(elide(whole)).toEqual({ text: whole });
  const sha256 = createHash("sha256").update(`${whole}x`).digest("hex");
  expect(elide(`${whole}x`)).toEqual({ text: "x".repeat(65_536), elided: { bytes: 262_143, sha256 } });
});

test("C055 what counts is how it is written: quotes count twice, and no character is divided", () => {
  expect(elide('"'.repeat(131_071)).elided).toBeUndefined();
  expect(elide('"'.repeat(131_072)).elided?.bytes).toBe(131_072);
  const smiles = elide(`x${"🙂".repeat(70_000)}`);
  expect(smiles.text).toBe(`x${"🙂".repeat(16_383)}`);
  expect(smiles.elided?.bytes).toBe(280_001);
});

test("C055 a text longer than a string of its JSON could be is cut as well", () => {
  const long = "\0".repeat(100_000_000);
  expect(elide(long).elided?.bytes).toBe(100_000_000);
  expect(new DeltaJoiner().push(long, 0).length).toBeGreaterThan(0);
});

/** Every chunk at its time, and the joiner asked whenever it wanted to be; deltas with the time they came at. */
function joined(chunks: readonly { readonly text: string; readonly wait: number }[]): (Delta & { at: number })[] {
  const joiner = new DeltaJoiner();
  const all: (Delta & { at: number })[] = [];
  let now = 0;
  const add = (deltas: readonly Delta[], at: number): void =>
    void all.push(...deltas.map((delta) => ({ ...delta, at })));
  for (const chunk of chunks) {
    now += chunk.wait;
    for (let { due } = joiner; due !== undefined && due <= now; due = joiner.due) add(joiner.flush(due), due);
    add(joiner.push(chunk.text, now), now);
  }
  add(joiner.end(now), now);
  expect(joiner.due).toBeUndefined();
  return all;
}

const chunks = fc.array(fc.record({ text, wait: fc.nat({ max: 70 }) }), { maxLength: 30 });

describe("C289 deltas", () => {
  test("together are the text, at the offsets that they say, and none is empty or divides a pair", () => {
    fc.assert(
      fc.property(chunks, (all) => {
        const whole = all.map((chunk) => chunk.text).join("");
        let before = "";
        for (const { offset, text: part } of joined(all)) {
          expect(offset).toBe(before.length);
          expect(part.length).toBeGreaterThan(0);
          before += part;
          const isHalf = /[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(whole.slice(before.length));
          expect(isHalf).toBe(false);
        }
        expect(before).toBe(whole);
      }),
      { numRuns: cases(1000) },
    );
  });

  test("come 50 ms apart or have 1 KiB, but for the last", () => {
    const long = fc.string({ unit: "grapheme", maxLength: 700 });
    fc.assert(
      fc.property(fc.array(fc.record({ text: long, wait: fc.nat({ max: 70 }) }), { maxLength: 30 }), (all) => {
        const deltas = joined(all);
        for (const [index, { at, text: part }] of deltas.slice(0, -1).entries()) {
          const previous = deltas[index - 1];
          if (previous === undefined || at - previous.at >= limits.deltaInterval) continue;
          expect(Buffer.byteLength(part)).toBeGreaterThanOrEqual(limits.deltaBytes);
        }
      }),
      { numRuns: cases(1000) },
    );
  });

  test("the first comes at once, the second after 50 ms, and 1 KiB earlier", () => {
    const joiner = new DeltaJoiner();
    expect(joiner.due).toBeUndefined();
    expect(joiner.push("a", 1_000)).toEqual([{ offset: 0, text: "a" }]);
    expect(joiner.push("b", 1_001)).toEqual([]);
    expect(joiner.due).toBe(1_050);
    expect(joiner.flush(1_049)).toEqual([]);
    expect(joiner.flush(1_050)).toEqual([{ offset: 1, text: "b" }]);
    expect(joiner.push("c".repeat(1_023), 1_051)).toEqual([]);
    expect(joiner.push("c", 1_051)).toEqual([{ offset: 2, text: "c".repeat(1_024) }]);
    expect([joiner.end(1_052), joiner.due]).toEqual([[], undefined]);
  });

  test("half of a pair waits for the other half, and is given out at the end without it", () => {
    const joiner = new DeltaJoiner();
    expect(joiner.push("\ud83d", 0)).toEqual([]);
    expect(joiner.push("\ude42\ud83d", 0)).toEqual([{ offset: 0, text: "🙂" }]);
    expect(joiner.due).toBeUndefined();
    expect(joiner.flush(500)).toEqual([]);
    expect(joiner.end(500)).toEqual([{ offset: 2, text: "\ud83d" }]);
  });

  test("stop where the text gets too long for a record, and none is large", () => {
    for (const unit of ["x", '"', "\0", "🙂", "x🙂"]) {
      const joiner = new DeltaJoiner();
      const all = [...joiner.push(unit.repeat(300_000), 0), ...joiner.push("more", 100), ...joiner.end(200)];
      const shown = all.map((delta) => delta.text).join("");
      expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(limits.itemTextBytes);
      expect(unit.repeat(300_000).startsWith(shown)).toBe(true);
      expect(all.filter((delta) => /[\ud800-\udbff]$/.test(delta.text))).toEqual([]);
      expect(Math.max(...all.map((delta) => delta.text.length))).toBeLessThanOrEqual(16_384);
      expect(shown.length).toBeGreaterThan(16_000);
    }
  });

  test("are given out up to exactly the size that a record shows whole", () => {
    const shownOf = (units: number): number => {
      const joiner = new DeltaJoiner();
      return [...joiner.push("x".repeat(units - 1), 0), ...joiner.push("x", 60)].map((it) => it.text).join("").length;
    };
    expect(shownOf(262_142)).toBe(262_142);
    expect(shownOf(262_143)).toBe(262_142);
  });
});
