/** `agent sessions finalize`: ends a crashed session in order (P-S40, P-S76). */
import { command, EXIT } from "../../../terminal/command.js";
import { TEXT_OR_JSON } from "../../../terminal/options.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import type { EndRecorded } from "../../machine/interfaces/children.js";
import { FileError } from "../../machine/interfaces/files.js";
import { randomHex } from "../../machine/interfaces/random.js";
import { SessionError } from "../../session/store/failure.js";
import { type OpenOptions, openSession } from "../../session/store/open.js";
import { endOpenTurn } from "../../session/store/open-turn.js";
import { complain } from "../common/complain.js";
import { machine, stateDirectoryOf } from "../common/machine.js";
import { STATE, type StateFlags } from "../common/options.js";
import { sessionNamed } from "../start/named.js";

interface FinalizeFlags extends StateFlags {
  readonly format: "text" | "json";
}

export const sessionsFinalize = command<FinalizeFlags>({
  examples: [
    { line: "agent sessions finalize 20261123-084512-9f3a1c20", describe: "after its daemon was killed" },
    { line: "agent sessions finalize 9f3a1c20 --format json", describe: "for another program" },
  ],
  arguments: [
    { name: "<id>", describe: "the session, as `agent sessions` lists it, or a part of its name that no other has" },
  ],
  options: [TEXT_OR_JSON, STATE],
  more: `
A hub shows the history of a session that ended in order. This command ends a crashed session: it cuts an unfinished write off, records a turn
that was running as interrupted, ends the processes that the daemon left, and starts no daemon. Inputs that wait in the queue stay there; \`agent continue\` goes on with them.`,
  run: async (terminal, [id = ""], flags) => {
    const session = await sessionNamed(terminal, id, flags);
    const state = stateDirectoryOf(terminal, flags.stateDir);
    if (session === undefined || state === undefined) return EXIT.findings;
    const { sessionId, isRunning, isFinalized, damage } = session;
    if (isRunning) return refused(terminal, `the session runs; \`agent stop ${sessionId}\` ends it in order`);
    if (damage !== undefined) return refused(terminal, `the session is damaged: ${damage}`);
    try {
      const ended = isFinalized ? undefined : await finalizeCrashed({ ...machine, state, sessionId });
      const text = flags.format === "json" ? asJson(sessionId, ended) : asText(sessionId, ended);
      await print(terminal.stdout, `${text}\n`);
      return EXIT.ok;
    } catch (error) {
      if (error instanceof SessionError) return refused(terminal, error.message);
      if (error instanceof FileError) return refused(terminal, `${error.path}: ${error.failure} (${error.detail})`);
      throw error;
    }
  },
});

async function refused(terminal: Terminal, message: string): Promise<number> {
  await complain(terminal, message);
  return EXIT.findings;
}

function asJson(session_id: string, ended: FinalizedSession | undefined): string {
  if (ended === undefined) return JSON.stringify({ version: 1, session_id, status: "unchanged" });
  const { items: total_items, cutOff: cut_off_bytes, processes: ended_processes } = ended;
  return JSON.stringify({ version: 1, session_id, status: "finalized", total_items, cut_off_bytes, ended_processes });
}

function asText(sessionId: string, ended: FinalizedSession | undefined): string {
  if (ended === undefined) return `${sessionId} has ended in order already`;
  const { items, cutOff, processes } = ended;
  const cut = cutOff === 0 ? "" : `; ${cutOff} bytes of an unfinished write were cut off`;
  const left = processes === 0 ? "" : `; ${processes} of its processes ${processes === 1 ? "was" : "were"} ended`;
  return `${sessionId} has ended in order now, with ${items} ${items === 1 ? "item" : "items"} of history${cut}${left}`;
}

interface FinalizedSession {
  /** Items of its history. */
  readonly items: number;
  /** Bytes of an unfinished write that were cut off. */
  readonly cutOff: number;
  /** Processes that its daemon had left, and that were ended. */
  readonly processes: number;
}

interface CrashedOptions extends Omit<OpenOptions, "how"> {
  readonly endRecorded: EndRecorded;
}

/**
 * Ends a crashed session in order, without a daemon (P-S40): takes its lock, ends the processes that its daemon left (P-S96), recovers its log, and writes `final.json`. The log gets no epoch: no
 * daemon has served. Queued inputs stay in the queue. Rejects with a `SessionError` or a `FileError`; the session is then released, and not finalized.
 */
async function finalizeCrashed({ endRecorded, ...options }: CrashedOptions): Promise<FinalizedSession> {
  const store = await openSession({ ...options, how: { kind: "resume" } });
  const processes = await endRecorded(store.paths.children);
  try {
    await endOpenTurn(store, { clock: options.clock, newId: () => randomHex(options.random, 12) });
  } catch (error) {
    await store.close().catch(() => {});
    throw error;
  }
  await store.finalize();
  return { items: store.totalItems, cutOff: store.recovered.trimmed?.bytes ?? 0, processes };
}
