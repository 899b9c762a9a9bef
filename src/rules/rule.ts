/** What a rule says about itself. */
import type { Severity } from "../diagnostic.js";

export interface RuleInfo {
  /** `family/name-of-the-defect`. */
  readonly id: string;
  /** What a finding of this rule is worth, unless the finding itself says otherwise. */
  readonly severity: Severity;
  /** One line: what the rule reports. */
  readonly summary: string;
  /** Whether its findings can carry a fix. */
  readonly fixable: boolean;
}
