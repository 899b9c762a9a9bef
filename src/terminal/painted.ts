/** The abilities of a terminal: colours, links and its width. */
import type { Paint } from "../toolkit/judge/report/paint.js";
import { type Host, slashed } from "../toolkit/read/host/host.js";
import { type ColorChoice, type Output, paintFor, type Terminal, wantsColor } from "./terminal.js";

/** `output`: the stream to print to. Without a terminal, lines are not wrapped and contain no links. */
export async function paintOn(
  { host, stdout, directory }: Pick<Terminal, "host" | "stdout" | "directory">,
  color: ColorChoice,
  output: Output = stdout,
): Promise<Paint> {
  const hasColor = wantsColor(color, host.env, output);
  const paint = await paintFor(hasColor);
  const width = widthOf(output);
  const rule = (id: string): string => linked(rulePage(host, directory, id), id);
  return { ...paint, ...(width !== undefined && { width }), ...(hasColor && canLink(host.env, output) && { rule }) };
}

/** The columns of a terminal; undefined without a terminal or a known width. */
export function widthOf(output: Output): number | undefined {
  // Reading `columns` of a stream that is not a terminal would load Node's terminal modules.
  const columns = output.isTTY ? output.columns : undefined;
  return columns ? Math.min(Math.max(columns, NARROWEST), WIDEST) : undefined;
}

/** The range of widths, in columns. */
const NARROWEST = 30;
const WIDEST = 500;

/** A text with a link (OSC 8). */
function linked(address: string, text: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** Programs by their name in TERM_PROGRAM. */
const PROGRAMS: ReadonlySet<string> = new Set(["iTerm.app", "WezTerm", "vscode", "ghostty", "zed", "Hyper", "rio"]);

/** Terminals by their name in TERM. */
const TERMINALS = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|contour|wezterm)/;

/** The first version of VTE (GNOME's and many others) that supports them. */
const FIRST_VTE = 5001;

/**
 * Whether to print links: only on terminals that are known to support them; others would print the escape codes. `FORCE_HYPERLINK` decides,
 * but only on a terminal.
 */
function canLink(env: Host["env"], output: Output): boolean {
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
function rulePage(host: Host, directory: string, rule: string): string {
  const path = slashed(host.join(directory, `docs/rules/${rule}.md`));
  const escaped = encodeURI(path).replace(/[?#]/g, encodeURIComponent);
  return `file://${escaped.startsWith("/") ? "" : "/"}${escaped}`;
}
