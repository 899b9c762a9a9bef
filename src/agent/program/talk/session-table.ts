/** Sessions as rows for people: as wide as the terminal, with names that can always be copied whole. */
import { printable } from "../../../text/escape.js";
import { columnsOf, cutTo, padTo } from "../../../text/width.js";

/** A session. Title and directory may hold anything. */
export interface ShownSession {
  readonly id: string;
  readonly state: string;
  readonly last: string;
  readonly title: string;
  readonly directory: string;
}

const HEADING: ShownSession = { id: "SESSION", state: "STATE", last: "LAST", title: "TITLE", directory: "DIRECTORY" };
const GAP = 2;

/**
 * Fewest columns of a title and of a directory. With less room, and where all sessions are in one directory, the directory is left out; then the
 * title goes to a line of its own.
 */
const LEAST_TITLE = 20;
const LEAST_DIRECTORY = 12;

/** `width`: of the terminal; without one nothing is cut. Empty without a session. */
export function sessionTable(sessions: readonly ShownSession[], width = Number.POSITIVE_INFINITY): string {
  if (sessions.length === 0) return "";
  const rows = [HEADING, ...sessions.map(readable)];
  const widest = (field: keyof ShownSession): number =>
    rows.reduce((most, row) => Math.max(most, columnsOf(row[field])), 0);
  const [id, state, last] = [widest("id"), widest("state"), widest("last")];
  const [title, directory] = [widest("title"), widest("directory")];
  const room = width - id - state - last - 3 * GAP;
  if (room < Math.min(title, LEAST_TITLE))
    return rows
      .slice(1)
      .map((row) => below(row, width))
      .join("");
  const isOne = new Set(sessions.map((session) => session.directory)).size === 1;
  const beside = Math.max(room - title - GAP, isOne ? 0 : Math.min(directory, Math.floor((2 * room) / 5)));
  const ofDirectory = beside < Math.min(directory, LEAST_DIRECTORY) ? 0 : Math.min(directory, beside);
  const ofTitle = ofDirectory === 0 ? room : Math.min(title, room - ofDirectory - GAP);
  return rows
    .map((row) => {
      const cells = [padTo(row.id, id), padTo(row.state, state), padTo(row.last, last)];
      const end = ofDirectory === 0 ? [] : [endOf(row.directory, ofDirectory)];
      return `${[...cells, padTo(cutTo(row.title, ofTitle), end.length === 0 ? 0 : ofTitle), ...end].join("  ").trimEnd()}\n`;
    })
    .join("");
}

function readable({ id, state, last, title, directory }: ShownSession): ShownSession {
  return { id, state, last, title: printable(title), directory: printable(directory) };
}

/** A session on lines of its own, for narrow terminals. */
function below({ id, state, last, title }: ShownSession, width: number): string {
  const lines = [[state, last].filter((text) => text !== "").join(", "), title].filter((text) => text !== "");
  return `${id}\n${lines.map((line) => `  ${cutTo(line, width - GAP)}\n`).join("")}`;
}

/** As much of the end of a path as fits, from a slash on where there is one, with an ellipsis where it is cut. */
function endOf(text: string, room: number): string {
  if (columnsOf(text) <= room) return text;
  // The text may be very long.
  const characters = [...text.slice(-4 * room)];
  while (characters.length > 0 && columnsOf(characters.join("")) > room - 1) characters.shift();
  const end = characters.join("");
  return `…${end.slice(Math.max(0, end.slice(0, -1).indexOf("/")))}`;
}
