/** One turn, from its first record to its last: it ends completed, cancelled or failed. */
import type { TurnError, TurnOutcome } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { Connect } from "../../ports/connect.js";
import { FileError } from "../../ports/files.js";
import { ModelFailure } from "../model/failure.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { SessionStore } from "../store/session.js";
import { converse, type Said } from "./converse.js";
import type { Equipment } from "./equipment.js";
import type { Change, Journal } from "./journal.js";
import { correlated, endOf } from "./operation.js";
import type { Permission } from "./permission.js";
import type { MaybeCorrelation } from "./prompt.js";
import type { RefusedImages } from "./refused-images.js";
import type { FailedTurn, TurnReport } from "./report.js";
import { ItemWriter } from "./writer.js";

export interface TurnParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly report: TurnReport;
  readonly promptId: string;
  readonly generation: number;
  /** The operation that ends with this turn. */
  readonly correlation: MaybeCorrelation;
  readonly scrubber: Scrubber;
  /** The model that the prompt names, if any. */
  readonly asked: string | null;
  readonly equipment: Equipment;
  readonly store: SessionStore;
  readonly permission: Permission;
  readonly refusedImages: RefusedImages;
  /** Ends the turn early; the text so far is kept. */
  readonly signal: AbortSignal;
}

/** Resolves when the turn is over. Never rejects for a failure of the turn. */
export async function runTurn(parts: TurnParts): Promise<void> {
  const { journal, promptId, generation, correlation, equipment, clock, report, scrubber } = parts;
  const { target, facet } = equipment;
  const began = clock.monotonic();
  const model = "found" in target ? target.found.model : null;
  const attribution = { kind: "captured", facet, model } as const;
  const isEcho = "found" in target && target.found.dialect === "test";
  const writer = new ItemWriter({ journal, clock, promptId, attribution, isEcho, scrubber });
  for (const change of correlated(journal.epoch, correlation, [], { status: "in_progress" })) journal.publish(change);
  let said: Said = {};
  let failure = await failureOf(() =>
    converse({ ...parts, attribution, writer }, (more) => {
      said = { ...said, ...more };
    }),
  );
  const isCancelled = parts.signal.aborted;
  const { usage, finish } = said;
  // An answer that the provider cut is a partial item, although the turn is complete (P-S54).
  failure ??= await failureOf(() => writer.finish(finish === "length" || finish === "content_filter"));
  // The text so far is kept after a failure, too.
  const unkept = await failureOf(() => writer.finish(true));
  const outcome: TurnOutcome = isCancelled ? "cancelled" : failure === undefined ? "completed" : "failed";
  const end = {
    ...{ prompt_id: promptId, outcome },
    ...(finish === undefined ? {} : { finish }),
    ...(usage === undefined ? {} : { usage }),
    ...(failure === undefined || isCancelled ? {} : { error: failure.error }),
  };
  const changesOf = (ended: typeof end): readonly Change[] =>
    correlated(journal.epoch, correlation, [{ kind: "turn_finished", ...ended }], endOf({ ...ended, generation }));
  const done = { entries: () => [{ t: "turn", ...end } as const], changes: changesOf(end) };
  const lost = writer.hasLost ? (unkept ?? failure) : await failureOf(() => journal.commit(done));
  if (lost !== undefined) {
    const failed = { prompt_id: promptId, outcome: "failed", error: lost.error } as const;
    journal.owe({ t: "turn", ...failed }, changesOf(failed));
  }
  const told = lost ?? (isCancelled ? undefined : failure);
  const milliseconds = clock.monotonic() - began;
  if (told !== undefined) report.failed({ promptId, model: model ?? parts.asked, milliseconds, ...told });
}

/** The error of a failed turn, and the facts about it for the log. */
type Failure = Pick<FailedTurn, "error" | "told">;

async function failureOf(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ModelFailure) return { error: error.error, told: error.told };
    if (error instanceof FileError) return { error: UNKEPT, told: {} };
    return { error: UNEXPECTED, told: {} };
  }
}

const UNKEPT: TurnError = {
  code: "storage_unavailable",
  message: "nothing can be written to the session's folder",
};

const UNEXPECTED: TurnError = { code: "internal", message: "this failed unexpectedly" };
