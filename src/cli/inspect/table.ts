/** The written values in effect, and the values that lost, as a table for a terminal. */
import type { Inspection } from "../../service/inspect/facts.js";
import { valueText } from "../../service/inspect/page/value-text.js";
import { count } from "../../service/inspect/page/words.js";
import type { Source } from "../../service/inspect/spot.js";
import { table } from "../../terminal/table.js";
import { printable } from "../../text/escape.js";
import { formatPath } from "../../text/path.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";

export function inspectTable(facts: Inspection, paint: Paint): string {
  const { files, sections, findings, plan, changes, blocked, verdict } = facts;
  const rows = sections
    .flatMap(({ values }) => values)
    .flatMap((one) => {
      const { path, value, from, isWaiting, lost } = one;
      const isWritten = from !== undefined && "line" in from;
      if (!isWritten && lost.length === 0) return [];
      const name = printable(formatPath(path));
      const own =
        value === undefined
          ? []
          : [[name, shown(value), from === undefined ? "" : place(from), isWaiting ? WAITS : ""]];
      const others = lost.map(({ value: other, why, ...spot }, index) => [
        own.length === 0 && index === 0 ? name : "",
        shown(other),
        place(spot),
        `${spot.isHeld ? "" : "not: "}${why}`,
      ]);
      return [...own, ...others];
    });
  const defaults = sections.flatMap(({ values }) => values).filter(({ from }) => from?.layer === "default").length;
  const counts = [
    count(findings.length, "finding"),
    `${count(changes.flatMap(({ items }) => items).length, "risky change")} of the project`,
    `${count(plan.steps.length, "substitution")} when it loads`,
    count(defaults, "default"),
  ];
  const about = [
    ...files.map(({ scope, file, isUsed }) => `${scope}: ${printable(file)}${isUsed ? "" : " (not used)"}`),
    ...(blocked === undefined ? verdict : [blocked]),
    `${counts.join(", ")}: \`--html FILE\` shows them`,
  ];
  const values = rows.length === 0 ? "" : table([["key", "value", "from", ""], ...rows], paint, paint.strong);
  return `${values}${values === "" ? "" : "\n"}${about.map((line) => `${line}\n`).join("")}`;
}

const WAITS = "waits: in effect once you vouch for the project";

/** The most characters of a value in a row. */
const LONGEST = 60;

function shown(value: Parameters<typeof valueText>[0]): string {
  const text = printable(valueText(value));
  return text.length <= LONGEST ? text : `${[...text].slice(0, LONGEST - 1).join("")}…`;
}

function place(source: Source): string {
  return "line" in source ? `${source.layer} ${source.line}:${source.column}` : source.layer;
}
