/** The sessions that work in one directory. */
import { beginningOf } from "../../../text/beginning.js";
import { factsOf } from "../../session/store/facts.js";
import { eachSession, type ListedSession } from "../../session/store/list.js";
import { machine } from "../common/machine.js";

export interface SessionHere {
  readonly session: ListedSession;
  readonly id: string;
  readonly state: "running" | "stopped" | "crashed";
  /** Its title, or the beginning of its first prompt; empty without both. */
  readonly title: string;
  /** The time of the last thing that happened; empty where that is unknown. */
  readonly lastAt: string;
}

/** Characters of a title. */
const LONGEST = 200;

/** Those that can be gone on with, and those that run: the one in which something happened last first. `state`: the state directory. */
export async function sessionsIn(state: string, directory: string): Promise<readonly SessionHere[]> {
  const host = { files: machine.filesAtOnce, processes: machine.processes };
  const rows = await eachSession(host, state, async (session) =>
    session.damage === undefined && session.file?.working_directory === directory ? hereOf(session) : undefined,
  );
  return rows.flatMap((row) => (row === undefined ? [] : [row])).toSorted(newestFirst);
}

async function hereOf(session: ListedSession): Promise<SessionHere> {
  const { sessionId: id, isRunning, isFinalized, file } = session;
  const { title, firstPrompt = "", lastAt = file?.created_at ?? "" } = await factsOf(machine.files, session);
  const state = isRunning ? "running" : isFinalized ? "stopped" : "crashed";
  const [firstLine = ""] = firstPrompt.trim().split("\n", 1);
  return { session, id, state, title: beginningOf(title ?? firstLine, LONGEST), lastAt };
}

function newestFirst(a: SessionHere, b: SessionHere): number {
  return momentOf(b) - momentOf(a) || (a.id < b.id ? 1 : -1);
}

function momentOf({ lastAt }: SessionHere): number {
  return Date.parse(lastAt) || 0;
}
