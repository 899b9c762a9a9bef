/** One turn, from its first record to its last: it ends completed, cancelled or failed. */
import type { HistoryItem, TurnError, TurnOutcome } from "../../../generated/protocol/types.js";
import { failureNotice } from "../store/failure-notice.js";
import type { NewEntry } from "../store/log.js";
import { type Cause, causeOf } from "./cause.js";
import { converse, type Said } from "./converse.js";
import { correlated, endOf } from "./operation.js";
import type { Change, NewItem } from "./session.js";
import type { Turn } from "./turn.js";
import { ItemWriter } from "./writer.js";

/** Resolves when the turn is over. Never rejects for a failure of the turn. */
export async function runTurn(turn: Turn): Promise<void> {
  const { promptId, generation, correlation, attribution, signal, session } = turn;
  const { journal, clock, report } = session;
  const began = clock.monotonic();
  const writer = new ItemWriter(turn);
  for (const change of correlated(journal.epoch, correlation, [], { status: "in_progress" })) journal.publish(change);
  let said: Said = {};
  let failure = await failureOf(() =>
    converse(turn, writer, (more) => {
      said = { ...said, ...more };
    }),
  );
  const isCancelled = signal.aborted;
  const { usage, finish } = said;
  // An answer that the provider cut is a partial item, although the turn is complete (P-S54).
  failure ??= await failureOf(() => writer.finish(finish === "length" || finish === "content_filter"));
  // The text so far is kept after a failure, too.
  const unkept = await failureOf(() => writer.finish(true));
  const outcome: TurnOutcome = isCancelled ? "cancelled" : failure === undefined ? "completed" : "failed";
  const context = "found" in turn.target ? turn.sizes.contextOf(turn.target.found) : undefined;
  const end = {
    ...{ prompt_id: promptId, outcome },
    ...(finish === undefined ? {} : { finish }),
    ...(usage === undefined ? {} : { usage }),
    ...(failure === undefined || isCancelled ? {} : { error: failure.error }),
    ...(context === undefined ? {} : { context }),
  };
  const changesOf = (ended: typeof end): readonly Change[] =>
    correlated(journal.epoch, correlation, [{ kind: "turn_finished", ...ended }], endOf({ ...ended, generation }));
  const noticeOf = (error: TurnError): NewItem =>
    failureNotice({ error, item_id: journal.newId(), prompt_id: promptId, attribution });
  const done = {
    items: end.error === undefined ? [] : [noticeOf(end.error)],
    entries: (items: readonly HistoryItem[]): readonly NewEntry[] => [
      ...items.map((item) => ({ t: "item", item }) as const),
      { t: "turn", ...end },
    ],
    changes: changesOf(end),
  };
  const lost = writer.hasLost ? (unkept ?? failure) : await failureOf(() => journal.commit(done));
  if (lost !== undefined) {
    const failed = { prompt_id: promptId, outcome: "failed", error: lost.error } as const;
    journal.owe({ t: "turn", ...failed }, changesOf(failed));
  }
  const told = lost ?? (isCancelled ? undefined : failure);
  const milliseconds = clock.monotonic() - began;
  if (told !== undefined) report.failed({ promptId, model: attribution.model, milliseconds, ...told });
}

async function failureOf(work: () => Promise<void>): Promise<Cause | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return causeOf(error);
  }
}
