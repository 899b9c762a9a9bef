/** A strategy for tool calls that no policy allows. Spec 2.1: without a choice, it is `standard`. */
import { quote } from "../../../../text/quote.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { breach, demandsOf, isForeign, placeOf } from "./breach.js";

const PATH = ["default_permission_matcher"];
const KEY = ["allow", "permission_matchers"];

export const rule: Rule = {
  id: "policy/forbidden-matcher",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  asksGlobal: true,
  check(context, report) {
    const demands = demandsOf(context, ({ allow }) => allow?.permission_matchers);
    if (demands.length === 0) return;
    const chosen = context.scope(PATH) === undefined ? "standard" : context.text(PATH);
    const broken = demands.filter(({ value }) => chosen !== undefined && !value.some((one) => one === chosen));
    if (broken.length === 0 || chosen === undefined) return;
    const { at, isSure } = placeOf(context, PATH);
    const shown = isForeign(context, PATH) ? "the strategy that this names once it is loaded" : quote(chosen);
    report(
      breach(at, broken, KEY, {
        message:
          context.scope(PATH) === undefined
            ? `the policy does not allow ${shown}, which holds because ${name(...PATH)} is not set`
            : `the policy does not allow ${shown} to decide about tool calls`,
        label: "not an allowed strategy",
        ...(isSure && { isSure }),
        why: "only these strategies are allowed",
      }),
    );
  },
};
