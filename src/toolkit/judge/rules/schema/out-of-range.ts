/** Spec 2, 8 and S24. Large integers are judged by their digits (S9). */
import { quote } from "../../../../text/quote.js";
import { firstSentence, name, writing } from "../phrases.js";
import type { Rule } from "../rule.js";
import { share } from "./intended-scalar.js";
import { forNoLimit } from "./no-limit.js";

export const rule: Rule<"out-of-range"> = {
  id: "schema/out-of-range",
  severity: "error",
  words: {
    "out-of-range": ({ at: { path }, written, shape }) => {
      const { schema } = shape;
      const part = share(Number(written), shape);
      const isPercentage = Number(written) >= 2 && part > 0 && part <= 1;
      const { minimum, exclusiveMinimum, maximum, format, description } = schema;
      const most = format === "uint64" ? "18446744073709551615" : maximum;
      const limits = [
        ...(minimum === undefined ? [] : [`at least ${minimum}`]),
        ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
        ...(most === undefined ? [] : [`at most ${most}`]),
      ];
      const limit = forNoLimit(path, written, shape);
      const isRejected = schema["x-zero"] === "rejected" && Number(written) === 0;
      return {
        message: isRejected
          ? `${name(...path)} cannot be 0`
          : `${name(...path)} must be ${minimum !== undefined && minimum === maximum ? minimum : limits.join(" and ")}`,
        label: isRejected ? "zero is rejected here" : `${written} is out of range`,
        ...(isPercentage
          ? {
              help: `write ${quote(part)} for ${written} percent`,
              fixes: [writing(part, { safe: false, changes: [{ kind: "replace", path, value: part }] })],
            }
          : limit === undefined
            ? {}
            : { help: limit }),
        ...(description === undefined ? {} : { notes: [isRejected ? description : firstSentence(description)] }),
      };
    },
  },
};
