/** Every rule there is, family by family. */
import * as registered from "./all.js";
import type { Rule } from "./rule.js";

/** The families, in the order in which a configuration comes to be. */
const FAMILIES = [
  "syntax",
  "schema",
  "version",
  "layer",
  "substitution",
  "reference",
  "model",
  "provider",
  "mcp",
  "daemon",
  "path",
  "effect",
  "secret",
  "suppress",
] as const;

const rank = ({ id }: Rule): number => FAMILIES.findIndex((family) => id.startsWith(`${family}/`));

export const rules: readonly Rule[] = Object.values(registered).sort(
  (a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1),
);

/** A rule that looks at the merged configuration. */
export type Check = Rule & { readonly check: NonNullable<Rule["check"]> };

export const checks: readonly Check[] = rules.filter((rule): rule is Check => rule.check !== undefined);

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule with this id. An id without a rule is a mistake in this program. */
export function ruleOf(id: string): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`no rule is called ${id}`);
  return rule;
}
