/** Every rule there is, in the order of the catalogue. */
import { layerRules } from "./layer.js";
import { referenceRules } from "./reference.js";
import type { RuleInfo } from "./rule.js";
import { schemaRules } from "./schema.js";
import { substitutionRules } from "./substitution.js";
import { syntaxRules } from "./syntax.js";
import { versionRules } from "./version.js";

export const rules: readonly RuleInfo[] = [
  ...syntaxRules,
  ...schemaRules,
  ...versionRules,
  ...layerRules,
  ...substitutionRules,
  ...referenceRules,
];

const byId: ReadonlyMap<string, RuleInfo> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule with this id. An id without a rule is a mistake in this program. */
export function ruleOf(id: string): RuleInfo {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`no rule is called ${id}`);
  return rule;
}
