/** A code quality report of GitLab. GitLab shows only one of several findings with the same fingerprint, so each has its own. */
import { printableJson } from "../../../text/escape.js";
import type { Severity } from "../../read/diagnostic/diagnostic.js";
import { findingFingerprints } from "./fingerprint.js";
import { nameFromRoot } from "./ground.js";
import { onOneLine } from "./remarks.js";
import type { Exchange } from "./reporter.js";

const SEVERITIES: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info" };

export const gitlab: Exchange = {
  render: (result, shown, { ground }) => {
    const fingerprints = findingFingerprints(result, ground);
    const issues = shown.map((diagnostic) => {
      const { rule, severity, file, range } = diagnostic;
      return {
        type: "issue",
        check_name: rule,
        description: onOneLine(diagnostic, ground),
        severity: SEVERITIES[severity],
        fingerprint: fingerprints.get(diagnostic),
        location: { path: nameFromRoot(ground, file), lines: { begin: range.start.line, end: range.end.line } },
      };
    });
    return `${printableJson(issues)}\n`;
  },
  summary: "none",
};
