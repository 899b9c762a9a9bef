import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hmacSha256 } from "../../src/agent/machine/interfaces/hash.js";
import { cases } from "../cases.js";

test("P-S14 the HMAC is Node's, for keys of every length, each time", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.uint8Array({ maxLength: 200 })), (key, texts) => {
      const sign = hmacSha256(key);
      for (const text of texts) {
        const expected = createHmac("sha256", key).update(text).digest("hex");
        expect(Buffer.from(sign(text)).toString("hex")).toBe(expected);
      }
    }),
    { numRuns: cases(500) },
  );
});
