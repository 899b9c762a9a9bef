/**
 * The model is asked about the history. A request that is too long, or that its provider refuses, has less in it: nothing in a history ruins a
 * session.
 */
import { HeardAnswer } from "../compaction/size.js";
import { ask } from "../model/ask.js";
import type { ModelEvent } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { ModelTarget } from "../model/target.js";
import { type Frame, Retelling } from "./retelling.js";
import type { Turn } from "./turn.js";

/**
 * As `ask`, about the history. Rejects with a `ModelFailure` also when the history cannot be read, with a `FileError` when a compaction cannot be kept.
 * A failure counts here where the model had begun to answer, and where nothing in the request can be left out.
 */
export async function* askAboutHistory(
  target: ModelTarget,
  turn: Turn,
  frame: Frame,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { sizes, asking, signal, settled } = turn;
  await settled(signal);
  const retelling = new Retelling(target, turn, frame);
  for (;;) {
    const next = await retelling.next();
    const answer = new HeardAnswer();
    let hasBegun = false;
    try {
      for await (const event of ask(target, next.request, asking)) {
        if (!hasBegun) await retelling.taken();
        hasBegun = true;
        answer.take(event);
        yield event;
      }
      sizes.count(target, next.estimate + answer.tokens, answer.usage);
      return;
    } catch (error) {
      if (hasBegun || !(error instanceof ModelFailure)) throw error;
      await retelling.refused(error, next);
    }
  }
}
