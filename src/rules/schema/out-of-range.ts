/** Spec 2, 8 and S24. Large integers are judged by their digits (S9). */
import { firstSentence, name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"out-of-range"> = {
  id: "schema/out-of-range",
  severity: "error",
  summary: "a number outside its limits",
  words: {
    "out-of-range": ({ at: { path }, written, shape: { schema } }) => {
      const { minimum, exclusiveMinimum, maximum, format, description } = schema;
      const most = format === "uint64" ? "18446744073709551615" : maximum;
      const limits = [
        ...(minimum === undefined ? [] : [`at least ${minimum}`]),
        ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
        ...(most === undefined ? [] : [`at most ${most}`]),
      ];
      const isRejected = schema["x-zero"] === "rejected" && Number(written) === 0;
      return {
        message: isRejected ? `${name(...path)} cannot be 0` : `${name(...path)} must be ${limits.join(" and ")}`,
        label: isRejected ? "zero is rejected here" : `${written} is out of range`,
        ...(description === undefined ? {} : { notes: [isRejected ? description : firstSentence(description)] }),
      };
    },
  },
};
