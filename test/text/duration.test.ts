import { expect, test } from "vitest";
import { inWords } from "../../src/text/duration.js";

test.each([
  [0, "0 seconds"],
  [1, "1 second"],
  [1000, "1 second"],
  [1001, "2 seconds"],
  [119_000, "119 seconds"],
  [120_000, "2 minutes"],
  [400_000, "7 minutes"],
  [3_600_000, "60 minutes"],
  [7_200_000, "2 hours"],
  [7_200_001, "3 hours"],
  [172_800_000, "2 days"],
  [900_000_000, "11 days"],
])("%d milliseconds are %s", (milliseconds, words) => {
  expect(inWords(milliseconds)).toBe(words);
});
