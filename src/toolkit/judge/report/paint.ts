/** The styles for parts of a report, and the width of the output. */
import type { Severity } from "../../read/diagnostic/diagnostic.js";

/** Each function may return its text unchanged. */
export interface Paint {
  readonly severity: (severity: Severity, text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  /** The name of a rule, with a link to its page. */
  readonly rule?: (id: string) => string;
  /** Added and removed lines. */
  readonly added?: (text: string) => string;
  readonly removed?: (text: string) => string;
  /** In columns of a terminal; undefined without one. */
  readonly width?: number | undefined;
}

export const plain: Paint = { severity: (_, text) => text, strong: (text) => text, faint: (text) => text };

/** `severity[rule]`, the part before a message. */
export function ruleTag(paint: Paint, severity: Severity, rule: string): string {
  return paint.severity(severity, `${severity}[${paint.rule?.(rule) ?? rule}]`);
}
