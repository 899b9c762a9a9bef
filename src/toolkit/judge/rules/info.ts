/** What rules say about themselves, in lists. Why they exist, and what they look like, their pages say (docs/rules). */
import { rules } from "./index.js";
import type { Rule } from "./rule.js";

export interface RuleInfo extends Pick<Rule, "id" | "severity" | "summary"> {
  /** Whether some finding of the rule can carry a fix. */
  readonly fixable: boolean;
}

export const ruleInfos: readonly RuleInfo[] = rules.map(({ id, severity, summary, fixable = false }) => ({
  ...{ id, severity, summary, fixable },
}));
