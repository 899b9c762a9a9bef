/** The item of history that says why a turn did not end well (P-S117). */
import type { Attribution, HistoryItem, TurnError } from "../../../generated/protocol/types.js";

/** The error of a turn that a crash has ended. */
export const INTERRUPTED: TurnError = { code: "interrupted", message: "the daemon ended before the turn did" };

interface Failed {
  readonly error: TurnError;
  readonly item_id: string;
  readonly prompt_id: string;
  readonly attribution: Attribution;
}

export function failureNotice({ error, ...about }: Failed) {
  const what = error.code === INTERRUPTED.code ? "was interrupted" : "failed";
  const words = error.provider_message === undefined ? "" : `: "${error.provider_message}"`;
  return {
    ...about,
    kind: "notice",
    text: `The turn ${what}: ${error.message}${words}.`,
    error,
  } satisfies Partial<HistoryItem>;
}
