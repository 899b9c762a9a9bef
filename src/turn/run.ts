/** One turn: the conversation goes to the model, what it says becomes items, and the turn ends in one of four ways. */
import type { TurnError, TurnOutcome, Usage } from "../generated/protocol/types.js";
import { ask } from "../model/ask.js";
import type { Conversation } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { Found } from "../model/reference.js";
import type { ModelTarget } from "../model/target.js";
import type { Clock } from "../ports/clock.js";
import type { Connect } from "../ports/connect.js";
import { FileError } from "../ports/files.js";
import { SessionError } from "../store/failure.js";
import type { Journal } from "./journal.js";
import { ItemWriter } from "./writer.js";

export interface TurnParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly promptId: string;
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
  const { journal, promptId, target, facet, clock } = parts;
  const model = "found" in target ? target.found.model : null;
  const writer = new ItemWriter({ journal, clock, promptId, attribution: { kind: "captured", facet, model } });
  let usage: Usage | undefined;
  let error = await failureOf(async () => {
    usage = await converse(parts, writer);
  });
  const isCancelled = parts.signal.aborted;
  error ??= await failureOf(() => writer.finish(false));
  // The text so far is kept whatever came between.
  const unkept = await failureOf(() => writer.finish(true));
  const outcome: TurnOutcome = isCancelled ? "cancelled" : error === undefined ? "completed" : "failed";
  const end = {
    ...{ prompt_id: promptId, outcome },
    ...(usage === undefined ? {} : { usage }),
    ...(error === undefined || isCancelled ? {} : { error }),
  };
  const done = {
    entries: () => [{ t: "turn", ...end } as const],
    changes: [{ kind: "turn_finished", ...end } as const],
  };
  const lost = writer.hasLost ? (unkept ?? error) : await failureOf(() => journal.commit(done));
  if (lost === undefined) return;
  const failed = { prompt_id: promptId, outcome: "failed", error: lost } as const;
  journal.owe({ t: "turn", ...failed }, { kind: "turn_finished", ...failed });
}

/** Asks and writes; what the answer cost, if its provider says. */
async function converse(
  { target, conversation, clock, connect, signal }: TurnParts,
  writer: ItemWriter,
): Promise<Usage | undefined> {
  if ("error" in target) throw new ModelFailure(target.error);
  let usage: Usage | undefined;
  for await (const event of ask(target.found, await read(conversation), { clock, connect, signal })) {
    if (event.kind === "text") await writer.add("assistant_message", event.text);
    else if (event.kind === "reasoning") await writer.add("reasoning", event.text);
    else if (event.kind === "usage") usage = event.usage;
  }
  return usage;
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

/** What went wrong, in the words of a turn. */
async function failureOf(work: () => Promise<void>): Promise<TurnError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ModelFailure) return error.error;
    if (error instanceof FileError) return { code: "storage_unavailable", message: "the disk takes nothing more" };
    return { code: "internal", message: "something went wrong that nobody foresaw" };
  }
}
