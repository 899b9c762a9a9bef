/** Texts that are almost configurations, and texts that never were. */
import fc from "fast-check";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { FORMAT_NAMES, type Format } from "../../src/toolkit/read/document/formats.js";
import { CHARACTER } from "./character.js";
import { configArbitrary } from "./config.js";
import { mutationArbitrary } from "./mutation.js";
import { type Spelling, spellingArbitrary } from "./spelling.js";

export const formatArbitrary: fc.Arbitrary<Format> = fc.constantFrom(...FORMAT_NAMES);

export const scopeArbitrary: fc.Arbitrary<Scope> = fc.constantFrom("global", "project");

// What YAML and JSON are made of.
const LEXEMES = [
  ..."{}[],:-?&*!|>'\"%@`#~<\\ \t\n\r",
  ...[
    "- ",
    "? ",
    ": ",
    " #",
    "&a ",
    "*a",
    "!t ",
    "!!str ",
    "|\n",
    ">-\n",
    "\n  ",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "<<: ",
  ],
  ...["${A}", "${A:-", "$(", "$$(", "${", "`"],
  ...["//", "/*", "*/", "\\u", "\\ud800", "\r\n", '": ', '", "', "'': ", "{}", "[]"],
  ...[
    "null",
    "true",
    "0x1f",
    "1e400",
    "-0",
    "01",
    "1.",
    ".inf",
    "18446744073709551616",
    "__proto__",
    "version",
    "providers",
  ],
];

/** Characters that do something to a terminal or to a reader, or that a decoder might drop. */
const HOSTILE = [
  ..."\0\u0007\u001b\u007f\u0085\u009b\u00ad\u061c\u200b\u200e\u2028\u202e\u2066\u3164\ufeff\ufffd\ufffe\u{1bca0}\u{e0041}",
];

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LEXEMES) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string({ unit: CHARACTER, maxLength: 3 }),
  fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
);

/** Any text at all. */
export const soupArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: piece, maxLength: 40 }),
  fc.string({ unit: CHARACTER, maxLength: 40 }),
);

interface Splice {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Inserts, deletes, replaces, or cuts the text off. */
const splice: fc.Arbitrary<Splice> = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.nat(2), fc.nat(20), fc.constant(Number.POSITIVE_INFINITY)),
  insert: fc.oneof(fc.constant(""), piece),
});

/** A text with a few random edits. */
export function garbledArbitrary(spelling: Spelling): fc.Arbitrary<Spelling> {
  const edit = (text: string, { at, remove, insert }: Splice): string => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + insert + text.slice(start + remove);
  };
  return fc
    .array(splice, { minLength: 1, maxLength: 4 })
    .map((splices) => ({ format: spelling.format, text: splices.reduce(edit, spelling.text) }));
}

/** A configuration, right or wrong, with a few random edits. */
export const almostConfigArbitrary: fc.Arbitrary<Spelling> = fc
  .oneof(
    configArbitrary(),
    mutationArbitrary().map(({ config }) => config),
  )
  .chain(spellingArbitrary)
  .chain(garbledArbitrary);
