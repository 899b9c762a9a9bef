/** Why a session cannot be opened, beside a disk that refuses. */
import type { codes } from "../../../generated/protocol/tables.js";

type SessionFailure = Extract<
  keyof typeof codes,
  "session_exists" | "session_unknown" | "session_locked" | "history_corrupt"
>;

/** A session that cannot be opened or read (P-S1). The message is a clause for people; it holds places, and nothing of what is written there. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  constructor(
    readonly code: SessionFailure,
    message: string,
  ) {
    super(message);
  }
}

/** The stored history is damaged (spec 7): never an empty transcript instead. */
export function corrupt(message: string): SessionError {
  return new SessionError("history_corrupt", message);
}
