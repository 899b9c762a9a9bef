/** One picture of the fleet on a terminal: as many lines as it has, and none wider. It writes nothing, and knows no time. */
import { beginningOf } from "../../../text/beginning.js";
import { printable } from "../../../text/escape.js";
import { columnsOf, cutTo, padTo } from "../../../text/width.js";
import type { Size } from "../../machine/interfaces/tty.js";
import type { Connection } from "./follow.js";
import { type Look, type Painter, unpainted } from "./look.js";
import { commandFor, countsText, stateText, type View, type ViewRow, waitingText } from "./view.js";

export interface Picture {
  readonly view: View;
  /** The rows that match the filter. */
  readonly rows: readonly ViewRow[];
  /** Index of the first visible row, and of the selected one. */
  readonly top: number;
  readonly selected: number;
  readonly connection: Connection;
  /** Whether the fleet has arrived once. */
  readonly hasRows: boolean;
  /** The text of the filter; undefined without one. */
  readonly filter: string | undefined;
  /** Whether the user is typing the filter. */
  readonly isTyping: boolean;
  readonly isHelp: boolean;
  /** The result of a key, until the next key. */
  readonly notice: string | undefined;
  /** The host and port of the hub. */
  readonly hub: string;
}

const HELP = [
  "up, down, k, j   select a session",
  "Enter            talk to it, as `agent attach` does, and come back here",
  "/                show only sessions with this text; Escape ends that",
  "g, G             the first, the last",
  "q, Ctrl-C        end",
  "?                this help",
  "`failed`         its last turn failed, and nothing happens now",
  "`busy?`          its daemon has not answered for 15 seconds",
];

/** The least width of a picture; a narrower terminal cuts it. */
const LEAST_WIDTH = 16;

/** Rows of the fleet on a terminal of this size: without the line of counts, the heading and the line at the bottom. */
export function roomFor({ rows }: Size): number {
  return Math.max(1, rows - (rows < 6 ? 2 : 3));
}

export function linesOf(picture: Picture, size: Size, paint: Painter): readonly string[] {
  const { columns: width } = size;
  if (width >= LEAST_WIDTH) return whole(picture, size, paint);
  return whole(picture, { ...size, columns: LEAST_WIDTH }, unpainted).map((line) => cutTo(line.trimStart(), width));
}

function whole(picture: Picture, { columns: width, rows: height }: Size, paint: Painter): readonly string[] {
  const { rows, top, selected, isHelp, view } = picture;
  const room = roomFor({ columns: width, rows: height });
  const columns = columnsFor(rows, width);
  const body = isHelp
    ? HELP.slice(0, room).map((line) => cutTo(`  ${line}`, width))
    : rows.slice(top, top + room).map((row, index) => rowLine(row, columns, paint, top + index === selected));
  if (!isHelp && rows.length === 0) body.push(cutTo(`  ${whyEmpty(picture)}`, width));
  while (body.length < room) body.push("");
  const heading = height < 6 ? [] : [isHelp ? "" : headingLine(columns, paint)];
  const lines = [countsLine(view, picture, width, paint), ...heading, ...body, bottomLine(picture, width, paint)];
  // A terminal of one line shows the waiting sessions.
  return lines.slice(0, height);
}

function countsLine(view: View, { hub, hasRows, connection }: Picture, width: number, paint: Painter): string {
  if (!hasRows) return cutTo(`  hub ${hub}: ${connection.kind === "connecting" ? "connecting" : "no rows yet"}`, width);
  const { counts } = view;
  const first = waitingText(counts.waiting);
  const left = cutTo(`  ${countsText(view)}`, width);
  const right = `hub ${hub}`;
  const gap = width - left.length - right.length;
  const rest = left.slice(first.length + 2);
  const strong = paint(counts.waiting > 0 ? "waiting" : "strong", left.slice(2, first.length + 2));
  return `  ${strong}${rest}${gap < 3 ? "" : " ".repeat(gap) + paint("quiet", right)}`;
}

function whyEmpty({ hasRows, filter, connection }: Picture): string {
  if (!hasRows) return connection.kind === "lost" ? "nothing is known of the sessions yet" : "";
  return filter === undefined ? "there are no sessions; `agent new` begins one" : "no session has this text";
}

function bottomLine(picture: Picture, width: number, paint: Painter): string {
  const { connection, isTyping, filter, notice, rows, selected, hasRows } = picture;
  if (isTyping) return cutTo(`/${printable(filter ?? "")}_`, width);
  if (notice !== undefined) return paint("strong", cutTo(notice, width));
  if (connection.kind === "lost") {
    const staleNote = hasRows ? "; the rows are as they were" : "";
    return paint("bad", cutTo(`connection lost, trying again${staleNote} (${connection.why})`, width));
  }
  const row = rows[selected];
  const only = filter === undefined ? "" : `only ${printable(filter)} · `;
  const enter = row === undefined ? "" : row.row.running ? "Enter talks to it · " : "";
  const about = row === undefined ? "" : row.row.running ? ` · ${row.id}` : ` · ${commandFor(row) ?? row.id}`;
  const detail = row === undefined || row.detail === "" ? "" : `${printable(beginningOf(row.detail, LONGEST))} · `;
  return paint("quiet", cutTo(`${only}${detail}${enter}? help · q ends${about}`, width));
}

/** The marker of the selected line. */
const MARGIN = 2;
const GAP = "  ";

/** The fewest columns of a title next to other cells, and the most of a model and of a project. */
const LEAST_TITLE = 24;
const MOST_MODEL = 18;
const MOST_PROJECT = 16;

/** A title may be a megabyte long. */
const LONGEST = 1000;

interface Cells {
  readonly state: string;
  readonly title: string;
  readonly model: string;
  readonly size: string;
  readonly project: string;
  readonly age: string;
}

const HEADING: Cells = {
  ...{ state: "STATE", title: "TITLE", model: "MODEL", size: "CONTEXT", project: "PROJECT", age: "CHANGED" },
};

/** With fewer columns, a question mark marks a stale row. */
const NARROW = 100;

interface Columns extends Readonly<Record<keyof Cells, number>> {
  readonly isNarrow: boolean;
}

/** The columns of a width; zero for an omitted cell. All rows share them, so that scrolling moves nothing. */
function columnsFor(rows: readonly ViewRow[], width: number): Columns {
  const cells = [HEADING, ...rows.map((row) => cellsOf(row, width < NARROW))];
  const widest = (field: keyof Cells): number => cells.reduce((most, row) => Math.max(most, columnsOf(row[field])), 0);
  const state = Math.max(1, Math.min(widest("state"), width - MARGIN));
  let room = width - MARGIN - state - GAP.length;
  const wanted = Math.min(widest("title"), LEAST_TITLE);
  const taken = { age: 0, project: 0, model: 0, size: 0 };
  const most = { age: widest("age"), project: MOST_PROJECT, model: MOST_MODEL, size: widest("size") };
  const shown = rows.some(({ size }) => size !== "") ? (["size"] as const) : [];
  for (const field of ["age", "project", "model", ...shown] as const) {
    const columns = Math.min(widest(field), most[field]);
    if (room - columns - GAP.length < wanted) break;
    taken[field] = columns;
    room -= columns + GAP.length;
  }
  return { state, title: Math.max(0, room), ...taken, isNarrow: width < NARROW };
}

/** Rows of a fleet as lines of a terminal: columns as far as they fit, the title before all others. */
function headingLine(columns: Columns, paint: Painter): string {
  return paint("quiet", `${" ".repeat(MARGIN)}${joined(HEADING, columns)}`.trimEnd());
}

function rowLine(row: ViewRow, columns: Columns, paint: Painter, isSelected: boolean): string {
  const cells = cellsOf(row, columns.isNarrow);
  if (isSelected) return paint("selected", `> ${joined(cells, columns)}`);
  const state = padTo(cutTo(cells.state, columns.state), columns.state);
  const rest = joined(cells, columns).slice(state.length);
  const look = lookOf(row);
  return `${" ".repeat(MARGIN)}${look === undefined ? state : paint(look, state)}${row.group === "over" ? paint("quiet", rest) : rest}`.trimEnd();
}

function lookOf({ group, word, ended }: ViewRow): Look | undefined {
  if (group === "waiting" || group === "busy") return group;
  if (word === "crashed" || word === "damaged" || ended !== undefined) return "bad";
  return group === "over" ? "quiet" : undefined;
}

function cellsOf(row: ViewRow, isNarrow: boolean): Cells {
  const { ended, isStale, title, detail, model, size, project, age } = row;
  const short = (text: string): string => printable(beginningOf(text, LONGEST));
  const word = short(row.word).slice(0, 20);
  return {
    state: isNarrow ? `${ended ?? word}${isStale ? "?" : ""}` : stateText({ word, ended, isStale }),
    ...{
      title: [title, detail]
        .filter((text) => text !== "")
        .map(short)
        .join(" · "),
      model: short(model),
      size,
      project: short(project),
      age,
    },
  };
}

function joined(cells: Cells, columns: Columns): string {
  const fields = ["state", "title", "model", "size", "project", "age"] as const;
  return fields
    .filter((field) => columns[field] > 0)
    .map((field) => padTo(cutTo(cells[field], columns[field]), columns[field]))
    .join(GAP);
}
