/** Links to the pages of rules, for terminals that are known to support them; others would print the escape codes. */
import { type Host, slashed } from "../toolkit/read/host/host.js";
import type { Output } from "./terminal.js";

/** Programs by their name in TERM_PROGRAM. */
const PROGRAMS: ReadonlySet<string> = new Set(["iTerm.app", "WezTerm", "vscode", "ghostty", "zed", "Hyper", "rio"]);

/** Terminals by their name in TERM. */
const TERMINALS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)/;

/** The first version of VTE (GNOME's and many others) that supports them. */
const FIRST_VTE = 5001;

/** Whether to print links: `FORCE_HYPERLINK` decides, but only on a terminal. */
export function canLink(env: Host["env"], output: Output): boolean {
  if (output.isTTY !== true) return false;
  const forced = env["FORCE_HYPERLINK"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  const terminal = env["TERM"] ?? "";
  // A multiplexer in between may not support links.
  if (env["TMUX"] || /^(?:dumb|screen|tmux)/.test(terminal)) return false;
  return (
    PROGRAMS.has(env["TERM_PROGRAM"] ?? "") ||
    TERMINALS.test(terminal) ||
    env["WT_SESSION"] !== undefined ||
    Number(env["VTE_VERSION"]) >= FIRST_VTE
  );
}

/** The URL of the installed page of a rule, which needs no network and fits this version. */
export function rulePage(host: Host, directory: string, rule: string): string {
  const path = slashed(host.join(directory, `docs/rules/${rule}.md`));
  const escaped = encodeURI(path).replace(/[?#]/g, encodeURIComponent);
  return `file://${escaped.startsWith("/") ? "" : "/"}${escaped}`;
}
