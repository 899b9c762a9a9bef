/** A model is asked until it answers, or until a failure counts. For answers that are used whole. */
import { ask } from "../ask.js";
import type { Conversation, ModelEvent } from "../event.js";
import { ModelFailure } from "../failure.js";
import type { ModelTarget } from "../target.js";
import { Patience, type PatientOptions } from "./patience.js";

/** The events of a whole answer. Rejects as `ask` does; the parts of an answer that broke off are dropped. */
export async function askPatiently(
  target: ModelTarget,
  conversation: Conversation,
  options: PatientOptions,
): Promise<readonly ModelEvent[]> {
  const patience = new Patience(target, options);
  await patience.free();
  for (;;) {
    try {
      const events: ModelEvent[] = [];
      for await (const event of ask(target, conversation, options)) events.push(event);
      return events;
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      await patience.again(error, false);
    }
  }
}
