/** S6: `.json` is strict JSON; `.jsonc` allows comments and trailing commas, and nothing more. */
import type { JsonProblem } from "../../../read/document/facts.js";
import type { Rule, Wording } from "../rule.js";
import { SHARED, worded } from "./wording.js";

export const rule: Rule<"invalid-json"> = {
  id: "syntax/json",
  severity: "error",
  words: {
    "invalid-json": (fact) => worded(MEANINGS[fact.problem], fact.mark ?? "", fact),
  },
};

const MEANINGS: Readonly<Record<JsonProblem, Wording>> = {
  ...SHARED,
  empty: { message: "there is no value in this file", help: "the smallest configuration in JSON is `{}`" },
  comment: { message: "JSON has no comments", help: "remove the comment, or name the file `config.jsonc`" },
  "unquoted-key": { message: "keys need double quotes" },
  "leading-zero": { message: "a number cannot start with 0" },
  "stray-closer": { message: "this bracket closes nothing", help: "one too many, or is one missing above?" },
  "missing-opener-before": { message: "a `@` is missing before this" },
  "invalid-symbol": { message: "this is not a JSON value; strings need double quotes" },
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
  "extra-quote": { message: 'the quotes do not fit here: there is a `"` too many, or one is missing' },
  "content-after-end": { message: "the configuration has ended; nothing may follow it" },
  "unclosed-comment": { message: "this comment is never closed" },
  "unclosed-string": { message: 'this text is never closed: a `"` is missing' },
  "unfinished-number": { message: "this number ends too early" },
  "bad-unicode-escape": { message: "`\\u` needs four hexadecimal digits" },
  "unknown-escape": { message: "this escape does not exist in JSON" },
  "control-character": { message: "control characters must be escaped in a string" },
  "line-end": {
    message: "some programs end the line here and others do not",
    help: "end lines with a line feed, or with a carriage return and a line feed",
  },
  other: { message: "this is not valid JSON" },
};
