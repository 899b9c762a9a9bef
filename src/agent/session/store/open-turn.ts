/** The turn that a crash has left open. */
import type { Clock } from "../../machine/interfaces/clock.js";
import { failureNotice, INTERRUPTED } from "./failure-notice.js";
import type { SessionStore } from "./session.js";

interface Now {
  readonly clock: Pick<Clock, "now">;
  /** An id that is unique in the session. */
  readonly newId: () => string;
}

/** Records the end of a turn that an earlier epoch left open (P-S28), and in history why it ended. Rejects with a `FileError`. */
export async function endOpenTurn(store: SessionStore, { clock, newId }: Now): Promise<void> {
  const { openPrompt, model, facet } = store.recovered;
  if (openPrompt === undefined) return;
  const about = {
    item_id: newId(),
    prompt_id: openPrompt.promptId,
    attribution: { kind: "captured", facet, model },
  } as const;
  const place = {
    index: store.nextIndex,
    at: new Date(clock.now()).toISOString(),
    secret_coverage: "captured",
  } as const;
  await Promise.all([
    store.append({ t: "item", item: { ...failureNotice({ ...about, error: INTERRUPTED }), ...place } }),
    store.append({ t: "turn", prompt_id: openPrompt.promptId, outcome: "interrupted", error: INTERRUPTED }),
  ]);
}
