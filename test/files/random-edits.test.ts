/** Random files and edits: only the bytes of the place change, whatever the ends of the lines around it are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { replaced } from "../../src/agent/session/files/replacement.js";

/** Few characters, so that texts repeat and ends of lines meet. */
const piece = fc.constantFrom("a", "b", "\n", "\r\n", "\r", "é", "x\n");
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
const inserted = fc
  .array(fc.constantFrom("a", "n", "\n", "ü", "$&"), { maxLength: 8 })
  .map((pieces) => pieces.join(""));

const plain = (written: string): string => written.replaceAll("\r\n", "\n");

test("a place that is there once: all before and after it stays, byte for byte", () => {
  fc.assert(
    fc.property(text, text, text, inserted, (before, middle, after, wanted) => {
      const old = plain(`<${middle}>`);
      const done = replaced(Buffer.from(`${before}<${middle}>${after}`), { old, new: wanted, all: false });
      // A return that ends no line is spelled out, and so is all around it.
      const isSpelled = old.includes("\r") && middle.includes("\r\n");
      expect(done.kind === "absent").toBe(isSpelled);
      if (isSpelled) return;
      if (done.kind !== "replaced") throw new Error(done.kind);
      const now = Buffer.from(done.bytes).toString();
      expect([now.slice(0, before.length), now.slice(now.length - after.length)]).toEqual([before, after]);
      expect(plain(now.slice(before.length, now.length - after.length))).toBe(wanted);
    }),
    { numRuns: 3000 },
  );
});

test("lines that old and new text have in common keep their ends", () => {
  const line = fc.constantFrom("a\n", "b\r\n", "c\n", "d\r\n");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 6 }), inserted, (head, tail, wanted) => {
      const file = [...head, "<x>", ...tail].join("");
      const old = plain(file);
      const done = replaced(Buffer.from(file), { old, new: old.replace("<x>", () => `<${wanted}>`), all: false });
      if (wanted === "x") return;
      if (done.kind !== "replaced") throw new Error(done.kind);
      const now = Buffer.from(done.bytes).toString();
      expect(now.startsWith(`${head.join("")}<`)).toBe(true);
      expect(now.endsWith(`>${tail.join("")}`)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("bytes that are no text stay as they are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }), (before, after) => {
      const file = Buffer.concat([before, Buffer.from("<<here>>"), after]);
      const done = replaced(file, { old: "<<here>>", new: "<<there>>", all: false });
      if (done.kind !== "replaced") throw new Error(done.kind);
      expect(Buffer.from(done.bytes)).toEqual(Buffer.concat([before, Buffer.from("<<there>>"), after]));
    }),
    { numRuns: 1000 },
  );
});

test("all places are those of a plain replacement", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "b", "ab"), { maxLength: 60 }),
      fc.constantFrom("a", "ab", "aba", "bb"),
      inserted,
      (pieces, old, wanted) => {
        const text = pieces.join("");
        const done = replaced(Buffer.from(text), { old, new: wanted, all: true });
        if (done.kind === "replaced") expect(Buffer.from(done.bytes).toString()).toBe(text.split(old).join(wanted));
        else expect(text.includes(old)).toBe(false);
      },
    ),
    { numRuns: 1000 },
  );
});
