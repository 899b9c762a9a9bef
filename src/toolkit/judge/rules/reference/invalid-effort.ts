/** Spec 2.2: a default may carry an effort, `<model>(<effort>)`; spec 2.4 gives the efforts of a model. */
import { quote, quoteList } from "../../../../text/quote.js";
import { literalOf } from "../../../../text/scan.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { between } from "../conflict.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { respelling } from "../suggestion.js";
import { type ModelUse, modelUses } from "./model-uses.js";

/** The effort that turns reasoning off, for models that support it. */
const OFF = "none";

export const rule: Rule = {
  id: "reference/invalid-effort",
  severity: "error",
  check(context, report) {
    for (const use of modelUses(context)) {
      const { path, text, model, effort } = use;
      // No model has an empty effort.
      const known = effort === undefined ? undefined : effortsOf(use, effort);
      const efforts = known ?? (effort === "" ? [] : undefined);
      if (effort === undefined || efforts === undefined || efforts.includes(effort)) continue;
      const reasoning = ["models", model, "reasoning"] as const;
      const inside = { start: model.length + 1, end: Math.max(text.length - 1, model.length + 2) };
      const { where, isFirst } = between(
        context,
        { at: { ...valueAt(...path), within: inside }, label: "not an effort of this model" },
        {
          at: valueAt(...reasoning, ...(efforts.length > 1 ? ["levels"] : ["type"])),
          label: "how this model reasons",
        },
      );
      const suggestion = respelling(context, path, effort, efforts, {
        spell: (to) => `${model}(${to})`,
        isScale: true,
      });
      report({
        ...where,
        message: `${quote(model)} has no effort ${quote(effort)}`,
        help:
          efforts.length === 0
            ? `${known === undefined ? "" : `${name("models", model)} has no efforts: `}name it without parentheses`
            : `efforts of this model: ${quoteList(efforts, "and")}`,
        because: [[...reasoning, "can_disable"]],
        ...(isFirst ? suggestion : {}),
      });
    }
  },
};

/** The valid efforts in the parentheses; undefined if they are unknown. A thinking model is only known to allow or forbid `none`. */
function effortsOf({ entry }: ModelUse, effort: string): readonly string[] | undefined {
  const reasoning = entry?.reasoning;
  switch (reasoning?.type) {
    case "effort":
      // A level in a variable is unknown until loading.
      if (reasoning.levels?.some((level) => literalOf(level) === undefined)) return undefined;
      return reasoning.levels && [...reasoning.levels, ...(reasoning.can_disable === false ? [] : [OFF])];
    case "thinking":
      return reasoning.can_disable === false && effort === OFF ? [] : undefined;
    case "no_reasoning":
      return [OFF];
    default:
      return undefined;
  }
}
