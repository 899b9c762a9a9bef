/** YAML has printable characters alone (YAML 1.2, `c-printable`). The parser accepts all, other programs do not. */
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { set } from "../../src/toolkit/set-value.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

const upTo = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

const ACCEPTED = [0x09, 0x0a, 0x85, 0xa0, 0xd7ff, 0xe000, 0xfffd, 0x1f600];
const REFUSED = [...upTo(0x01, 0x9f).filter((code) => !isAccepted(code)), 0xfffe, 0xffff];

function isAccepted(code: number): boolean {
  return ACCEPTED.includes(code) || code === 0x0d || (code >= 0x20 && code < 0x7f);
}

const findings = (text: string): readonly unknown[] =>
  lint({ texts: [{ file: "config.yaml", text }] }).diagnostics.map(({ rule, message, range }) => [
    rule,
    message,
    range.start.offset,
  ]);

const PLACES: readonly (readonly [string, (character: string) => string])[] = [
  ["in double quotes", (character) => `version: 3\nplugins: { a: "b${character}c" }\n`],
  ["in a text without quotes", (character) => `version: 3\nplugins:\n  a: b${character}c\n`],
  ["in a comment", (character) => `version: 3 # b${character}c\n`],
  ["in a text with an anchor", (character) => `version: 3\nplugins: { a: &a "b${character}c", d: *a }\n`],
];

describe.each(PLACES)("%s", (_, around) => {
  test("a character that is not printable is refused at its place", () => {
    for (const code of REFUSED) {
      const text = around(String.fromCodePoint(code));
      const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      expect(findings(text)).toEqual([
        ["syntax/yaml", `YAML does not accept the character ${name}`, text.indexOf("b") + 1],
      ]);
    }
  });

  test("others are read", () => {
    for (const code of ACCEPTED.slice(2)) expect(findings(around(String.fromCodePoint(code)))).toEqual([]);
  });
});

test("`set` writes what its readers accept, and the value is the same", () => {
  for (const old of ["a", "'a'", '"a"', "{ a: b }", "|\n  a"])
    for (const code of REFUSED) {
      const at = machine({ [GLOBAL]: `version: 3\nplugins:\n  x: ${old.replace("\n", "\n  ")}\n` });
      const value = `b${String.fromCodePoint(code)}`;
      const change = (): string =>
        set({ host: at.host, layer: "global", path: "plugins.x", value: { [value]: value }, write: true }).kind;
      expect([code, old, change(), findings(at.read(GLOBAL)), change()]).toEqual([
        code,
        old,
        "changed",
        [],
        "unchanged",
      ]);
    }
});
