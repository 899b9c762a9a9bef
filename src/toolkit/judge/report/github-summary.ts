/** The summary of a step on GitHub: the findings as a Markdown table. */
import { printable } from "../../../text/escape.js";
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { LintResult } from "../analysis/run.js";
import { withAdvice } from "./advice.js";
import { type Ground, nameFromRoot } from "./ground.js";

/** The most rows of the table. */
const MOST_ROWS = 100;

/**
 * Whole lines, with an empty one at the end, because other programs write into the same file. `nothing`: why no file was checked, except
 * that files cannot be read.
 */
export function stepSummary(
  result: LintResult,
  shown: readonly Diagnostic[],
  ground: Ground,
  nothing?: string,
): string {
  const reasons = [...(nothing === undefined ? [] : [nothing]), ...unreadIn(result, ground)].map(inText);
  const isChecked = result.reported.length > 0;
  const [first = "there is no file"] = reasons;
  const title = `### agentcfg: ${isChecked ? totals(result) : `nothing was checked: ${first}`}`;
  const others = isChecked ? reasons : reasons.slice(1);
  const head = [title, ...(others.length === 0 ? [] : ["", ...others.map((reason) => `- ${reason}`)])];
  if (shown.length === 0) return [...head, "\n"].join("\n");
  const rows = shown.slice(0, MOST_ROWS).map((diagnostic) => {
    const { severity, rule, file, range } = diagnostic;
    const place = `${nameFromRoot(ground, file)}:${range.start.line}:${range.start.column}`;
    return `| ${[severity, rule, place, withAdvice(diagnostic)].map(cell).join(" | ")} |`;
  });
  const rest = shown.length - rows.length;
  return [
    ...head,
    "",
    "| severity | rule | place | message |",
    "|---|---|---|---|",
    ...rows,
    ...(rest === 0 ? [] : ["", `${rest} more`]),
    "\n",
  ].join("\n");
}

function totals({ summary, unreadable }: LintResult): string {
  const { errors, warnings, infos } = summary;
  const counts = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")];
  const found = counts.filter((part) => part !== "").join(", ");
  const unread = unreadable.length === 0 ? "" : `, ${count(unreadable.length, "file")} not read`;
  return `${found === "" ? "no problems" : found}${unread}`;
}

/** As many files as rows: a list of thousands would leave no room for the table. */
function unreadIn({ unreadable }: LintResult, ground: Ground): readonly string[] {
  const named = unreadable.slice(0, MOST_ROWS).map(({ file, reason }) => {
    return `cannot read ${nameFromRoot(ground, file)}: ${reason}`;
  });
  const rest = unreadable.length - named.length;
  return rest === 0 ? named : [...named, `${rest} more files cannot be read`];
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A sentence with code in backticks, and all other markup escaped. */
function inText(text: string): string {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? cell(part) : `<code>${cell(part)}</code>`))
    .join("");
}

/** A text with all markup escaped. */
function cell(text: string): string {
  return printable(text).replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
