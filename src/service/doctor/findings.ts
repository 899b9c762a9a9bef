/** The number of findings of lint. */
import { printable } from "../../text/escape.js";
import { enumerate } from "../../text/quote.js";
import type { Diagnostic, Severity } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Check, count, type Status } from "./check.js";

export const findings: Check = {
  id: "lint",
  ofUnusable: true,
  look: ({ result: { diagnostics, reported, summary } }) => {
    const status: Status = summary.errors > 0 ? "problem" : summary.warnings > 0 ? "warning" : "ok";
    const details = reported.map(({ document: { source }, scope }) => {
      const own = diagnostics.filter((one) => one.file === source.file && one.layer === scope);
      return { text: `${printable(source.file)} (${scope}): ${counted(own)}`, file: source.file };
    });
    const answer = { status, title: `lint: ${counted(diagnostics)}`, details };
    return status === "ok"
      ? answer
      : { ...answer, advice: "`agentcfg lint` says what is wrong and what to write instead" };
  },
};

function counted(diagnostics: readonly Diagnostic[]): string {
  const of = (severity: Severity): readonly string[] => {
    const number = diagnostics.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [count(number, severity)];
  };
  const parts = [...of("error"), ...of("warning"), ...of("info")];
  return parts.length === 0 ? "no problems" : enumerate(parts, "and");
}
