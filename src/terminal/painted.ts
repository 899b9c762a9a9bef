/** What a terminal can show of what is printed for people: colours, links, and how much fits on a line. */
import type { Paint } from "../toolkit/judge/report/paint.js";
import { canLink, rulePage } from "./links.js";
import { type ColorChoice, type Output, paintFor, type Terminal, wantsColor } from "./terminal.js";

/** `output`: where it is printed. Where that is no terminal, lines are as long as they are, and there are no links. */
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

/** How many columns a terminal has, as far as anybody says; undefined where there is no terminal. */
export function widthOf(output: Output): number | undefined {
  // To ask for the columns of what is no terminal would load all that knows of terminals.
  const columns = output.isTTY ? output.columns : undefined;
  return columns ? Math.min(Math.max(columns, NARROWEST), WIDEST) : undefined;
}

/** Less than anybody reads on, and more than anybody has. */
const NARROWEST = 30;
const WIDEST = 500;

/** A text that leads somewhere (OSC 8). */
function linked(address: string, text: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}
