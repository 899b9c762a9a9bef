/** Records about the operation that a command came with (spec 2.3, P-S62). */
import type {
  ClientOperationResultV1,
  Correlation,
  OperationKey,
  TurnError,
  TurnOutcome,
} from "../../../generated/protocol/types.js";
import { INTERRUPTED } from "../store/failure-notice.js";
import type { Change } from "./session.js";

/** A command's operation, as the log keeps it; undefined for a command that came without one. */
export type MaybeCorrelation = Correlation | undefined;

type Progress = Pick<ClientOperationResultV1, "status" | "outcome" | "error">;

export function keyOf({ window_id, operation }: Correlation): OperationKey {
  return { window_id, operation };
}

/** The field of a log's entry for a command. */
export function operationOf(operation: MaybeCorrelation): { readonly operation?: Correlation } {
  return operation === undefined ? {} : { operation };
}

/** The records of a command, each with its operation, and one about the progress of that. */
export function correlated(
  epoch: string,
  correlation: MaybeCorrelation,
  changes: readonly Change[],
  progress: Progress,
): readonly Change[] {
  if (correlation === undefined) return changes;
  const operation = keyOf(correlation);
  const result = { daemon_epoch: epoch, ...operation, ...progress };
  return [...changes.map((change) => ({ ...change, operation })), { kind: "operation_updated", operation, result }];
}

export interface EndedPrompt {
  readonly prompt_id: string;
  readonly generation: number;
  readonly outcome: TurnOutcome;
  readonly error?: TurnError;
}

/** The end of a prompt's operation, which is that of its turn. */
export function endOf({ prompt_id, generation, outcome: turn, error }: EndedPrompt): Progress {
  const outcome = { prompt_id, generation, turn };
  if (turn === "completed" || turn === "cancelled") return { status: "completed", outcome };
  return { status: "failed", outcome, error: error ?? INTERRUPTED };
}
