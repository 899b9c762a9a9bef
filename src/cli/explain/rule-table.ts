/** Rules in a table: their summaries, severities, and whether they have fixes. */
import { table } from "../../terminal/table.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";
import { type RuleInfo, ruleInfos } from "../../toolkit/judge/rules/info.js";

export function ruleTable(rules: readonly RuleInfo[], paint: Paint): string {
  const rows = rules.map(({ id, severity, fixable, summary }) => [id, severity, fixable ? "fix" : "", summary]);
  const severities = new Map(rules.map(({ id, severity }) => [id, severity]));
  const lines = table(rows, paint).split("\n");
  const painted = lines.map((line) =>
    line.replace(/^(\S+)( +)(\S+)/, (whole, id: string, gap: string, word: string) => {
      const severity = severities.get(id);
      return severity === undefined ? whole : `${paint.rule?.(id) ?? id}${gap}${paint.severity(severity, word)}`;
    }),
  );
  return painted.join("\n");
}

/** The rules whose ids start with the name of a family; empty for an unknown name. */
export function rulesOfFamily(name: string): readonly RuleInfo[] {
  return ruleInfos.filter(({ id }) => id.startsWith(`${name.replace(/\/$/, "")}/`));
}
