/** A turn that waits for its provider: readers hear of it, and a person decides about a long wait (P-S101). */
import { inWords } from "../../../text/duration.js";
import type { RetryListener, Wait } from "../model/retry/patience.js";
import type { Questions } from "./questions.js";
import type { TurnSession } from "./session.js";

interface WaitingTurn {
  readonly session: TurnSession;
  readonly promptId: string;
  readonly questions: Questions;
  /** Ends the turn. */
  readonly signal: AbortSignal;
}

const GIVE_UP = "give up";
const CHOICES = ["wait", GIVE_UP];

export function listenerOf({ session, promptId, questions, signal }: WaitingTurn): RetryListener {
  const { journal, report } = session;
  return {
    failed: (target, failure, attempt, wait) => report.requestFailed({ promptId, target, failure, attempt, wait }),
    waits({ until, attempt, of, why }) {
      const times = { until: until.toISOString(), attempt, of };
      journal.publish({ kind: "turn_waiting", prompt_id: promptId, ...times, why });
    },
    async agrees(wait, ending) {
      const answer = await questions.ask({ kind: "question", text: textOf(wait), choices: CHOICES }, ending, () =>
        signal.aborted ? "cancelled" : "expired",
      );
      return answer.kind !== "cancel" && !("choice" in answer && answer.choice === GIVE_UP);
    },
  };
}

/** Clients show `until` of the record by their own clock. */
function textOf({ until, rest, why }: Wait): string {
  const moment = until.toISOString().slice(0, 16).replace("T", " ");
  return `${why.slice(0, 1).toUpperCase()}${why.slice(1)}. Wait ${inWords(rest)}, until ${moment} UTC?`;
}
