/**
 * One command in one window: the client sends it again with the same key until it knows the result, and the daemon answers a repetition
 * with its first result (P-S21 to P-S24, P-S61).
 */
import type {
  ClientOperationResultV1,
  CompactAccepted,
  CompactRequest,
  DequeueResult,
  InputAccepted,
  PromptAccepted,
  PromptRequest,
  RespondRequest,
  RespondResult,
} from "../../../generated/protocol/types.js";
import { DaemonError, OperationFailed, OperationUnknown } from "./errors.js";
import { isGivenUp, isPortRefused, mayHaveRun, mayPass, Patience, type Timing } from "./patience.js";
import type { DaemonWire } from "./surfaces.js";
import type { Epoch, Opaque, Window } from "./tokens.js";

export type OperationResult = Opaque<ClientOperationResultV1>;

/** The answer of a command without an operation. */
export type PlainAnswer = Opaque<PromptAccepted | InputAccepted | DequeueResult | RespondResult | CompactAccepted>;

/** The body of a command, which gets its operation here. */
export type Uncorrelated<Body> = Body extends unknown ? Omit<Body, "operation_context"> : never;

export interface Command {
  readonly route: "prompt" | "queueInput" | "dequeueNewest" | "respond" | "compact";
  readonly parameters?: { readonly id: string };
  readonly body: Uncorrelated<PromptRequest | RespondRequest | CompactRequest>;
  readonly signal?: AbortSignal | undefined;
}

export interface Context {
  readonly daemonEpoch: Epoch;
  /** Undefined for a daemon without operations. */
  readonly window: Window | undefined;
  /** The moment by the monotonic clock until which the window admits new commands. */
  readonly freshUntil: number;
  /** The moment at which it has certainly ended. */
  readonly endsAt: number;
}

type Operation = Context & { readonly window: Window; readonly operation: string };

/** `not-run`: the daemon executed nothing, and refuses the window. */
type End =
  | { readonly kind: "result"; readonly result: OperationResult }
  | { readonly kind: "not-run"; readonly error: unknown };

/** Rejects with a `ClientError`: the refusal of the daemon, `OperationFailed`, or `OperationUnknown` if no answer came in time. */
export async function runOnce(wire: DaemonWire, timing: Timing, command: Command, operation: Operation): Promise<End> {
  const { signal } = command;
  const patience = new Patience(timing);
  const { window, daemonEpoch } = operation;
  const key = { window_id: window, operation: operation.operation };
  const operation_context = { daemon_epoch: daemonEpoch, window, operation: key.operation };
  /** Whether the daemon may have admitted the command although its answer was lost. */
  let mayHaveRunBefore = false;
  /** Whether the requests go to another run of the daemon, which knows the operations of the earlier one (P-S28). */
  let isOtherRun = false;
  for (;;) {
    try {
      const answer = isOtherRun
        ? await wire.call("operation", { parameters: { window, operation: key.operation }, signal })
        : await answerOf(wire, command, operation_context);
      return { kind: "result", result: succeeded(answer) };
    } catch (error) {
      if (signal?.aborted || error instanceof OperationFailed) throw error;
      mayHaveRunBefore ||= mayHaveRun(error);
      if (isOver(error)) {
        if (!mayHaveRunBefore) return { kind: "not-run", error };
        if (isOtherRun) throw new OperationUnknown(key, error);
        isOtherRun = true;
        continue;
      }
      if (isOtherRun && error instanceof DaemonError && error.code === "not_found") {
        // A hub gives the same answer for an unknown session.
        if (wire.place.server === "hub" && !(await isThere(wire, signal))) throw new OperationUnknown(key, error);
        return { kind: "not-run", error };
      }
      // A daemon looks for a stored result before it refuses: there is none.
      if (isRefusal(error)) throw error;
      const isLate = mayHaveRunBefore
        ? timing.clock.monotonic() >= operation.endsAt || isPortRefused(error)
        : isGivenUp(error, patience);
      if (isLate || !mayPass(error)) throw mayHaveRunBefore ? new OperationUnknown(key, error) : error;
      await patience.pause(error, signal);
      signal?.throwIfAborted();
    }
  }
}

async function isThere(wire: DaemonWire, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await wire.call("health", { signal });
    return true;
  } catch {
    return false;
  }
}

/** The answer of a command; with a context, that of its operation. */
export async function answerOf(wire: DaemonWire, command: Command): Promise<PlainAnswer>;
export async function answerOf(
  wire: DaemonWire,
  command: Command,
  context: { readonly daemon_epoch: string; readonly window: string; readonly operation: string },
): Promise<OperationResult>;
export async function answerOf(
  wire: DaemonWire,
  { route, parameters, body, signal }: Command,
  operation_context?: object,
) {
  const answer = await wire.call(route, {
    parameters,
    body: operation_context === undefined ? body : { ...body, operation_context },
    signal,
  } as Parameters<typeof wire.call<typeof route>>[1]);
  if ("window_id" in answer !== (operation_context !== undefined))
    throw new DaemonError({ code: "unreadable_answer", status: 200, message: "the answer is that of another command" });
  return answer;
}

/** The result, unless the operation failed. */
export function succeeded(result: OperationResult): OperationResult {
  if (result.status !== "failed") return result;
  const { window_id, operation, error } = result;
  throw new OperationFailed({ window_id, operation }, error ?? { code: "internal", message: "no reason is known" });
}

/** The window belongs to another run of the daemon, or has ended. */
function isOver(error: unknown): boolean {
  return error instanceof DaemonError && (error.code === "epoch_mismatch" || error.code === "operation_expired");
}

function isRefusal(error: unknown): boolean {
  const isMisled = error instanceof DaemonError && (error.status === 401 || error.code === "unreadable_answer");
  return error instanceof DaemonError && !isMisled && !mayPass(error);
}
