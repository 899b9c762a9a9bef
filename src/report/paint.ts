/** How parts of a report are made to stand out. */
import type { Severity } from "../diagnostic/diagnostic.js";

/** Each function may return its text as it is. */
export interface Paint {
  readonly severity: (severity: Severity, text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

/** Text alone. */
export const plain: Paint = { severity: (_, text) => text, strong: (text) => text, faint: (text) => text };
