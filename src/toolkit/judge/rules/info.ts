/** The data about rules that lists show. The reasons and examples are on their pages (docs/rules). */
import { rules } from "./index.js";
import type { Rule } from "./rule.js";

export interface RuleInfo extends Pick<Rule, "id" | "severity" | "summary"> {
  /** Whether a finding of the rule can carry a fix. */
  readonly fixable: boolean;
}

export const ruleInfos: readonly RuleInfo[] = rules.map(({ id, severity, summary, fixable = false }) => ({
  ...{ id, severity, summary, fixable },
}));
