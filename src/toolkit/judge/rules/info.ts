/** The data about rules that lists show. The reasons and examples are on their pages (docs/rules). */
import { summaries } from "../../../generated/summaries.js";
import { rules } from "./index.js";
import type { Rule } from "./rule.js";

export interface RuleInfo extends Pick<Rule, "id" | "severity"> {
  /** One line: what the rule reports. */
  readonly summary: string;
  /** Whether a finding of the rule can carry a fix. */
  readonly fixable: boolean;
}

export const ruleInfos: readonly RuleInfo[] = rules.map(({ id, severity, fixable = false }) => ({
  ...{ id, severity, summary: summaries[id] ?? "", fixable },
}));
