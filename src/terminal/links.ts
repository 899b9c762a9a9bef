/** Links to the pages of rules, for terminals that are known to understand them: others would print what was meant for them alone. */
import { type Host, slashed } from "../toolkit/read/host/host.js";
import type { Output } from "./terminal.js";

/** Programs that say their name in TERM_PROGRAM. */
const PROGRAMS: ReadonlySet<string> = new Set(["iTerm.app", "WezTerm", "vscode", "ghostty", "zed", "Hyper", "rio"]);

/** Terminals that say their name in TERM. */
const TERMINALS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)/;

/** The first version of VTE (GNOME's and many others) that does not stumble over them. */
const FIRST_VTE = 5001;

/** `FORCE_HYPERLINK` decides, but never for what is no terminal. */
export function canLink(env: Host["env"], output: Output): boolean {
  if (output.isTTY !== true) return false;
  const forced = env["FORCE_HYPERLINK"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  const terminal = env["TERM"] ?? "";
  // A multiplexer is in between, and may be an old one.
  if (env["TMUX"] || /^(?:dumb|screen|tmux)/.test(terminal)) return false;
  return (
    PROGRAMS.has(env["TERM_PROGRAM"] ?? "") ||
    TERMINALS.test(terminal) ||
    env["WT_SESSION"] !== undefined ||
    Number(env["VTE_VERSION"]) >= FIRST_VTE
  );
}

/** Where the page of a rule is installed: it is there without a network, and is of this version. */
export function rulePage(host: Host, directory: string, rule: string): string {
  const path = slashed(host.join(directory, `docs/rules/${rule}.md`));
  const escaped = encodeURI(path).replace(/[?#]/g, encodeURIComponent);
  return `file://${escaped.startsWith("/") ? "" : "/"}${escaped}`;
}
