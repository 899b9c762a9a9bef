/** What a terminal supports: colours, links and its width. */
import type { Paint } from "../toolkit/judge/report/paint.js";
import { canLink, rulePage } from "./links.js";
import { type ColorChoice, type Output, paintFor, type Terminal, wantsColor } from "./terminal.js";

/** `output`: the stream to print to. Without a terminal, lines are not wrapped and there are no links. */
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

/** The columns of a terminal; undefined when there is no terminal or its width is unknown. */
export function widthOf(output: Output): number | undefined {
  // Reading `columns` of a stream that is no terminal would load Node's terminal modules.
  const columns = output.isTTY ? output.columns : undefined;
  return columns ? Math.min(Math.max(columns, NARROWEST), WIDEST) : undefined;
}

/** The range that widths are limited to, in columns. */
const NARROWEST = 30;
const WIDEST = 500;

/** A text with a link (OSC 8). */
function linked(address: string, text: string): string {
  return `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
}
