/** Draws the line that a person types on a terminal: each call returns the text to write. The cursor is in that line while it is shown. */
import { columnsOf } from "../../../text/width.js";
import type { Size } from "../interfaces/tty.js";
import { type Line, layoutOf, type Row, shownOf } from "./layout.js";

export interface LineView {
  /** Shows the line, or its changes. */
  show(line: Line, size: Size): string;
  /** Removes it from the screen; the cursor is then at the beginning of a line. */
  hide(): string;
  /** Leaves it on the screen for good, and goes to the next line. */
  finish(): string;
  /** The size of the terminal has changed, and it has wrapped its rows again. */
  resized(line: Line, size: Size): void;
}

interface Drawing {
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number };
  readonly isAtEnd: boolean;
}

/** On a terminal that obeys the usual escape sequences. */
export function movingView(): LineView {
  let drawn: Drawing | undefined;
  const hide = (): string => {
    const up = drawn === undefined ? "" : `${moved("A", drawn.cursor.row)}\r\x1b[J`;
    drawn = undefined;
    return up;
  };
  return {
    hide,
    show(line, size) {
      const now = drawingOf(line, size);
      const more = drawn === undefined ? undefined : addition(drawn, now, size);
      const text = more ?? hide() + drawing(now);
      drawn = now;
      return text;
    },
    finish() {
      if (drawn === undefined) return "";
      const down = moved("B", drawn.rows.length - 1 - drawn.cursor.row);
      drawn = undefined;
      return `${down}\n`;
    },
    resized(line, size) {
      if (drawn !== undefined) drawn = drawingOf(line, size);
    },
  };
}

/** As many rows as the screen holds, including that of the cursor. */
function drawingOf(line: Line, { columns, rows: height }: Size): Drawing {
  const { rows, cursor } = layoutOf(line, columns);
  const most = Math.max(1, height - 1);
  const top = Math.max(0, Math.min(cursor.row, rows.length - 1) - most + 1);
  return {
    rows: rows.slice(top, top + most),
    cursor: { row: cursor.row - top, column: cursor.column },
    isAtEnd: line.draft.after.length === 0,
  };
}

/** The text that turns one drawing into the other, if appending is enough. */
function addition(before: Drawing, now: Drawing, { columns }: Size): string | undefined {
  const [last, next] = [before.rows.at(-1), now.rows.at(-1)];
  if (last === undefined || next === undefined || !before.isAtEnd || !now.isAtEnd) return undefined;
  if (before.rows.length !== now.rows.length || next.columns >= columns || !next.text.startsWith(last.text))
    return undefined;
  const isSame = before.rows.slice(0, -1).every(({ text }, at) => text === now.rows[at]?.text);
  return isSame ? next.text.slice(last.text.length) : undefined;
}

function drawing({ rows, cursor }: Drawing): string {
  const text = rows.map((row, at) => row.text + breakAfter(row, rows[at + 1])).join("");
  const up = moved("A", rows.length - 1 - cursor.row);
  const isThere = up === "" && cursor.column === rows.at(-1)?.columns;
  return text + (isThere ? "" : `${up}\r${moved("C", cursor.column)}`);
}

/** The next character continues a full row, or a space at the end. */
function breakAfter({ isWrapped }: Row, next: Row | undefined): string {
  if (next === undefined) return "";
  if (!isWrapped) return "\n";
  return next.text === "" ? " \r" : "";
}

function moved(direction: "A" | "B" | "C", count: number): string {
  return count > 0 ? `\x1b[${count}${direction}` : "";
}

/** For a terminal without escape sequences: a change before the end of the line writes the line again. */
export function plainView(): LineView {
  let shown: string | undefined;
  const end = (): string => {
    const text = shown === undefined ? "" : "\n";
    shown = undefined;
    return text;
  };
  return {
    hide: end,
    finish: end,
    resized: () => {},
    show({ label, draft }) {
      const text = label + [...draft.before, ...draft.after].map(shownOf).join("");
      const before = shown;
      shown = text;
      if (before === undefined) return text;
      if (text.startsWith(before)) return text.slice(before.length);
      const gone = before.startsWith(text) ? before.slice(text.length) : "\n";
      return gone.includes("\n") ? `\n${text}` : "\b \b".repeat(columnsOf(gone));
    },
  };
}
