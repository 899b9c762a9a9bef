/** Numbers with separators and with units of counting. */
import { expect, test } from "vitest";
import { inThousands, multiplied, separated } from "../../src/text/number.js";

const sure = (value: number) => ({ value, isSure: true });
const unsure = (value: number) => ({ value, isSure: false });

test.each<[string, ReturnType<typeof separated>]>([
  ["1,000,000", sure(1_000_000)],
  ["1.000.000", sure(1_000_000)],
  ["1 000 000", sure(1_000_000)],
  ["1_000_000", sure(1_000_000)],
  ["500,000", sure(500_000)],
  ["1,500", unsure(1500)],
  ["0,82", sure(0.82)],
  ["0,825", sure(0.825)],
  ["1,5", sure(1.5)],
  ["1,000.000", undefined],
  ["1,0000,000", undefined],
  ["01,000", undefined],
  ["1,", undefined],
  [",5", undefined],
  ["", undefined],
  ["-1,5", undefined],
])("%s", (text, number) => {
  expect(separated(text)).toEqual(number);
});

test.each([
  ["256Ki", 262_144],
  ["256 KiB", 262_144],
  ["1k", 1000],
  ["64KB", 64_000],
  ["1.5M", 1_500_000],
  ["2Mi", 2_097_152],
  ["1.0005k", undefined],
  ["5b", undefined],
  ["5 s", undefined],
  ["5G", undefined],
  ["constructor", undefined],
  ["", undefined],
])("%s, with a unit", (text, number) => {
  expect(multiplied(text)).toBe(number);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1k"],
  [4713, "4.7k"],
  [16_000, "16k"],
  [99_949, "99.9k"],
  [99_951, "100k"],
  [128_000, "128k"],
  [999_499, "999k"],
  [999_500, "1M"],
  [1_048_576, "1M"],
  [1_250_000, "1.3M"],
])("%i in a few characters is %s", (count, text) => {
  expect(inThousands(count)).toBe(text);
});
