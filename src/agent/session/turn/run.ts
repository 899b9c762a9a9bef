/** One turn, from its first record to its last: it ends completed, cancelled or failed. */
import type { HistoryItem, TurnError, TurnOutcome } from "../../../generated/protocol/types.js";
import { failureNotice } from "../store/failure-notice.js";
import type { NewEntry } from "../store/log.js";
import { failureOf } from "./cause.js";
import { runLoop } from "./loop.js";
import { correlated, endOf } from "./operation.js";
import type { Change, NewItem } from "./session.js";
import type { Turn } from "./turn.js";

/** Resolves when the turn is over. Never rejects for a failure of the turn. */
export async function runTurn(turn: Turn): Promise<void> {
  const { promptId, generation, correlation, attribution, session } = turn;
  const { journal, clock, report } = session;
  const began = clock.monotonic();
  for (const change of correlated(journal.epoch, correlation, [], { status: "in_progress" })) journal.publish(change);
  const { said, failure, isCancelled, lost: lostText } = await runLoop(turn);
  const { usage, finish } = said;
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
  const lost = lostText ?? (await failureOf(() => journal.commit(done)));
  if (lost !== undefined) {
    const failed = { prompt_id: promptId, outcome: "failed", error: lost.error } as const;
    journal.owe({ t: "turn", ...failed }, changesOf(failed));
  }
  const told = lost ?? (isCancelled ? undefined : failure);
  const milliseconds = clock.monotonic() - began;
  if (told !== undefined) report.failed({ promptId, model: attribution.model, milliseconds, ...told });
}
