/** A list of secret files without the patterns that a policy requires. */
import type { Path } from "../../../../text/path.js";
import { quoteList } from "../../../../text/quote.js";
import { childrenOf, settingAt } from "../../../mean/configuration/setting.js";
import { mayBeSubstituted } from "../../../mean/substitution/find.js";
import { name } from "../phrases.js";
import type { Rule, RuleContext } from "../rule.js";
import { breach, demandsOf, placeOf } from "./breach.js";

const PATH = ["permissions", "secret_files"];
const KEY = ["require", "secret_files"];
/** Further patterns are only counted. */
const MOST_NAMED = 4;

export const rule: Rule = {
  id: "policy/unguarded-files",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  asksGlobal: true,
  check(context, report) {
    const demands = demandsOf(context, ({ require }) => require?.secret_files);
    const listed = listedIn(context);
    if (demands.length === 0 || listed === undefined) return;
    const lacking = (patterns: readonly string[]): readonly string[] => patterns.filter((one) => !listed.has(one));
    const broken = demands.filter(({ value }) => lacking(value).length > 0);
    if (broken.length === 0) return;
    const missing = [...new Set(broken.flatMap(({ value }) => lacking(value)))];
    const more = missing.length - MOST_NAMED;
    const named = `${quoteList(missing.slice(0, MOST_NAMED), "and")}${more > 0 ? ` and ${more} more` : ""}`;
    const { at, isSure } = placeOf(context, PATH);
    report(
      breach(at, broken, KEY, {
        message: `the policy requires ${named} in ${name(...PATH)}`,
        label: "incomplete",
        ...(isSure && { isSure }),
        why: "these patterns are required",
      }),
    );
  },
};

/** The patterns in effect; undefined while a substitution hides one of them. */
function listedIn(context: RuleContext): ReadonlySet<string> | undefined {
  const setting = settingAt(context.settings, PATH);
  const items = setting?.kind === "list" ? setting.items : [...childrenOf(setting).values()];
  const texts = items.map((item, index) => context.text([...PATH, index] as Path) ?? item);
  const isHidden = texts.some((one) => typeof one !== "string" && one.kind === "scalar" && mayBeSubstituted(one.value));
  return isHidden ? undefined : new Set(texts.filter((one) => typeof one === "string"));
}
