/** All rules, family by family, and the rule that words each fact. */
import { all } from "./all.js";
import type { Fact } from "./fact.js";
import type { FactContext, Rule, Wording, Words } from "./rule.js";

/** A rule, with facts of any kind. */
export type AnyRule = Omit<Rule, "words" | "named"> & {
  readonly words?: Partial<Words<Fact["kind"]>>;
  readonly named?: Partial<Words<Fact["kind"]>>;
};

export const rules: readonly AnyRule[] = all;

const byId = new Map<string, AnyRule>();
const byKind = new Map<string, AnyRule>();
for (const rule of rules) {
  byId.set(rule.id, rule);
  for (const kind in rule.words) byKind.set(kind, rule);
}

/** The rule with this id. An id without a rule is a mistake in this program. */
export function ruleOf(id: string): AnyRule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`no rule is called ${id}`);
  return rule;
}

type Registered = (typeof all)[number];

/** The kinds of facts that a rule words. */
type WordedBy<Each> = Each extends { readonly words?: infer Own; readonly named?: infer Named }
  ? keyof NonNullable<Own> | keyof NonNullable<Named>
  : never;

/** A fact without a rule does not compile. */
type Unworded = Exclude<Fact["kind"], WordedBy<Registered>>;
true satisfies [Unworded] extends [never] ? true : Unworded;

type Say = ((fact: Fact, context: FactContext) => Wording) | undefined;

/** The wording of a fact and the rule that words it: the rule that the schema names for the place, or the one for this kind of fact. */
export function wordsFor(fact: Fact, context: FactContext): { readonly rule: AnyRule; readonly wording: Wording } {
  const named = "rule" in fact && fact.rule !== undefined ? ruleOf(fact.rule) : undefined;
  const rule = named ?? byKind.get(fact.kind);
  const say = (named === undefined ? rule?.words : rule?.named)?.[fact.kind] as Say;
  if (rule === undefined || say === undefined) throw new Error(`no rule words ${fact.kind}`);
  return { rule, wording: say(fact, context) };
}
