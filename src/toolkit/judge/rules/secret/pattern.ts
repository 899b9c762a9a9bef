/** Spec 2.7, S51: a pattern of `secret_files` that guards no file, or not the intended one. */
import { oncePer } from "../../../../text/once.js";
import { quote } from "../../../../text/quote.js";
import { scan } from "../../../../text/scan.js";
import { name, writing } from "../phrases.js";
import type { KnownText, Rule } from "../rule.js";
import { type PatternSlip, slipIn } from "./pattern-slips.js";

export const rule: Rule = {
  id: "secret/pattern",
  severity: "error",
  // The other patterns of the list guard their files.
  isHarmless: true,
  check({ layers }, report) {
    for (const { scope, texts } of layers) {
      for (const { known, slip } of slips(texts)) {
        const { path } = known;
        const { message, help, meant, isCertain = false } = slip;
        report({
          at: { path, part: "value", layer: scope },
          message: `an entry of ${name(...path.slice(0, -1))} ${message}`,
          label: "guards no such file",
          help: meant === undefined ? help : `write ${quote(meant)}`,
          ...(meant === undefined
            ? {}
            : { fixes: [writing(meant, { safe: isCertain, changes: [{ kind: "replace", path, value: meant }] })] }),
        });
      }
    }
  },
};

interface Slip {
  readonly known: KnownText;
  readonly slip: PatternSlip;
}

const slips = oncePer((texts: readonly KnownText[]) =>
  texts.flatMap((known): readonly Slip[] => {
    if (known.shape.schema["x-path"] !== "pattern") return [];
    const slip = slipOf(known.text);
    return slip === undefined ? [] : [{ known, slip }];
  }),
);

/** A substitution may stand for any name; the pattern around it is checked, and cannot be rewritten. */
function slipOf(text: string): PatternSlip | undefined {
  const { parts, problems } = scan(text);
  if (problems.length > 0) return undefined;
  if (parts.every(({ kind }) => kind === "text")) return slipIn(text.replace(/\$\$(?=[({])/g, "$"));
  const slip = slipIn(parts.map((part) => (part.kind === "text" ? part.text : "x")).join(""));
  if (slip === undefined) return undefined;
  const { message, help } = slip;
  return { message, help };
}
