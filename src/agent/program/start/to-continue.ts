/** The session that `agent exec --continue` goes on with (P-S110). */
import { EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { shellWord } from "../../../text/shell.js";
import { factsOf } from "../../session/store/facts.js";
import type { ListedSession } from "../../session/store/list.js";
import { isSessionId } from "../../session/store/paths.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { type ConfigurationFlags, type StateFlags, workingDirectory } from "../common/options.js";
import { PART, rowsOf, sessionNamed, sessionsOf, whyUnread } from "./named.js";

type Flags = StateFlags & Pick<ConfigurationFlags, "workingDir">;

/** A session that does not run, is not damaged as far as its small files say, and works here. */
export interface StoppedHere {
  readonly sessionId: string;
  readonly directory: string;
}

/** The session of a name, or the latest one of this directory; the exit code after a message that says what to do instead. */
export async function sessionToContinue(
  terminal: Terminal,
  id: string | true,
  flags: Flags,
): Promise<StoppedHere | number> {
  const here = directoryHere(terminal, flags);
  const session = id === true ? await latest(terminal, here, flags) : await sessionNamed(terminal, id, flags);
  if (session === undefined) return EXIT.findings;
  const { sessionId, isRunning, damage, file } = session;
  const directory = file?.working_directory;
  const message = isRunning
    ? sayRuns(sessionId)
    : damage !== undefined || directory === undefined
      ? `the session ${sessionId} is damaged: ${damage ?? ""}; ${ANEW}`
      : directory !== here
        ? sayElsewhere(sessionId, directory)
        : undefined;
  if (message === undefined && directory !== undefined) return { sessionId, directory };
  await complain(terminal, message ?? "");
  return EXIT.findings;
}

/** What to do where the session does not start, by the code of that. */
export function hintsFor({ sessionId }: StoppedHere): Readonly<Record<string, string>> {
  return { history_corrupt: `the session ${sessionId} is damaged and cannot go on; ${ANEW}` };
}

export function sayRuns(id: string): string {
  return `the session ${id} runs: \`agent prompt ${id}\` sends it a prompt, and \`agent stop ${id}\` ends it`;
}

const ANEW = "without `--continue` a new one begins";

function sayElsewhere(id: string, directory: string): string {
  const place = shellWord(directory);
  return `the session ${id} works in ${printable(directory)}: go there, or give \`--working-dir ${place}\``;
}

function directoryHere(terminal: Terminal, flags: Flags): string {
  const directory = workingDirectory(terminal, flags);
  return terminal.host.realPath(directory) ?? directory;
}

/** The session of a directory in which something happened last, whatever its state. */
async function latest(terminal: Terminal, here: string, flags: Flags): Promise<ListedSession | undefined> {
  const rows = await rowsOf(terminal, flags, async (session) => {
    if (session.file?.working_directory !== here) return undefined;
    const { lastAt } = await factsOf(machine.files, session, false);
    const at = Date.parse(lastAt ?? session.file.created_at);
    return { session, at: Number.isNaN(at) ? 0 : at };
  });
  const newest = rows
    .filter((row) => row !== undefined)
    .toSorted((a, b) => b.at - a.at || (a.session.sessionId < b.session.sessionId ? 1 : -1))
    .at(0);
  if (newest !== undefined) return newest.session;
  const unread = rows.length === 0 ? await whyUnread(terminal, flags) : undefined;
  await complain(terminal, unread ?? `no session has worked in ${printable(here)} yet; ${ANEW}`);
  return undefined;
}

/** Whether a word names a session, in whole or in part, so that it is hardly a prompt. */
export async function namesSession(terminal: Terminal, word: string, flags: Flags): Promise<boolean> {
  if (!isSessionId(word) || word.length < PART) return false;
  return (await sessionsOf(terminal, flags)).some(({ sessionId }) => sessionId.includes(word));
}
