/** The turn that a crash has left open. */
import type { SessionStore } from "./session.js";

/** Records the end of a turn that an earlier epoch left open (P-S28). Rejects with a `FileError`. */
export async function endOpenTurn(store: SessionStore): Promise<void> {
  const { openPrompt } = store.recovered;
  if (openPrompt !== undefined)
    await store.append({ t: "turn", prompt_id: openPrompt.promptId, outcome: "interrupted" });
}
