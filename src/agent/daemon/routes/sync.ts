/** `GET /sync`: a snapshot to start from (spec 2.2, P-S8). */
import type { SyncSnapshot } from "../../../generated/protocol/types.js";
import type { Handler } from "../../http/handlers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Checkpoints } from "../checkpoints.js";
import { FEATURES } from "../features.js";
import type { Operations } from "../operations.js";
import type { LiveSession } from "../session.js";

export function sync(
  { store, stream }: LiveSession,
  checkpoints: Checkpoints,
  operations: Operations,
): Handler<DaemonRoutes["sync"]> {
  const { file, sessionId } = store;
  const checkpointOf = (items: number): string => checkpoints.at(items);
  const source = { sessionId, createdAt: file.created_at, features: FEATURES, checkpointOf };
  let last: SyncSnapshot | undefined;
  return () => {
    const { window } = operations;
    // One snapshot serves many requests at one moment, as when all readers come back.
    const isCurrent =
      last?.cursor === stream.cursor &&
      last.history_checkpoint === checkpointOf(stream.state.historyTotalItems) &&
      last.operation_window === window;
    last = last !== undefined && isCurrent ? last : stream.snapshot({ ...source, window });
    return { body: last };
  };
}
