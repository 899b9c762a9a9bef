/** S7: YAML features that a configuration must not use. */
import type { Unsupported } from "../../../read/document/facts.js";
import { IN_DIGITS } from "../phrases.js";
import type { Rule, Wording } from "../rule.js";
import { quoting } from "./wording.js";

export const rule: Rule<"unsupported-yaml"> = {
  id: "syntax/unsupported-yaml",
  severity: "error",
  words: {
    "unsupported-yaml": ({ what, at: { span } }, { layer }) => {
      const { text } = layer.document.source;
      const key = text.slice(span.start, span.end);
      if (what !== "non-string-key" || /[\s[\]{}]/.test(key)) return MEANINGS[what];
      const isNumber = /^\d/.test(key) && !/^\s*:/.test(text.slice(span.end));
      if (isNumber && NUMBER.test(text.slice(Math.max(span.start - 40, 0), span.start))) return CUT;
      return { ...MEANINGS[what], fixes: quoting(span, text) };
    },
  },
};

/** A number, and a comma after it. */
const NUMBER = /[\s:]\d{1,20}(?:\.\d{1,9})?, {0,9}$/;

/** Digits after the comma of a number: `200,000` or `0,8`. */
const CUT: Wording = { message: "in braces a `,` ends the number", ...IN_DIGITS };

const TAG = "YAML tags (`!…`) cannot be used here";

const MEANINGS: Readonly<Record<Unsupported, Wording>> = {
  directive: {
    message: "YAML directives (`%…`) cannot be used here",
    help: "delete the line; a configuration is always YAML 1.2",
  },
  tag: { message: TAG, help: "delete the tag; to get a string, put the value in quotes" },
  "secret-tag": { message: TAG, help: "refer to secrets as `${NAME}`, an environment variable" },
  "several-documents": {
    message: "the file contains more than one YAML document",
    help: "remove the `---` and everything that belongs to another document",
  },
  "alias-key": { message: "an alias cannot be a key", help: "write the name out" },
  "empty-key": { message: "this key is empty", help: "write a name before the `:`" },
  "non-string-key": {
    message: "this key is not a string",
    help: "put it in quotes: every name in a configuration is a string",
  },
};
