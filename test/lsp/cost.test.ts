/** What reading costs while somebody types, counted in steps. */
import { expect, test } from "vitest";
import type { ParseResult } from "../../src/toolkit/read/document/builder.js";
import { readQuick } from "../../src/toolkit/read/document/yaml/quick/reader.js";
import { readGeneral } from "../../src/toolkit/read/document/yaml/whole.js";
import { stepsOf } from "../steps.js";

test("half a key in 5,000 lines costs less than twice the steps of reading them", async () => {
  const sections = Array.from(
    { length: 11 },
    (_, index) => `section${index}:\n${"  key:\n    name: a value of some length\n".repeat(227)}`,
  );
  const text = `version: 3\n${sections.join("")}`;
  const lines = text.split(/(?<=\n)/);
  const broken = [...lines.slice(0, 2500), "    na\n", ...lines.slice(2500)].join("");
  const read = (given: string): ParseResult => {
    let keys: readonly [number, number] | undefined;
    const quick = readQuick(given, (...at) => {
      keys = at;
    });
    return quick ?? readGeneral(given, keys);
  };
  expect(read(broken).root).toBeUndefined();
  const whole = await stepsOf(() => read(text));
  expect(await stepsOf(() => read(broken))).toBeLessThan(2 * whole);
});
