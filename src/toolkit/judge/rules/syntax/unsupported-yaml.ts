/** S7: YAML features that a configuration must not use. */

import { shapeAt } from "../../../mean/configuration/setting.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Unsupported } from "../../../read/document/facts.js";
import { fromData, pathAt } from "../../../read/document/node.js";
import { IN_DIGITS } from "../phrases.js";
import type { Rule, Wording } from "../rule.js";
import { CUT, cutNumber, quoting } from "./wording.js";

export const rule: Rule<"unsupported-yaml"> = {
  id: "syntax/unsupported-yaml",
  severity: "error",
  words: {
    "unsupported-yaml": ({ what, at: { span } }, { layer, settings }) => {
      const { text } = layer.document.source;
      const written = text.slice(span.start, span.end);
      if (what === "cut-number") {
        const { path } = pathAt(layer.document.root ?? NOTHING, span.start);
        const isSecret = shapeAt(settings, path)?.schema["x-secret"] === true;
        return { at: valueAt(...path), ...cutNumber(span, written, isSecret) };
      }
      if (what !== "non-string-key" || /[\s[\]{}]/.test(written)) return MEANINGS[what];
      return { ...MEANINGS[what], fixes: quoting(span, text) };
    },
  },
};

const NOTHING = fromData({});

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
  "cut-number": { message: CUT, ...IN_DIGITS },
  "empty-key": { message: "this key is empty", help: "write a name before the `:`" },
  "non-string-key": {
    message: "this key is not a string",
    help: "put it in quotes: every name in a configuration is a string",
  },
};
