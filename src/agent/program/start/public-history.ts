/** The public history of a session, running or not, item by item (P-S112). */
import { EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { FileError } from "../../machine/interfaces/files.js";
import { SessionError } from "../../session/store/failure.js";
import type { ListedSession } from "../../session/store/list.js";
import { readSession } from "../../session/store/open.js";
import { sessionPaths } from "../../session/store/paths.js";
import type { HistoryItem } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";
import { machine, stateDirectoryOf } from "../common/machine.js";
import type { StateFlags } from "../common/options.js";
import { called } from "../common/refusal.js";
import { sessionNamed } from "./named.js";
import { daemonOf } from "./running.js";

export interface AboutHistory {
  readonly sessionId: string;
  readonly title: string | null;
  readonly totalItems: number;
}

/** Takes a history: first what it is, then each item in order. False ends the reading. */
export interface HistoryReader {
  begin(about: AboutHistory): Promise<void>;
  take(item: HistoryItem): Promise<boolean>;
}

/**
 * Reads a history up to now, a part of it in memory at a time. `reader` gets nothing of a stopped session that is damaged. Returns the exit code of
 * `end`, or another one after a message. Rejects as `reader` does.
 */
export async function readHistory(
  terminal: Terminal,
  id: string,
  flags: StateFlags,
  reader: HistoryReader,
  end: () => Promise<number>,
): Promise<number> {
  const session = await sessionNamed(terminal, id, flags);
  const state = stateDirectoryOf(terminal, flags.stateDir);
  if (session === undefined || state === undefined) return EXIT.findings;
  if (session.isRunning) return ofRunning(terminal, session, reader, end);
  const message = await ofStopped(session.sessionId, state, reader);
  if (message === undefined) return end();
  await complain(terminal, message);
  return EXIT.findings;
}

async function ofRunning(
  terminal: Terminal,
  session: ListedSession,
  reader: HistoryReader,
  end: () => Promise<number>,
) {
  const found = await daemonOf(session);
  if (typeof found === "string") {
    await complain(terminal, found);
    return EXIT.findings;
  }
  return called(terminal, async () => {
    const {
      history_checkpoint: checkpoint,
      history_total_items: totalItems,
      session: about,
    } = await found.client.sync();
    await reader.begin({ sessionId: session.sessionId, title: about.title, totalItems });
    for await (const item of found.client.history({ checkpoint })) if (!(await reader.take(item))) break;
    return end();
  });
}

/** The message of a history that cannot be read; undefined for one that was. */
async function ofStopped(sessionId: string, state: string, reader: HistoryReader): Promise<string | undefined> {
  const { files } = machine;
  const enough = new Error("the reader has enough");
  try {
    // The whole log is checked first: no part of a damaged history is shown.
    const { history } = await readSession({ files, state, sessionId });
    const { title, totalItems } = history;
    await reader.begin({ sessionId, title, totalItems });
    await readSession({ files, state, sessionId }, (entry) => {
      const item = entry.t === "item" || entry.t === "prompt" ? entry.item : undefined;
      // A daemon may go on with the session meanwhile.
      if (item === undefined || item.index >= totalItems) return undefined;
      return reader.take(item).then((goesOn) => {
        if (!goesOn) throw enough;
      });
    });
    return undefined;
  } catch (error) {
    if (error === enough) return undefined;
    if (error instanceof SessionError) return `the session ${sessionId} is damaged: ${printable(error.message)}`;
    if (error instanceof FileError && error.path.startsWith(sessionPaths(files.join, state, sessionId).directory))
      return `cannot read the session: ${printable(error.message)}`;
    throw error;
  }
}
