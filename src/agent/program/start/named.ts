/** The sessions of a user, and the one that a command line names. */
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { quote, quoteList } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";
import { FileError } from "../../machine/interfaces/files.js";
import { eachSession, type ListedSession } from "../../session/store/list.js";
import { earlierDirectory, isSessionId, sessionsDirectory } from "../../session/store/paths.js";
import { complain } from "../common/complain.js";
import { machine, stateDirectoryOf } from "../common/machine.js";
import type { StateFlags } from "../common/options.js";

export function sessionsOf(terminal: Terminal, flags: StateFlags): Promise<readonly ListedSession[]> {
  return rowsOf(terminal, flags, async (session) => session);
}

/** What a function makes of each session of a user. */
export async function rowsOf<Row>(
  terminal: Terminal,
  { stateDir }: StateFlags,
  rowOf: (session: ListedSession) => Promise<Row>,
): Promise<readonly Row[]> {
  const state = stateDirectoryOf(terminal, stateDir);
  if (state === undefined) return [];
  return eachSession({ files: machine.filesAtOnce, processes: machine.processes }, state, rowOf);
}

/** Why the directory of the sessions cannot be read; undefined where it can, and where there is none. */
export async function whyUnread(terminal: Terminal, { stateDir }: StateFlags): Promise<string | undefined> {
  const state = stateDirectoryOf(terminal, stateDir);
  if (state === undefined) return undefined;
  try {
    await machine.files.list(sessionsDirectory(machine.files.join, state));
    return undefined;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return `cannot list the sessions: ${printable(error.message)}`;
  }
}

/** Fewest characters of a name that stand for the whole of it, and most names in a message. */
export const PART = 4;
const MOST = 4;

/** The session of a name, or of a part of a name that no other session has; undefined after a message when it does not exist. */
export async function sessionNamed(
  terminal: Terminal,
  id: string,
  flags: StateFlags,
): Promise<ListedSession | undefined> {
  const sessions = await sessionsOf(terminal, flags);
  const found = sessions.find(({ sessionId }) => sessionId === id);
  if (found !== undefined) return found;
  const names = sessions.map(({ sessionId }) => sessionId);
  const meant = id.length < PART ? [] : sessions.filter(({ sessionId }) => sessionId.includes(id));
  if (meant.length === 1) return meant[0];
  const unread = sessions.length === 0 ? await whyUnread(terminal, flags) : undefined;
  const old = meant.length === 0 && (await isOfEarlierLayout(terminal, id, flags)) ? sayEarlier(id) : undefined;
  await complain(terminal, unread ?? old ?? (meant.length > 1 ? severalHave(id, meant) : noneHas(id, names)));
  return undefined;
}

/** Whether the directory of the earlier layout has a session of this name (P-S52). */
async function isOfEarlierLayout(terminal: Terminal, id: string, { stateDir }: StateFlags): Promise<boolean> {
  const state = stateDirectoryOf(terminal, stateDir);
  if (state === undefined || !isSessionId(id)) return false;
  const { files } = machine;
  const status = await files.status(earlierDirectory(files.join, state, id)).catch(() => undefined);
  return status?.kind === "directory";
}

function sayEarlier(id: string): string {
  return `the session ${id} is in the layout of an earlier version, which this one cannot read; begin a new one`;
}

function severalHave(id: string, meant: readonly ListedSession[]): string {
  const names = meant.map(({ sessionId }) => sessionId);
  return `several sessions have ${quote(id)} in their names: ${quoteList(names, "and", MOST)}`;
}

function noneHas(id: string, names: readonly string[]): string {
  const [close] = isSessionId(id) ? suggest(id, names) : [];
  const meant = close === undefined ? "" : ` (did you mean ${close}?)`;
  const isShort = id.length < PART && names.some((name) => name.includes(id));
  const enough = isShort ? `a part of a name has at least ${PART} characters; ` : "";
  return `there is no session of this name${meant}; ${enough}\`agent sessions\` lists them`;
}
