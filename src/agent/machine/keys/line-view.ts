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
  /** None where the status stands alone. */
  readonly rows: readonly Row[];
  /** The row below them; empty without one. */
  readonly status: string;
  readonly cursor: { readonly row: number; readonly column: number };
  readonly isAtEnd: boolean;
}

/** Erases from the beginning of a row on, that cell last: tmux moves a screen that is erased from its first cell on to its scrollback. */
const ERASED = "\x1b[1C\x1b[J\r\x1b[K";

/** On a terminal that obeys the usual escape sequences. `faint` colours the status. */
export function movingView(faint = (text: string): string => text): LineView {
  let drawn: Drawing | undefined;
  const hide = (): string => {
    const up = drawn === undefined ? "" : `${moved("A", drawn.cursor.row)}\r${ERASED}`;
    drawn = undefined;
    return up;
  };
  return {
    hide,
    show(line, size) {
      const now = drawingOf(line, size);
      const more = drawn === undefined ? undefined : addition(drawn, now, size);
      const text = more ?? hide() + drawing(now, faint);
      drawn = now;
      return text;
    },
    finish() {
      if (drawn === undefined || drawn.rows.length === 0) return hide();
      const down = moved("B", drawn.rows.length - 1 - drawn.cursor.row);
      const erased = drawn.status === "" ? "" : "\x1b[J";
      drawn = undefined;
      return `${down}\n${erased}`;
    },
    resized(line, size) {
      if (drawn !== undefined) drawn = drawingOf(line, size);
    },
  };
}

/** Fewest rows of a screen that shows a status. */
const HIGH = 3;

/** As many rows as the screen holds, including that of the cursor. */
function drawingOf(line: Line, { columns, rows: height }: Size): Drawing {
  // A row that is full may end in the next one.
  const status = height < HIGH ? "" : (line.status?.(columns - 1) ?? "");
  const isAtEnd = line.draft.after.length === 0;
  if (line.label === "" && isAtEnd && line.draft.before.length === 0)
    return { rows: [], status, cursor: { row: 0, column: 0 }, isAtEnd };
  const { rows, cursor } = layoutOf(line, columns);
  const most = Math.max(1, height - (status === "" ? 1 : 2));
  const top = Math.max(0, Math.min(cursor.row, rows.length - 1) - most + 1);
  return {
    rows: rows.slice(top, top + most),
    ...{ status, isAtEnd },
    cursor: { row: cursor.row - top, column: cursor.column },
  };
}

/** The text that turns one drawing into the other, if appending is enough. */
function addition(before: Drawing, now: Drawing, { columns }: Size): string | undefined {
  if (before.status !== now.status || before.rows.length !== now.rows.length) return undefined;
  const [last, next] = [before.rows.at(-1), now.rows.at(-1)];
  if (last === undefined || next === undefined) return "";
  if (!before.isAtEnd || !now.isAtEnd || next.columns >= columns || !next.text.startsWith(last.text)) return undefined;
  const isSame = before.rows.slice(0, -1).every(({ text }, at) => text === now.rows[at]?.text);
  return isSame ? next.text.slice(last.text.length) : undefined;
}

/** The cursor is at the beginning of a status that stands alone: another width of the terminal does not move it. */
function drawing({ rows, status, cursor }: Drawing, faint: (text: string) => string): string {
  const text = rows.map((row, at) => row.text + breakAfter(row, rows[at + 1])).join("");
  const below = status === "" ? "" : (rows.length === 0 ? "" : "\n") + faint(status);
  const count = rows.length + (status === "" ? 0 : 1);
  const up = moved("A", count - 1 - cursor.row);
  const isThere = below === "" && up === "" && cursor.column === (rows.at(-1)?.columns ?? 0);
  return text + below + (isThere ? "" : `${up}\r${moved("C", cursor.column)}`);
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
