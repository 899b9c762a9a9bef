/** `web_fetch` over plain HTTP, where a policy forbids it. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { breach, demandsOf, placeOf } from "./breach.js";

const PATH = ["daemon", "web", "web_fetch_disallow_http"];
const KEY = ["require", "web_fetch_disallow_http"];

export const rule: Rule = {
  id: "policy/http-fetch",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  asksGlobal: true,
  check(context, report) {
    const broken = demandsOf(context, ({ require }) => require?.web_fetch_disallow_http).filter(({ value }) => value);
    if (broken.length === 0 || context.config.daemon?.web?.web_fetch_disallow_http === true) return;
    const { at, isSure } = placeOf(context, PATH);
    report(
      breach(at, broken, KEY, {
        message: `the policy requires ${name(...PATH)} to be true`,
        label: "lets `web_fetch` follow plain HTTP",
        ...(isSure && { isSure }),
        why: "required here",
      }),
    );
  },
};
