/** One line for each diagnostic, in the form editors and grep know: `file:line:column: severity[rule]: message`. */
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { printable } from "../text/printable.js";

export function renderConcise(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ file, range, severity, rule, message }) => {
      const { line, column } = range.start;
      return `${printable(file)}:${line}:${column}: ${severity}[${rule}]: ${message}\n`;
    })
    .join("");
}
