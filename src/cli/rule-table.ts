/** Rules in a table: what each is about, how severe it is, and whether it has a fix. */
import { type RuleInfo, ruleInfos } from "../rules/info.js";

export function ruleTable(rules: readonly RuleInfo[]): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  const lines = rules.map(
    ({ id, severity, fixable, summary }) =>
      `${id.padEnd(width)}  ${severity.padEnd(7)}  ${fixable ? "fix" : "   "}  ${summary}\n`,
  );
  return lines.join("");
}

/** The rules whose ids start with the name of a family; none for a name that is no family's. */
export function rulesOfFamily(name: string): readonly RuleInfo[] {
  return ruleInfos.filter(({ id }) => id.startsWith(`${name.replace(/\/$/, "")}/`));
}
