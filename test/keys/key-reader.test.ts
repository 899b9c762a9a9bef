/** Keys and pastes from the reads of a terminal: wherever a read divides them, and whatever a paste holds (P-S92). */
import { expect, test } from "vitest";
import { type Deed, KeyReader } from "../../src/agent/machine/keys/key-reader.js";
import { HandClock } from "../ports/hand-clock.js";

/** A read, or milliseconds that pass. */
type Step = string | number;

/** Keys as `<name>` and text; pastes in brackets; keys that came at once after a paste behind `+`. */
function read(...steps: readonly Step[]): string {
  const clock = new HandClock();
  const deeds: Deed[] = [];
  const reader = new KeyReader(clock, (deed) => deeds.push(deed));
  for (const step of steps)
    if (typeof step === "string") reader.read(step);
    else clock.pass(step);
  return deeds
    .map((deed) => {
      if (deed.kind === "paste") return `[${deed.text}]`;
      const keys = deed.keys.map((one) => ("key" in one ? `<${one.key}>` : one.text)).join("");
      return deed.isPasted ? `+${keys}` : keys;
    })
    .join("");
}

const BEGIN = "\x1b[200~";
const END = "\x1b[201~";

test.each<readonly [string, readonly Step[], string]>([
  ["text and Enter", ["hello\r"], "hello<enter>"],
  ["CR and LF together are one Enter", ["a\r\nb\n"], "a<enter>b<enter>"],
  ["keys that end, cancel and stop", ["\x03\x04\x1a\x1c"], "<interrupt><end-of-input><suspend><quit>"],
  ["control characters without a meaning do nothing", ["a\x00\x0f\x1db"], "ab"],
  ["an escape alone, when nothing follows", ["\x1b", 100], "<escape>"],
  ["an escape is no key before", ["\x1b", 99], ""],
  ["an arrow in one read", ["\x1b[A"], "<up>"],
  ["an arrow in two reads", ["\x1b", 50, "[A"], "<up>"],
  ["an arrow in three reads", ["\x1b", 99, "[", 99, "A"], "<up>"],
  ["an arrow behind text", ["ab\x1b", "[Dc"], "ab<left>c"],
  ["an escape, and a bracket that is typed later", ["\x1b", 100, "[", "A"], "<escape>[A"],
  ["two escapes", ["\x1b\x1b", 100], "<escape><escape>"],
  ["an escape and a word at once", ["\x1bstop"], "<escape>stop"],
  ["an escape, and a letter soon", ["\x1b", 50, "q"], "<escape>q"],
  ["a letter with Alt is no escape", ["\x1bq", "\x1bb", "\x1bf"], "<word-left><word-right>"],
  ["Alt-Enter", ["a\x1b\rb", "\x1b", "\n"], "a<alt-enter>b<alt-enter>"],
  ["an unknown sequence does nothing", ["\x1b[24;5~x"], "x"],
  ["half a sequence without an end does nothing", ["\x1b[24", 100, "x"], "x"],
  ["a sequence that is too long is text", [`\x1b[${"1".repeat(40)}`, 100], `<escape>[${"1".repeat(40)}`],
])("%s", (_, steps, said) => {
  expect(read(...steps)).toBe(said);
});

test.each<readonly [string, readonly Step[], string]>([
  ["lines", [`${BEGIN}one\rtwo\r\r  indented${END}`, 100], "[one\ntwo\n\n  indented]"],
  ["lines of every kind", [`${BEGIN}a\nb\r\nc\r${END}`, 100], "[a\nb\nc\n]"],
  ["nothing", [`${BEGIN}${END}`, 100], "[]"],
  ["between keys", [`ab${BEGIN}x${END}`, 100, "c\r"], "ab[x]c<enter>"],
  ["two pastes, one after the other", [`${BEGIN}a${END}`, 100, `${BEGIN}b${END}`, 100], "[a][b]"],
  ["two pastes at once are one", [`${BEGIN}a${END}${BEGIN}b${END}`, 100], "[ab]"],
  ["Enter at once after it", [`${BEGIN}a${END}\r`, 100], "[a]+<enter>"],
  ["Enter of a person after it", [`${BEGIN}a${END}`, 100, "\r"], "[a]<enter>"],
  ["keys that act are text in it", [`${BEGIN}\x03\x04\x1b\x7f${END}`, 100], "[\x03\x04\x1b\x7f]"],
  ["an end mark in it that more of the paste follows", [`${BEGIN}a${END}y\r${END}`, 100], "[ay\n]"],
  ["the same over reads", [`${BEGIN}a${END}`, 99, "y\r", 99, END, 100], "[ay\n]"],
  ["an end mark in it, and no other", [`${BEGIN}a${END}y\r`, 100], "[a]+y<enter>"],
  ["both marks in it", [`${BEGIN}a${END}y\r${BEGIN}b${END}`, 100], "[ay\nb]"],
  ["a begin mark in it", [`${BEGIN}a${BEGIN}b${END}`, 100], "[ab]"],
  ["an end mark without a beginning", [`${END}x`], "x"],
  ["no end mark", [`${BEGIN}a\ry\r`, 1000], "[a\ny\n]"],
  ["no end mark, while more comes", [`${BEGIN}a`, 999, "\rb", 999], ""],
  ["no end mark, then keys", [`${BEGIN}a\r`, 1000, "n\r"], "[a\n]n<enter>"],
  ["no end mark, then one that comes too late", [`${BEGIN}a`, 1000, "b", `${END}c`], "[a]bc"],
  ["half an end mark at the end", [`${BEGIN}a\x1b[20`, 1000], "[a\x1b[20]"],
  ["its beginning came too late for an escape", ["\x1b", 100, "[200~a\ry", 10, END, 100], "<escape>[a\ny]"],
  ["its beginning came in two late parts", ["\x1b[2", 100, `00~a${END}`, 100], "[a]"],
])("a paste: %s", (_, steps, said) => {
  expect(read(...steps)).toBe(said);
});

test("a paste that is divided anywhere is the same paste", () => {
  const whole = `x${BEGIN}é\r😀 \x1b[20 ${END}`;
  const said = "x[é\n😀 \x1b[20 ]";
  for (let first = 0; first <= whole.length; first += 1)
    for (let second = first; second <= whole.length; second += 1)
      expect(read(whole.slice(0, first), 5, whole.slice(first, second), 5, whole.slice(second), 100)).toBe(said);
});

test("a megabyte in small reads is one paste", () => {
  const line = "0123456789".repeat(10);
  const reads = Array.from({ length: 10_000 }, () => `${line}\r`);
  expect(read(BEGIN, ...reads, END, 100)).toBe(`[${`${line}\n`.repeat(10_000)}]`);
});
