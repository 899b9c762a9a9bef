/** The rules that reading a file enforces (S4, S6–S8). */
import type { RuleInfo } from "./rule.js";

export const syntaxRules: readonly RuleInfo[] = [
  { id: "syntax/yaml", severity: "error", summary: "the text is not valid YAML", fixable: false },
  { id: "syntax/json", severity: "error", summary: "the text is not valid JSON", fixable: false },
  { id: "syntax/duplicate-key", severity: "error", summary: "a key appears twice in one mapping", fixable: false },
  {
    id: "syntax/unsupported-yaml",
    severity: "error",
    summary: "a directive, a tag, a second document or a key that is not a text",
    fixable: false,
  },
  { id: "syntax/merge-key", severity: "warning", summary: "`<<`, which does not merge in YAML 1.2", fixable: false },
  {
    id: "syntax/alias-limit",
    severity: "error",
    summary: "aliases that expand too often or contain themselves",
    fixable: false,
  },
  {
    id: "syntax/encoding",
    severity: "error",
    summary: "text that is not UTF-8, holds NUL or half a character",
    fixable: false,
  },
  { id: "syntax/limit", severity: "error", summary: "a file that is too large or nested too deeply", fixable: false },
  {
    id: "syntax/not-a-mapping",
    severity: "error",
    summary: "a file that holds a list or a single value",
    fixable: false,
  },
];
