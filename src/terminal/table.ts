/** Rows of cells in columns as wide as the widest cell. */
import { columnsOf, padTo } from "../text/width.js";
import { wrapped } from "../text/wrap.js";
import { type Paint, plain } from "../toolkit/judge/report/paint.js";

/** With fewer columns than this, the last cell goes below the others. */
const LEAST = 16;

/** Its indentation then. */
const BELOW = " ".repeat(6);

const GAP = "  ";

/** `heading`: the style of the first row. If the width of the terminal is known, the last column is wrapped. */
export function table(
  rows: readonly (readonly string[])[],
  { width }: Pick<Paint, "width"> = plain,
  heading: (text: string) => string = (text) => text,
): string {
  const [first = []] = rows;
  const widths = first.map((_, column) => rows.reduce((most, row) => Math.max(most, columnsOf(row[column] ?? "")), 0));
  const before = widths.slice(0, -1).reduce((sum, columns) => sum + columns + GAP.length, 0);
  const room = width === undefined ? Number.POSITIVE_INFINITY : width - before;
  const lines = rows.flatMap((row, index) => {
    const cells = row.slice(0, -1).map((text, column) => padTo(text, widths[column] ?? 0) + GAP);
    const last = row.at(-1) ?? "";
    const [margin, most] = room < LEAST ? [BELOW, before + room - BELOW.length] : [" ".repeat(before), room];
    const texts = columnsOf(last) <= room ? [last] : [...(room < LEAST ? [""] : []), ...wrapped(last, most)];
    const whole = texts.map((text, line) => `${line === 0 ? cells.join("") : margin}${text}`.trimEnd());
    return index === 0 ? whole.map(heading) : whole;
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** The width of a table, in columns. */
export function tableWidth(rows: readonly (readonly string[])[]): number {
  return Math.max(0, ...table(rows).split("\n").map(columnsOf));
}
