/** `/resume`: the sessions of this directory, and the one that the conversation goes on with. */
import { print } from "../../../terminal/terminal.js";
import { ago } from "../../../text/ago.js";
import { beginningOf } from "../../../text/beginning.js";
import { quote, quoteList } from "../../../text/quote.js";
import { listedSession } from "../../session/store/list.js";
import type { SessionPaths } from "../../session/store/paths.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { type SessionHere, sessionsIn } from "../start/sessions-in.js";
import { sessionTable } from "./session-table.js";
import type { Speaking } from "./speaking.js";

type Around = Pick<Speaking, "session" | "ending" | "clock" | "history"> & {
  readonly terminal: Pick<Speaking["terminal"], "stderr">;
};

/** Most sessions that are listed, and most names in a message. */
const MOST = 20;
const NAMED = 4;

/** Fewest characters of a part of a name. */
const PART = 4;

/** The directory of a session; undefined where its file cannot be read. */
export async function directoryOf({ directory }: SessionPaths, sessionId: string): Promise<string | undefined> {
  const host = { files: machine.files, processes: machine.processes };
  return (await listedSession(host, stateOf(directory), sessionId))?.file?.working_directory;
}

/** All sessions of the directory of a session. */
export async function sessionsBeside({ address, paths }: Speaking["session"]): Promise<readonly SessionHere[]> {
  const own = await directoryOf(paths, address.session_id);
  return own === undefined ? [] : sessionsIn(stateOf(paths.directory), own);
}

export async function resume(name: string, { session, terminal, ending, clock, history }: Around): Promise<void> {
  const own = session.address.session_id;
  const all = await sessionsBeside(session);
  if (name === "") {
    const now = clock.now();
    const rows = all.slice(0, MOST).map(({ id, state, title, lastAt }) => {
      const shown = { id, state: id === own ? "this one" : state, last: ago(lastAt, now), title, directory: "" };
      return shown;
    });
    const more = all.length - rows.length;
    const end = more > 0 ? `… and ${more} more; \`agent sessions\` lists all\n` : "";
    return print(terminal.stderr, `${sessionTable(rows, terminal.stderr.columns || undefined)}${end}`);
  }
  const meant = all.filter(({ id }) => id === name || (name.length >= PART && id.includes(name)));
  const found = meant.find(({ id }) => id === name) ?? meant[0];
  const shown = quote(beginningOf(name, 200));
  if (found === undefined)
    return complain(terminal, `this directory has no session ${shown}; \`/resume\` lists those that it has`);
  if (found.id !== name && meant.length > 1) {
    const names = meant.map(({ id }) => id);
    return complain(terminal, `several sessions have ${shown} in their names: ${quoteList(names, "and", NAMED)}`);
  }
  if (found.id === own) return complain(terminal, "that is the session that you talk to");
  // The lines of a pipe belong to one conversation.
  if (history === undefined) return complain(terminal, `\`agent continue ${found.id}\` goes on with it`);
  ending.goTo(found.id);
}

function stateOf(directory: string): string {
  return machine.files.join(directory, "..", "..");
}
