/** The data about rules in lists. The reasons and examples are on their pages (docs/rules). */
import { pages } from "../../../generated/pages.js";
import { rules } from "./index.js";
import type { Rule } from "./rule.js";

export interface RuleInfo extends Pick<Rule, "id" | "severity"> {
  /** One line: what the rule reports. */
  readonly summary: string;
  /** Whether a finding of the rule can carry a fix: a case on its page shows one. */
  readonly fixable: boolean;
}

export const ruleInfos: readonly RuleInfo[] = rules.map(({ id, severity }) => {
  const { summary = "", isFixable = false } = pages[id] ?? {};
  return { id, severity, summary, fixable: isFixable };
});
