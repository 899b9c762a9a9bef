/** Lists whose items are single words (`x-word`): spec 2.4 (`levels`), 5.2 (`scopes`). */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/several-in-one",
  severity: "warning",
  check({ layers }, report) {
    for (const { scope, texts } of layers) {
      for (const { path, text, shape, around } of texts) {
        const kind = shape.schema["x-word"];
        const { place } = around;
        if (kind === undefined || place.kind !== "list" || /\$[({]/.test(text)) continue;
        const mark = kind === "always" || place.items.length === 1 ? /[\s,;]/ : /[,;]/;
        const words = text.split(mark).flatMap((word) => word.trim() || []);
        if (words.length < 2) continue;
        const list = path.slice(0, -1);
        const shown = `[${words.join(", ")}]`;
        report({
          at: { ...valueAt(...path), layer: scope },
          message: `an item of ${name(...list)} holds ${words.length} words`,
          label: "one item",
          help: `write each as an item of its own: ${quote(shown)}`,
          fixes:
            place.items.length > 1
              ? []
              : [{ title: `write ${quote(shown)}`, safe: false, changes: [{ kind: "put", path: list, value: words }] }],
        });
      }
    }
  },
};
