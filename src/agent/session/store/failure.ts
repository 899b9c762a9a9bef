/** Why a session cannot be opened, beside failures of the disk. */
import type { codes } from "../../../generated/protocol/tables.js";

type SessionFailure = Extract<
  keyof typeof codes,
  "session_exists" | "session_unknown" | "session_locked" | "history_corrupt"
>;

/** A session that cannot be opened or read (P-S1). The message is a clause for people; it holds names of files, and nothing of their content. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly code: SessionFailure;

  constructor(code: SessionFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/** The failure of a damaged history (spec 7), which is never shown as an empty one. */
export function corrupt(message: string): SessionError {
  return new SessionError("history_corrupt", message);
}
