/** The policies in force, and those that cannot be used. */
import { printable } from "../../text/escape.js";
import { policyFaults } from "../../toolkit/judge/analysis/policy-faults.js";
import { policyShape } from "../../toolkit/judge/policy/policy.js";
import { NO_POLICIES } from "../../toolkit/judge/policy/read.js";
import { withSuggestion } from "../../toolkit/judge/report/advice.js";
import { policyRows } from "../policy.js";
import { type Check, count, type Detail } from "./check.js";

export const policy: Check = {
  id: "policy",
  look: ({ host, policies }) => {
    const { inForce, unusable } = policies;
    const details = inForce.map((one): Detail => {
      const { file } = one.document.source;
      return {
        text: `${printable(file)}: ${count(policyRows(one, policyShape()).length, "key")}, sha256 ${one.sha256}`,
        file,
      };
    });
    const faults = unusable.flatMap((one): readonly Detail[] => {
      const { file } = one.document.source;
      if (one.isMissing) return [{ text: `cannot read ${printable(file)}: ${one.reason}`, file }];
      return policyFaults(host, { ...NO_POLICIES, unusable: [one] }).map((fault) => {
        const { line, column } = fault.range.start;
        return { text: withSuggestion(fault), file, line, column };
      });
    });
    if (unusable.length > 0)
      return {
        status: "problem",
        title: `${unusable.length === 1 ? "a policy" : count(unusable.length, "policy")} cannot be used`,
        details: [...details, ...faults],
        advice: "ask the people who keep the policy: no configuration loads until it is mended",
      };
    const title =
      inForce.length === 0 ? "no policy of an organisation is in force" : "a policy of an organisation is in force";
    return { status: "ok", title, details };
  },
};
