/** One slip of the hand in a good configuration: whatever cannot be read because of it is reported once, on the line of the slip. */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { FORMAT_NAMES } from "../../src/toolkit/read/document/formats.js";
import { slowCases } from "../cases.js";
import { randomOf } from "./mutants.js";
import { characterSlips, type Good, goods, indentSlips, insertion, type Slip } from "./slips.js";

/** Of a hundred slips, so many may be reported elsewhere: who indents two lines in two ways does not say which of them is meant. */
const ELSEWHERE = 0.04;

const KINDS: Readonly<Record<string, (good: Good) => readonly Slip[]>> = {
  "a mark left out or written twice": ({ text }) => [...characterSlips(text)],
  "a mark too many": ({ text }) => {
    const random = randomOf(text.length);
    return Array.from({ length: 400 }, () => insertion(text, random(text.length), random(8)));
  },
  "indented too far or too little": ({ text, format }) => (format === "yaml" ? [...indentSlips(text)] : []),
};

describe.each(Object.entries(KINDS))("%s", (_, slipsOf) => {
  test.each(FORMAT_NAMES)("%s", (format) => {
    const misses: string[] = [];
    let unread = 0;
    const ofFormat = goods().filter((good) => good.format === format);
    const slips = ofFormat.flatMap((good) => slipsOf(good).map((slip) => ({ ...slip, name: good.name })));
    const stride = Math.max(Math.floor(slips.length / slowCases(1000)), 1);
    for (const { name, what, text, lines } of slips.filter((__, index) => index % stride === 0)) {
      const { diagnostics, layers } = lint({ texts: [{ file: `config.${format}`, text }] });
      if (layers[0]?.document.root !== undefined) continue;
      unread += 1;
      expect(diagnostics.map(({ rule }) => rule)).toEqual([expect.stringMatching(/^syntax\//)]);
      const [line = 0] = diagnostics.map(({ range }) => range.start.line);
      if (!lines.includes(line)) misses.push(`${name}: ${what} in line ${lines[0]}, reported in ${line}`);
    }
    expect(misses.length > Math.max(1, ELSEWHERE * unread) ? misses : []).toEqual([]);
  });
});

test("the examples can be read", () => {
  for (const { text, format } of goods()) {
    const { layers } = lint({ texts: [{ file: `config.${format}`, text }] });
    expect(layers[0]?.root).toBeDefined();
  }
});
