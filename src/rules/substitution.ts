/** The rules about `${NAME}`, `${NAME:-command}` and `$(command)` (S17–S23). */
import type { RuleInfo } from "./rule.js";

export const substitutionRules: readonly RuleInfo[] = [
  {
    id: "substitution/syntax",
    severity: "error",
    summary: "something that starts like a substitution and is none",
    fixable: false,
  },
  {
    id: "substitution/disabled",
    severity: "warning",
    summary: "a command that does not run because the switch is off",
    fixable: false,
  },
  {
    id: "substitution/in-project",
    severity: "error",
    summary: "a command in a project file, which never runs",
    fixable: false,
  },
  {
    id: "substitution/fallback-is-a-command",
    severity: "warning",
    summary: "a default text where a command runs",
    fixable: true,
  },
  {
    id: "substitution/nested-command",
    severity: "error",
    summary: "a command whose output would run as a command",
    fixable: true,
  },
  {
    id: "substitution/runs-in-prose",
    severity: "warning",
    summary: "a command in a text that is meant to be read",
    fixable: false,
  },
  {
    id: "substitution/unset-variable",
    severity: "error",
    summary: "a variable that is not set (when loading)",
    fixable: false,
  },
  {
    id: "substitution/misfit",
    severity: "error",
    summary: "a value that does not fit once it is resolved (when loading)",
    fixable: false,
  },
  { id: "substitution/failed", severity: "error", summary: "a command that failed (when loading)", fixable: false },
];
