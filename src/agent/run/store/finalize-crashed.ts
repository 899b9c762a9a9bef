/** Ending a crashed session in order, without a daemon (P-S40). */
import { type OpenOptions, openSession } from "./open.js";
import { endOpenTurn } from "./open-turn.js";

export interface FinalizedSession {
  /** Items of its history. */
  readonly items: number;
  /** Bytes of an unfinished write that were cut off. */
  readonly cutOff: number;
}

/**
 * Takes the session's lock, recovers its log, and writes `final.json`. The log gets no epoch: no daemon has served. Queued inputs stay in the
 * queue. Rejects with a `SessionError` or a `FileError`; the session is then released, and not finalized.
 */
export async function finalizeCrashed(options: Omit<OpenOptions, "how">): Promise<FinalizedSession> {
  const store = await openSession({ ...options, how: { kind: "resume" } });
  try {
    await endOpenTurn(store);
  } catch (error) {
    await store.close().catch(() => {});
    throw error;
  }
  await store.finalize();
  return { items: store.totalItems, cutOff: store.recovered.trimmed?.bytes ?? 0 };
}
