/** The report for a coding agent: one line with all data of a finding, and the command to run next. */
import { printable } from "../../../text/escape.js";
import { shellWord } from "../../../text/shell.js";
import { type Diagnostic, isFixable } from "../../read/diagnostic/diagnostic.js";
import type { LintResult } from "../analysis/run.js";
import { adviceOf } from "./remarks.js";
import type { Exchange, Means } from "./reporter.js";

export const agent: Exchange = {
  render: (result, shown, means) =>
    [...shown.map(lineFor), ...next(result, shown, means)].map((line) => `${line}\n`).join(""),
  summary: "none",
};

function lineFor(diagnostic: Diagnostic): string {
  const { file, range, severity, rule, layer, message, label, path, related } = diagnostic;
  const { start, end } = range;
  const place = `${printable(file)}:${start.line}:${start.column}`;
  const parts = [
    `${place}: ${severity}[${rule}]: ${message}`,
    ...(label === undefined ? [] : [label]),
    ...related.map(
      (one) => `see ${printable(one.file)}:${one.range.start.line}:${one.range.start.column}: ${one.message}`,
    ),
    ...adviceOf(diagnostic),
    ...(path === undefined ? [] : [`path: ${path === "" ? "/" : printable(path)}`]),
    `${layer} layer, up to ${end.line}:${end.column}`,
  ];
  return parts.join("; ");
}

/** The most useful command: the one that applies fixes, or else the one that explains the first finding. */
function next({ reported, unreadable }: LintResult, shown: readonly Diagnostic[], { words }: Means): readonly string[] {
  const [first] = shown;
  // Other messages report unreadable files.
  if (first === undefined && (reported.length === 0 || unreadable.length > 0)) return [];
  if (first === undefined) return ["no problems; nothing to run next"];
  const given = words ?? ["lint", ...reported.map(({ document }) => document.source.file)];
  if (given.includes("--fix") || !shown.some(isFixable)) return [`next: agentcfg explain ${first.rule}`];
  return [`next: agentcfg ${[...given, "--fix"].map(shellWord).join(" ")}`];
}
