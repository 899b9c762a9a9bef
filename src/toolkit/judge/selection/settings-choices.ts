/** The words that settings and options of `lint` choose from. */
import type { Severity } from "../../read/diagnostic/diagnostic.js";

export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

export const CHOICES = {
  format: [
    ...(["pretty", "text", "concise", "json"] as const),
    ...(["sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "agent"] as const),
  ],
  color: ["auto", "always", "never"],
  "fail-on": SEVERITIES,
} as const;
