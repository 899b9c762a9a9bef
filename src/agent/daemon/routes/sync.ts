/** `GET /sync`: a snapshot to start from (spec 2.2, P-S8). */
import type { SyncSnapshot } from "../../../generated/protocol/types.js";
import type { Handler } from "../../http/handlers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Checkpoints } from "../checkpoints.js";
import { FEATURES } from "../features.js";
import type { LiveSession } from "../session.js";

export function sync({ store, stream }: LiveSession, checkpoints: Checkpoints): Handler<DaemonRoutes["sync"]> {
  const { file, sessionId } = store;
  const checkpointOf = (items: number): string => checkpoints.at(items);
  const source = { sessionId, createdAt: file.created_at, features: FEATURES, window: null, checkpointOf };
  let last: SyncSnapshot | undefined;
  return () => {
    // One snapshot serves many requests at one moment, as when all readers come back.
    const isCurrent =
      last?.cursor === stream.cursor && last.history_checkpoint === checkpointOf(stream.state.historyTotalItems);
    last = last !== undefined && isCurrent ? last : stream.snapshot(source);
    return { body: last };
  };
}
