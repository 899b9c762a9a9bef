/** The answers to commands, for daemons with and without operations (P-S20, P-S62). */
import type { OperationKey, PromptRequest, RespondRequest } from "../../../generated/protocol/types.js";
import type { Commands } from "./commands.js";
import { ClientError, DaemonError, OperationUnknown } from "./errors.js";
import { mayPass, Patience, type Timing } from "./patience.js";
import { expectId } from "./place.js";
import type { OperationResult, Uncorrelated } from "./run-once.js";

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

type NamedPrompt = Uncorrelated<PromptRequest> & { readonly prompt_id: string };

/** A prompt on the daemon's disk. */
export interface Sent {
  readonly promptId: string;
  /** The key of the operation; undefined for a daemon without operations. */
  readonly operation: OperationKey | undefined;
  /**
   * Resolves when the turn has ended, with its outcome: `completed` or `cancelled`. Rejects with `OperationFailed` if the turn failed, and
   * with `OperationUnknown` if the turn outlasts the window of the operation, which is 10 minutes: a follower then sees its end.
   */
  ended(options?: CallOptions): Promise<"completed" | "cancelled">;
}

export interface SentInput {
  readonly promptId: string;
  readonly operation: OperationKey | undefined;
}

export interface Dequeued {
  /** The prompt that was removed; undefined without a waiting one. */
  readonly promptId: string | undefined;
  readonly operation: OperationKey | undefined;
}

/** A compaction on the daemon's disk. */
export interface SentCompaction {
  readonly operation: OperationKey | undefined;
  /**
   * Resolves at its end, with the tokens of the conversation before and after it; with undefined where there was nothing to compact. Rejects as
   * `ended` of a prompt does.
   */
  ended(options?: CallOptions): Promise<{ readonly before: number; readonly after: number } | undefined>;
}

/** An answer to a question. */
export type Answer = Uncorrelated<RespondRequest>;

export interface Responded {
  readonly operation: OperationKey | undefined;
}

export async function sendPrompt(
  commands: Commands,
  timing: Timing,
  body: NamedPrompt,
  { signal }: CallOptions,
): Promise<Sent> {
  const answered = await commands.send({ route: "prompt", body, signal });
  const operation = "result" in answered ? keyOf(answered.result) : undefined;
  return {
    promptId: body.prompt_id,
    operation,
    ended: async (options = {}) => {
      if (operation === undefined)
        throw new ClientError("no_operations", "this daemon has no operations; a follower hears of the end of a turn");
      return turnOf(await endOf(commands, timing, operation, options));
    },
  };
}

export async function sendInput(commands: Commands, body: NamedPrompt, { signal }: CallOptions): Promise<SentInput> {
  const answered = await commands.send({ route: "queueInput", body, signal });
  return { promptId: body.prompt_id, operation: "result" in answered ? keyOf(answered.result) : undefined };
}

export async function dequeue(commands: Commands, { signal }: CallOptions): Promise<Dequeued> {
  const answered = await commands.send({ route: "dequeueNewest", body: {}, signal });
  if ("plain" in answered) {
    const { plain } = answered;
    return { promptId: "prompt_id" in plain ? plain.prompt_id : undefined, operation: undefined };
  }
  const { outcome } = answered.result;
  const promptId = typeof outcome === "object" && "prompt_id" in outcome ? outcome.prompt_id : undefined;
  return { promptId, operation: keyOf(answered.result) };
}

export async function compact(
  commands: Commands,
  timing: Timing,
  guidance: string | undefined,
  { signal }: CallOptions,
): Promise<SentCompaction> {
  const body = guidance === undefined ? {} : { guidance };
  const answered = await commands.send({ route: "compact", body, signal });
  const operation = "result" in answered ? keyOf(answered.result) : undefined;
  return {
    operation,
    ended: async (options = {}) => {
      if (operation === undefined)
        throw new ClientError("no_operations", "this daemon has no operations; a follower hears of a compaction");
      const { outcome } = await endOf(commands, timing, operation, options);
      if (typeof outcome !== "object" || !("compaction_id" in outcome)) return undefined;
      const { before = 0, after = 0 } = outcome;
      return { before, after };
    },
  };
}

export async function respond(
  commands: Commands,
  id: string,
  body: Answer,
  { signal }: CallOptions,
): Promise<Responded> {
  expectId(id);
  const answered = await commands.send({ route: "respond", parameters: { id }, body, signal });
  return { operation: "result" in answered ? keyOf(answered.result) : undefined };
}

/** Polls an operation until it has ended, less and less often. */
async function endOf(
  commands: Commands,
  timing: Timing,
  key: OperationKey,
  { signal }: CallOptions,
): Promise<OperationResult> {
  const patience = new Patience(timing);
  for (;;) {
    let failure: unknown;
    try {
      const result = await commands.resultOf(key, signal);
      if (result.status === "completed") return result;
    } catch (error) {
      if (error instanceof DaemonError && ["not_found", "operation_expired"].includes(error.code))
        throw new OperationUnknown(key, error);
      if (!mayPass(error) || signal?.aborted) throw error;
      failure = error;
    }
    await patience.pause(failure, signal);
    signal?.throwIfAborted();
  }
}

function turnOf({ outcome }: OperationResult): "completed" | "cancelled" {
  return typeof outcome === "object" && "turn" in outcome && outcome.turn === "cancelled" ? "cancelled" : "completed";
}

function keyOf({ window_id, operation }: OperationResult): OperationKey {
  return { window_id, operation };
}
