/** S6: `.json` is strict JSON; `.jsonc` allows comments and trailing commas, and nothing more. */
import { mayNameCredential } from "../../../../text/credential-names.js";
import { multiplied } from "../../../../text/number.js";
import type { JsonProblem } from "../../../read/document/facts.js";
import { IN_DIGITS } from "../phrases.js";
import type { Rule, Wording } from "../rule.js";
import { otherForm } from "./other-form.js";
import { CUT, cutNumber, SHARED, worded, writingText } from "./wording.js";

export const rule: Rule<"invalid-json"> = {
  id: "syntax/json",
  severity: "error",
  words: {
    "invalid-json": (fact, { layer }) => {
      const { problem, at, mark = "" } = fact;
      const { text } = layer.document.source;
      const form = otherForm(text, at.span);
      if (form !== undefined) return form;
      const written = text.slice(at.span.start, at.span.end);
      const [, key = ""] =
        /"([^"\\]{0,200})"\s{0,9}:\s{0,9}$/.exec(text.slice(Math.max(at.span.start - 250, 0), at.span.start)) ?? [];
      const count = problem === "unit" ? (multiplied(written) ?? ofProgram(written)) : undefined;
      return {
        ...worded(MEANINGS[problem], mark, fact),
        ...(problem === "cut-number" && cutNumber(at.span, written, mayNameCredential(key))),
        ...(problem === "unknown-escape" && /\\[\r\n]/.test(written) && IN_ONE_LINE),
        ...(count !== undefined && writingText(at.span, count, false)),
      };
    },
  },
};

const MEANINGS: Readonly<Record<JsonProblem, Wording>> = {
  ...SHARED,
  empty: { message: "there is no value in this file", help: "the smallest configuration in JSON is `{}`" },
  "hash-comment": {
    message: "`#` begins no comment in JSON",
    help: "remove the comment, or write it behind `//` in a file named `config.jsonc`",
  },
  "foreign-bracket": { message: "`(` is no bracket of JSON", help: "a list stands in `[ ]`, and a mapping in `{ }`" },
  "foreign-comma": { message: "`;` separates nothing in JSON" },
  comment: { message: "JSON has no comments", help: "remove the comment, or name the file `config.jsonc`" },
  "unquoted-key": { message: "keys need double quotes" },
  "leading-zero": { message: "a number cannot start with 0" },
  "stray-closer": { message: "this bracket closes nothing", help: "one too many, or is one missing above?" },
  "missing-opener-before": { message: "a `@` is missing before this" },
  "invalid-symbol": { message: "this is not a JSON value; strings need double quotes" },
  "cut-number": { message: CUT, ...IN_DIGITS },
  unit: { message: "this is not a number", help: "write all of its digits, or a text in double quotes" },
  "foreign-word": { message: "this is not a JSON value", help: "JSON has `true`, `false` and `null`" },
  "invalid-number": { message: "this number is not written as JSON wants it" },
  "missing-key": { message: "a key in double quotes belongs here" },
  "key-in-list": { message: "a key cannot stand in a list", help: "is a `{` missing before it?" },
  "missing-value-after": { message: "this key has no value" },
  "missing-value": { message: "a value belongs here" },
  "missing-colon": { message: "a `:` belongs between key and value" },
  "missing-comma": { message: "a `,` is missing before this" },
  "trailing-comma": {
    message: "JSON allows no comma after the last entry",
    help: "remove it, or name the file `config.jsonc`",
  },
  "unopened-string": { message: 'a `"` is missing before this' },
  "extra-quote": {
    message: 'the quotes do not fit here: there is a `"` too many, or one is missing',
    help: 'inside of a text, write `\\"`',
  },
  "content-after-end": { message: "the configuration has ended; nothing may follow it" },
  "unclosed-comment": { message: "this comment is never closed" },
  "unclosed-string": { message: 'this text is never closed: a `"` is missing' },
  "unfinished-number": { message: "this number ends too early" },
  "bad-unicode-escape": { message: "`\\u` needs four hexadecimal digits" },
  "unknown-escape": { message: "this escape does not exist in JSON", help: "write `\\\\` for a backslash" },
  "control-character": { message: "control characters must be escaped in a string" },
  "line-end": {
    message: "some programs end the line here and others do not",
    help: "end lines with a line feed, or with a carriage return and a line feed",
  },
  other: { message: "this is not valid JSON" },
};

const IN_ONE_LINE: Wording = {
  message: "a text cannot go on in the next line",
  help: "write it in one line, with `\\n` for each end of a line",
};

/** The number that a programming language reads: `100_000`, `0x20`, `+40`, `.8`; undefined for any other text. */
function ofProgram(text: string): number | undefined {
  if (!/^(?:\d{1,3}(?:_\d{3}){1,4}|0x[\da-f]{1,12}|\+?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?|\+?\.\d{1,9})$/i.test(text))
    return undefined;
  return Number(text.replaceAll("_", ""));
}
