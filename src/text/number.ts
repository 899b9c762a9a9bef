/** Numbers as people write them where digits alone are accepted: `1,000,000`, `0,82`, `256Ki`. */

interface Spelled {
  readonly value: number;
  /** Whether nobody reads another number in it. */
  readonly isSure: boolean;
}

/** Thousands with separators of one kind between them. */
const GROUPED = /^(\d{1,3})([,. _'])\d{3}(?:\2\d{3}){0,4}$/;

/** A comma in place of the decimal point. */
const DECIMAL = /^(0|[1-9]\d{0,14}),(\d{1,9})$/;

/** The number that digits with separators spell; undefined for any other text. A single group, as in `1,500`, may be a fraction. */
export function separated(text: string): Spelled | undefined {
  const [, head = "", mark] = GROUPED.exec(text) ?? [];
  if (mark !== undefined && !head.startsWith("0")) {
    const groups = text.split(mark).length - 1;
    return { value: Number(text.split(mark).join("")), isSure: groups > 1 || head.length > 1 };
  }
  const [, whole, fraction] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? undefined : { value: Number(`${whole}.${fraction}`), isSure: true };
}

const FACTORS: Readonly<Record<string, number>> = {
  k: 1_000,
  m: 1_000_000,
  ki: 1_024,
  mi: 1_048_576,
  thousand: 1_000,
  million: 1_000_000,
};

/** The factor that a unit of counting stands for, such as `k` or `KiB`; `NaN` for any other word. */
export function factorOf(unit: string): number {
  const word = unit.toLowerCase().replace(/(?<=^[km]i?)b$/, "");
  return Object.hasOwn(FACTORS, word) ? (FACTORS[word] ?? Number.NaN) : Number.NaN;
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** The number that English words spell, such as `thirty` or `two hundred thousand`; `NaN` for any other text. */
export function inWordsOf(text: string): number {
  const words = text.toLowerCase().split(/[ -]|, /);
  let [total, part] = [0, 0];
  for (const word of words.length > 6 ? [""] : words) {
    const [small, ten] = [SMALL.indexOf(word), TENS.indexOf(word)];
    if (small >= 0) part += small;
    else if (ten >= 0) part += 10 * ten + 20;
    else if (word === "hundred") part = 100 * (part || 1);
    else if (word === "thousand" || word === "million") [total, part] = [total + (part || 1) * factorOf(word), 0];
    else if (word !== "a" && word !== "and") return Number.NaN;
  }
  return total + part;
}

/** The number that digits with a unit of counting spell; undefined for any other text. */
export function multiplied(text: string): number | undefined {
  const [, digits, unit = ""] = /^(\d{1,6}(?:\.\d{1,3})?) ?([a-z]{1,3})$/i.exec(text) ?? [];
  const value = Number(digits) * factorOf(unit);
  return Number.isInteger(value) ? value : undefined;
}

/** `4.7k`, `128k` or `1M` for a whole number; a short one as it is. */
export function inThousands(count: number): string {
  if (count < 1000) return String(count);
  const [unit, value] = count < 999_500 ? ["k", count / 1000] : ["M", count / 1_000_000];
  return `${Number(value.toFixed(value < 99.95 ? 1 : 0))}${unit}`;
}

/** `128,000` for a whole number. The formatter of the language takes longer to load than a configuration to read. */
export function withCommas(count: number): string {
  const digits = String(count);
  if (!/^\d+$/.test(digits)) return digits;
  const first = digits.length % 3 || 3;
  const groups = Array.from({ length: Math.ceil(digits.length / 3) }, (_, index) =>
    digits.slice(Math.max(first + (index - 1) * 3, 0), first + index * 3),
  );
  return groups.join(",");
}
