/** One line for each diagnostic, in the form editors and grep know: `file:line:column: severity[rule]: message`. */
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import { printable } from "../text/escape.js";
import type { Reporter } from "./reporter.js";

export const concise: Reporter = {
  render: (_, shown) => shown.map(lineFor).join(""),
  summary: "below",
};

function lineFor({ file, range: { start }, severity, rule, message }: Diagnostic): string {
  return `${printable(file)}:${start.line}:${start.column}: ${severity}[${rule}]: ${message}\n`;
}
