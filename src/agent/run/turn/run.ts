/** One turn: the conversation goes to the model, what it says becomes items, and the turn ends in one of four ways. */
import type { Finish, TurnError, TurnOutcome, Usage } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { Connect } from "../../ports/connect.js";
import { FileError } from "../../ports/files.js";
import { ask } from "../model/ask.js";
import type { Conversation } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { Found } from "../model/reference.js";
import type { ModelTarget } from "../model/target.js";
import { SessionError } from "../store/failure.js";
import type { Journal } from "./journal.js";
import type { FailedTurn, TurnReport } from "./report.js";
import { ItemWriter } from "./writer.js";

export interface TurnParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly report: TurnReport;
  readonly promptId: string;
  /** Name of the model that was asked for, if any was. */
  readonly asked: string | null;
  /** The model that is asked, or why none can be. */
  readonly target: Found<ModelTarget>;
  readonly facet: string | null;
  /** What has been said in the session, the prompt included. */
  readonly conversation: () => Promise<Conversation>;
  /** Ends the turn early; what came until then is kept. */
  readonly signal: AbortSignal;
}

/** Resolves when the turn is over, whatever its end. */
export async function runTurn(parts: TurnParts): Promise<void> {
  const { journal, promptId, target, facet, clock, report } = parts;
  const began = clock.monotonic();
  const model = "found" in target ? target.found.model : null;
  const writer = new ItemWriter({ journal, clock, promptId, attribution: { kind: "captured", facet, model } });
  let said: Said = {};
  let failure = await failureOf(async () => {
    said = await converse(parts, writer);
  });
  const isCancelled = parts.signal.aborted;
  const { usage, finish } = said;
  // What the provider cut is no whole item, though the turn is complete (P-S54).
  failure ??= await failureOf(() => writer.finish(finish === "length" || finish === "content_filter"));
  // The text so far is kept whatever came between.
  const unkept = await failureOf(() => writer.finish(true));
  const outcome: TurnOutcome = isCancelled ? "cancelled" : failure === undefined ? "completed" : "failed";
  const end = {
    ...{ prompt_id: promptId, outcome },
    ...(finish === undefined ? {} : { finish }),
    ...(usage === undefined ? {} : { usage }),
    ...(failure === undefined || isCancelled ? {} : { error: failure.error }),
  };
  const done = {
    entries: () => [{ t: "turn", ...end } as const],
    changes: [{ kind: "turn_finished", ...end } as const],
  };
  const lost = writer.hasLost ? (unkept ?? failure) : await failureOf(() => journal.commit(done));
  if (lost !== undefined) {
    const failed = { prompt_id: promptId, outcome: "failed", error: lost.error } as const;
    journal.owe({ t: "turn", ...failed }, { kind: "turn_finished", ...failed });
  }
  const told = lost ?? (isCancelled ? undefined : failure);
  const milliseconds = clock.monotonic() - began;
  if (told !== undefined) report.failed({ promptId, model: model ?? parts.asked, milliseconds, ...told });
}

/** What a whole answer was, beside its text. */
interface Said {
  readonly finish?: Finish;
  /** If its provider says. */
  readonly usage?: Usage;
}

/** Asks and writes. */
async function converse(
  { target, conversation, clock, connect, signal, report: { wantsWords } }: TurnParts,
  writer: ItemWriter,
): Promise<Said> {
  if ("error" in target) throw new ModelFailure(target.error);
  let said: Said = {};
  for await (const event of ask(target.found, await read(conversation), { clock, connect, signal, wantsWords })) {
    if (event.kind === "text") await writer.add("assistant_message", event.text);
    else if (event.kind === "reasoning") await writer.add("reasoning", event.text);
    else if (event.kind === "usage") said = { ...said, usage: event.usage };
    else said = { ...said, finish: event.reason };
  }
  return said;
}

/** What is in the way of reading is no matter of what was told to readers. */
async function read(conversation: TurnParts["conversation"]): Promise<Conversation> {
  try {
    return await conversation();
  } catch (error) {
    if (error instanceof FileError)
      throw new ModelFailure({ code: "storage_unavailable", message: "the history cannot be read" });
    if (error instanceof SessionError) throw new ModelFailure({ code: error.code, message: "the history is damaged" });
    throw error;
  }
}

/** What went wrong, in the words of a turn, and what the log is told beside that. */
type Failure = Pick<FailedTurn, "error" | "told">;

async function failureOf(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ModelFailure) return { error: error.error, told: error.told };
    if (error instanceof FileError) return { error: UNKEPT, told: {} };
    return { error: UNFORESEEN, told: {} };
  }
}

const UNKEPT: TurnError = {
  code: "storage_unavailable",
  message: "nothing can be written to the session's folder",
};

const UNFORESEEN: TurnError = { code: "internal", message: "something went wrong that nobody foresaw" };
