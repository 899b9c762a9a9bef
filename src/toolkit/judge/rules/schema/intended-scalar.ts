/** The number or the truth value that a text spells, in the form and the unit of its place. */

import { factorOf, inWordsOf, separated } from "../../../../text/number.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { switchWord } from "../../../../text/switch-word.js";
import type { Writable } from "../../../read/edit/spelling.js";
import { fitsType, isInRange } from "../../../read/schema/fits.js";
import type { ScalarPlace } from "../../../read/schema/place.js";
import type { Shape } from "../../../read/schema/shape.js";

export interface Meant {
  readonly value: Writable;
  /** Whether the author can have meant only this. */
  readonly safe: boolean;
  /** The value to write, as a help text. */
  readonly help: string;
}

/** A number in quotes, or with `_` between thousands. */
const NUMBER = /^(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:_\d{3}){1,4})(?:\.\d{1,9})?$/;

/** The boolean or number that a text spells. */
export function scalarFromText(path: Path, place: ScalarPlace, text: string, shape: Shape): Meant | undefined {
  const fits = (value: boolean | number): boolean => fitsType({ ...place, value }, shape);
  const word = switchWord(text);
  // A whole number has no fraction: the mark in `128.000` separates thousands.
  const isGrouped = /^\d{1,3}\.000$/.test(text) && shape.types?.has("number") !== true;
  const exact = NUMBER.test(text) && !isGrouped ? Number(text.replaceAll("_", "")) : word?.value;
  if (exact !== undefined && fits(exact)) {
    const isQuoted = text.toLowerCase() === String(exact);
    const safe = typeof exact === "number" || word?.isYaml === true || text === "none";
    return { value: exact, safe, help: `write ${quote(exact)}${isQuoted ? ", without quotes" : ""}` };
  }
  const bare = withoutRemarks(text);
  if (bare !== text) {
    const meant = scalarFromText(path, place, bare, shape);
    return meant && { ...meant, safe: false, help: `write ${quote(String(meant.value))}` };
  }
  const spelled = separated(text);
  if (spelled !== undefined && fits(spelled.value) && spelled.value <= (shape.schema.maximum ?? spelled.value)) {
    const safe = spelled.isSure || shape.types?.has("number") !== true;
    return { value: spelled.value, safe, help: `write ${quote(spelled.value)}` };
  }
  const rough = quantityIn(text, String(path.at(-1)), shape);
  return fits(rough) && isInRange(rough, shape)
    ? { value: rough, safe: false, help: `write ${quote(rough)}` }
    : undefined;
}

/** A number without a bound or an "about" before it, and without the name of what it counts; digits of other scripts as plain ones. */
export function withoutRemarks(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/^(?:[~≈≤≥<>=]=? ?|(?:about|max|up to|ca\.) )(?=\d)/i, "")
    .replace(
      /(?<=^[\d.,_' ]{0,20}\d ?(?:[kKmM]?i?|thousand|million)) ?(?:tokens?|toks?|files|entries|retries|times|turns|chars)$/i,
      "",
    );
}

/** The digits of a script stand in a row, from its zero to its nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Milliseconds in a unit of time. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** Looked up by the beginning of the name; `NaN` for a text that is not a unit. */
function timeOf(unit: string): number {
  return TIMES.get(/^(?:ms|s(?=$|ec)|m(?=$|in)|h(?=$|our|r)|d(?=$|ay))/.exec(unit)?.[0] ?? "") ?? Number.NaN;
}

/** A number with a unit, in the unit of time that the key names; `NaN` for any other text. */
function quantityIn(text: string, key: string, shape: Shape): number {
  const [, digits = "", written = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?(?!e\d)(%|[a-z]+(?:8|16|32|64)?)$/i.exec(text) ?? [];
  const [count, unit] = [Number(digits), written.toLowerCase()];
  const [, own] = /_(ms|sec(?:ond)?s)$/.exec(key) ?? [];
  if (own !== undefined)
    return (
      (count * timeOf(unit) || millisecondsOf(text) || durationOf(text) || inWordsOf(text) * timeOf(own)) / timeOf(own)
    );
  if (unit === "%") return share(count, shape);
  if (TYPE_OF_CODE.test(unit)) return count;
  if (shape.schema.maximum === 1) return unit === "m" ? count / 1000 : quotientOf(text);
  return written === "" ? productOf(text) || inWordsOf(text) : count * factorOf(unit);
}

/** The type behind a number in the code of other languages: `0.8f`, `128000L`, `30u64`. */
const TYPE_OF_CODE = /^(?:f|l|n|u|ul|[iuf](?:8|16|32|64))$/;

/** Several units of time, or the form of ISO 8601: `1m30s`, `PT1M30S`. */
function durationOf(text: string): number {
  const [, written = ""] = /^(?:PT?)?((?:\d{1,6}(?:\.\d{1,3})? ?[a-z]{1,7}(?: |, | and )?){1,4})$/i.exec(text) ?? [];
  const parts = [...written.matchAll(/(\d{1,6}(?:\.\d{1,3})?) ?([a-z]{1,7})/gi)];
  return parts.length === 0
    ? Number.NaN
    : parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * timeOf(unit.toLowerCase()), 0);
}

/** A product, a power of two, or a number with an exponent: `128*1024`, `2^17`, `64e3`. */
function productOf(text: string): number {
  const [, a, sign, b] = /^(\d{1,7}) ?(\*\*?|\^|[x×]|e) ?(\d{1,7})$/i.exec(text) ?? [];
  if (sign === undefined) return Number.NaN;
  if (sign === "^" || sign === "**") return Number(a) ** Number(b);
  return /e/i.test(sign) ? Number(a) * 10 ** Number(b) : Number(a) * Number(b);
}

/** A time of a clock, `1:30` or `0:01:30`; YAML 1.1 reads it in seconds. */
function millisecondsOf(text: string): number {
  const parts = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(text)?.slice(1) ?? [];
  const seconds = parts.flatMap((part) => (part === undefined ? [] : Number(part)));
  return seconds.length === 0 ? Number.NaN : seconds.reduce((sum, part) => sum * 60 + part, 0) * 1000;
}

/** A division: `4/5`. */
function quotientOf(text: string): number {
  const [, part, whole] = /^(\d{1,4}) ?\/ ?(\d{1,4})$/.exec(text) ?? [];
  return Number((Number(part) / Number(whole)).toPrecision(6));
}

/** A percentage, in a place that takes shares of one. */
export function share(percent: number, { schema }: Shape): number {
  return schema.maximum === 1 ? Number((percent / 100).toPrecision(6)) : percent;
}
