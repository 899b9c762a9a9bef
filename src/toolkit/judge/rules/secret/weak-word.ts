/**
 * Spec 2.7: words to redact, which the agent searches for literally (S51). Checked layer by layer, because an author can only mend the list
 * in their own layer.
 */

import { namesCredential } from "../../../../text/credential-names.js";
import { oncePer } from "../../../../text/once.js";
import { literalOf } from "../../../../text/scan.js";
import { isVariableName } from "../../../../text/variable.js";
import { generatedSpans } from "../../../mean/redaction/generated.js";
import { isLeftOut } from "../../../mean/redaction/references.js";
import { SHORTEST_WORD } from "../../../mean/redaction/words.js";
import { name } from "../phrases.js";
import type { KnownText, Report, Rule } from "../rule.js";

export const rule: Rule = {
  id: "secret/weak-word",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, texts } of layers) {
      for (const { known, weakness } of weakWords(texts)) {
        const { path } = known;
        const { message, ...sentences } = WORDINGS[weakness];
        report({
          at: { path, part: "value", layer: scope },
          message: `a word in ${name(...path.slice(0, -1))} ${message}`,
          ...sentences,
        });
      }
    }
  },
};

type Weakness = "empty" | "short" | "pattern" | "variable";

const LITERAL = "a word is looked for as it is written";

const WORDINGS: Readonly<Record<Weakness, Pick<Report, "message" | "label" | "notes" | "help">>> = {
  empty: {
    message: "is empty",
    label: "empty",
    help: "write the whole secret, or a reference to it such as `${NAME}`, or remove the entry",
  },
  short: {
    message: "is too short to be redacted without hiding ordinary text",
    label: "too short",
    notes: ["these tools do not look for so short a word"],
    help: "write the whole secret, or a reference to it such as `${NAME}`, or remove the entry",
  },
  pattern: {
    message: "looks like a pattern",
    label: "redacts nothing else",
    notes: [`${LITERAL}: it has no wildcards`],
    help: "write the whole secret, or a reference to it such as `${NAME}`",
  },
  variable: {
    message: "looks like the name of a variable",
    label: "the name, not its value",
    notes: [LITERAL],
    help: "write `${NAME}` with that name: the value of the variable is redacted",
  },
};

interface WeakWord {
  readonly known: KnownText;
  readonly weakness: Weakness;
}

const weakWords = oncePer((texts: readonly KnownText[]) =>
  texts.flatMap((known): readonly WeakWord[] => {
    if (known.shape.schema["x-secret-word"] !== true) return [];
    const word = literalOf(known.text)?.trim();
    const weakness = word === undefined ? undefined : weaknessOf(word);
    return weakness === undefined ? [] : [{ known, weakness }];
  }),
);

function weaknessOf(word: string): Weakness | undefined {
  if (word === "") return "empty";
  if (word.length < SHORTEST_WORD) return "short";
  if (isVariable(word)) return "variable";
  return EXPRESSION.some((sign) => sign.test(word)) || isDelimited(word) || isGlob(word) ? "pattern" : undefined;
}

/** `sk-.*`, `^ghp_.`, `ghp_\\w+`, `[A-Za-z0-9]{36}`, `(?i)key`: with fewer signs than these, a text may be a password. */
const EXPRESSION = [
  /\.[*+](?=$|\W)/,
  /\\[dwsb](?:[*+{]|$)/i,
  /\[(?:[A-Za-z0-9]-[A-Za-z0-9]|\^)[^\]]{0,64}\](?:[*+?{]|$)/,
  /^\(\?/,
];

/** `/^sk-/i`. */
function isDelimited(word: string): boolean {
  const end = word.lastIndexOf("/");
  return end > 0 && word.startsWith("/") && /^\/[a-z]*$/.test(word.slice(end)) && /[\\^$[(|*]/.test(word);
}

/** A wildcard at an end of plain words: `sk-*`, `*_TOKEN`, `*password*`. */
function isGlob(word: string): boolean {
  const plain = word.replaceAll("*", "");
  const isAtEnd = word === `*${plain}` || word === `${plain}*` || word === `*${plain}*`;
  return isAtEnd && /^[A-Za-z_.-]+$/.test(plain) && generatedSpans(plain).length === 0;
}

/**
 * `API_KEY`, `api_key`: no secret has this form. `substitution/not-substituted` reports `$API_KEY`, and `secret/placeholder` an example's
 * word.
 */
function isVariable(word: string): boolean {
  if (isLeftOut(word) || generatedSpans(word).length > 0) return false;
  // Several names in one text are not a phrase if each has the form of a variable's name.
  return word.split(/[\s,;]+/).every(isVariableName) || (/^[A-Za-z][A-Za-z_]*$/.test(word) && namesCredential(word));
}
