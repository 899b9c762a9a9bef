/** A provider of a kind that no policy allows. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import { entriesOf, type Rule, type RuleContext } from "../rule.js";
import { breach, demandsOf, isForeign } from "./breach.js";

const KEY = ["allow", "provider_kinds"];

export const rule: Rule = {
  id: "policy/forbidden-provider",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  check(context, report) {
    const demands = demandsOf(context, ({ allow }) => allow?.provider_kinds);
    if (demands.length === 0) return;
    for (const { key: provider } of entriesOf(context.config.providers)) {
      const kind = ["providers", provider, "kind"];
      const type = context.text([...kind, "type"]);
      const entry = type === "catalog" ? context.text([...kind, "name"]) : undefined;
      if (type === undefined) continue;
      const broken = demands.filter(({ value }) => !allows(value, type, entry));
      if (broken.length === 0) continue;
      const isNamed =
        type === "catalog" && broken.every(({ value }) => value.some((one) => one.startsWith("catalog/")));
      const path = [...kind, isNamed ? "name" : "type"];
      report(
        breach(valueAt(...path), broken, KEY, {
          message: `the policy does not allow ${name("providers", provider)}: ${kindIn(context, type, entry, [...kind, "name"])}`,
          label: "not an allowed kind of provider",
          why: "only these kinds are allowed",
        }),
      );
    }
  },
};

/** `entry`: undefined while its name is unknown, which then may be an allowed one. */
function allows(kinds: readonly string[], type: string, entry: string | undefined): boolean {
  if (kinds.includes(type)) return true;
  if (type !== "catalog") return false;
  return entry === undefined ? kinds.some((one) => one.startsWith("catalog/")) : kinds.includes(`catalog/${entry}`);
}

function kindIn(context: RuleContext, type: string, entry: string | undefined, path: readonly string[]): string {
  if (type !== "catalog" || entry === undefined || isForeign(context, path)) return `it is of the kind ${quote(type)}`;
  return `it is the entry ${quote(entry)} of the catalog`;
}
