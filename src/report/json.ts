/** The machine report, version 1: `schema/report.schema.json` is its contract. */
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { LintResult } from "../lint.js";
import { printableJson } from "../text/printable.js";

export function renderJson(result: LintResult, diagnostics: readonly Diagnostic[]): string {
  const report = {
    version: 1,
    layers: result.layers.map(({ scope, document, sha256 }) => ({ scope, file: document.source.file, sha256 })),
    unreadable: result.unreadable,
    summary: result.summary,
    suppressed: result.suppressed,
    diagnostics,
  };
  return `${printableJson(report)}\n`;
}
