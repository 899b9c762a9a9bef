/** What rules say about themselves: for lists, explanations and documentation. */
import { rules } from "./index.js";
import type { Rule } from "./rule.js";

export interface RuleInfo extends Omit<Rule, "check"> {
  /** Whether some finding of the rule can carry a fix: one of its examples shows it. */
  readonly fixable: boolean;
}

export const ruleInfos: readonly RuleInfo[] = rules.map(({ id, severity, summary, why, examples }) => ({
  id,
  severity,
  summary,
  fixable: examples.bad.some((example) => typeof example !== "string" && example.fixed !== undefined),
  why,
  examples,
}));
