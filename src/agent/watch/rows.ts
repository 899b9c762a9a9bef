/** Rows of a fleet as lines of a terminal: columns as far as there is room for them, the title before all others. */
import { beginningOf } from "../../text/beginning.js";
import { printable } from "../../text/escape.js";
import { columnsOf, cutTo, padTo } from "../../text/width.js";
import type { Look, Painter } from "./look.js";
import type { ViewRow } from "./view.js";

/** The marker of the selected line. */
const MARGIN = 2;
const GAP = "  ";

/** Fewest columns of a title beside other cells, and most of a model and of a project. */
const LEAST_TITLE = 24;
const MOST_MODEL = 18;
const MOST_PROJECT = 16;

/** A title may be a megabyte long. */
const LONGEST = 1000;

interface Cells {
  readonly state: string;
  readonly title: string;
  readonly model: string;
  readonly project: string;
  readonly age: string;
}

const HEADING: Cells = { state: "STATE", title: "TITLE", model: "MODEL", project: "PROJECT", age: "CHANGED" };

/** With fewer columns a row that is stale has a question mark. */
const NARROW = 100;

export interface Columns extends Readonly<Record<keyof Cells, number>> {
  readonly isNarrow: boolean;
}

/** The columns of a width; zero for a cell that is left out. They are those of all rows, so that scrolling moves nothing. */
export function columnsFor(rows: readonly ViewRow[], width: number): Columns {
  const cells = [HEADING, ...rows.map((row) => cellsOf(row, width < NARROW))];
  const widest = (field: keyof Cells): number => cells.reduce((most, row) => Math.max(most, columnsOf(row[field])), 0);
  const state = Math.max(1, Math.min(widest("state"), width - MARGIN));
  let room = width - MARGIN - state - GAP.length;
  const wanted = Math.min(widest("title"), LEAST_TITLE);
  const taken = { age: 0, project: 0, model: 0 };
  const most = { age: widest("age"), project: MOST_PROJECT, model: MOST_MODEL };
  for (const field of ["age", "project", "model"] as const) {
    const columns = Math.min(widest(field), most[field]);
    if (room - columns - GAP.length < wanted) break;
    taken[field] = columns;
    room -= columns + GAP.length;
  }
  return { state, title: Math.max(0, room), ...taken, isNarrow: width < NARROW };
}

export function headingLine(columns: Columns, paint: Painter): string {
  return paint("quiet", `${" ".repeat(MARGIN)}${joined(HEADING, columns)}`.trimEnd());
}

export function rowLine(row: ViewRow, columns: Columns, paint: Painter, isSelected: boolean): string {
  const cells = cellsOf(row, columns.isNarrow);
  if (isSelected) return paint("selected", `> ${joined(cells, columns)}`);
  const state = padTo(cutTo(cells.state, columns.state), columns.state);
  const rest = joined(cells, columns).slice(state.length);
  const look = lookOf(row);
  return `${" ".repeat(MARGIN)}${look === undefined ? state : paint(look, state)}${row.group === "over" ? paint("quiet", rest) : rest}`.trimEnd();
}

function lookOf({ group, word }: ViewRow): Look | undefined {
  if (group === "waiting" || group === "busy") return group;
  if (word === "crashed" || word === "damaged") return "bad";
  return group === "over" ? "quiet" : undefined;
}

function cellsOf({ word, isStale, title, model, project, age }: ViewRow, isNarrow: boolean): Cells {
  const short = (text: string): string => printable(beginningOf(text, LONGEST));
  return {
    state: `${short(word).slice(0, 20)}${!isStale ? "" : isNarrow ? "?" : ", stale"}`,
    ...{ title: short(title), model: short(model), project: short(project), age },
  };
}

function joined(cells: Cells, columns: Columns): string {
  const fields = ["state", "title", "model", "project", "age"] as const;
  return fields
    .filter((field) => columns[field] > 0)
    .map((field) => padTo(cutTo(cells[field], columns[field]), columns[field]))
    .join(GAP);
}
