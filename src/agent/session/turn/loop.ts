/** The loop of a turn up to its end: the text so far is kept, however it ends. */
import { type Cause, failureOf } from "./cause.js";
import { converse, type Said } from "./converse.js";
import type { Turn } from "./turn.js";
import { ItemWriter } from "./writer.js";

export interface LoopEnd {
  readonly said: Said;
  /** The reason of an end that is none of the model's. */
  readonly failure: Cause | undefined;
  /** Whether somebody had ended it by then. */
  readonly isCancelled: boolean;
  /** Why an item with published deltas could not be kept. */
  readonly lost: Cause | undefined;
}

/** Never rejects for a failure of the turn. */
export async function runLoop(turn: Turn): Promise<LoopEnd> {
  const writer = new ItemWriter(turn);
  let said: Said = {};
  let failure = await failureOf(() =>
    converse(turn, writer, (more) => {
      said = { ...said, ...more };
    }),
  );
  const isCancelled = turn.signal.aborted;
  const { finish } = said;
  // An answer that the provider cut is a partial item, although the turn is complete (P-S54).
  failure ??= await failureOf(() => writer.finish(finish === "length" || finish === "content_filter"));
  // The text so far is kept after a failure, too.
  const unkept = await failureOf(() => writer.finish(true));
  return { said, failure, isCancelled, lost: writer.hasLost ? (unkept ?? failure) : undefined };
}
