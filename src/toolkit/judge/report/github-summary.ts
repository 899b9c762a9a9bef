/** The summary of a step on GitHub: the findings as a Markdown table. */
import { printable } from "../../../text/escape.js";
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { LintResult } from "../analysis/run.js";
import { type Ground, nameFromRoot } from "./ground.js";

/** The most rows of the table. */
const MOST_ROWS = 100;

/** Whole lines, with an empty one at the end, because other programs write into the same file. */
export function stepSummary({ summary }: LintResult, shown: readonly Diagnostic[], ground: Ground): string {
  const { errors, warnings, infos } = summary;
  const counts = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")].filter(
    (part) => part !== "",
  );
  const title = `### agentcfg: ${counts.length === 0 ? "no problems" : counts.join(", ")}`;
  if (shown.length === 0) return `${title}\n\n`;
  const rows = shown.slice(0, MOST_ROWS).map(({ severity, rule, file, range, message }) => {
    const place = `${nameFromRoot(ground, file)}:${range.start.line}:${range.start.column}`;
    return `| ${[severity, rule, place, message].map(cell).join(" | ")} |`;
  });
  const rest = shown.length - rows.length;
  return [
    title,
    "",
    "| severity | rule | place | message |",
    "|---|---|---|---|",
    ...rows,
    ...(rest === 0 ? [] : ["", `${rest} more`]),
    "\n",
  ].join("\n");
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A text with all markup escaped. */
function cell(text: string): string {
  return printable(text).replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
