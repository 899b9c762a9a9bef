/** The rules about the two layers and how one lies over the other (S1–S5, S11, S12). */
import type { RuleInfo } from "./rule.js";

export const layerRules: readonly RuleInfo[] = [
  { id: "layer/no-config", severity: "error", summary: "no configuration was found", fixable: false },
  { id: "layer/unreadable", severity: "error", summary: "a configuration that cannot be read", fixable: false },
  {
    id: "layer/ambiguous-file",
    severity: "error",
    summary: "several configuration files in one directory",
    fixable: false,
  },
  {
    id: "layer/leaves-project",
    severity: "error",
    summary: "a project's file that is a link out of the project",
    fixable: false,
  },
  {
    id: "layer/link-skipped",
    severity: "warning",
    summary: "a linked file that is not read, as the global config says",
    fixable: false,
  },
  {
    id: "layer/global-only",
    severity: "error",
    summary: "a project that sets or erases what is the user's alone",
    fixable: true,
  },
  { id: "layer/null-entry", severity: "error", summary: "null for an entry of a map", fixable: false },
  {
    id: "layer/variant-mismatch",
    severity: "error",
    summary: "a key of another variant than the layer below chose",
    fixable: false,
  },
];
