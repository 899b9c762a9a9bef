/** `GET /sync`: a snapshot to start from (spec 2.2, P-S8). */
import type { Checkpoints } from "../checkpoints.js";
import { FEATURES } from "../features.js";
import type { Handler } from "../handlers.js";
import type { LiveSession } from "../session.js";

export function sync({ store, stream }: LiveSession, checkpoints: Checkpoints): Handler<"sync"> {
  const { file, sessionId } = store;
  const checkpointOf = (items: number): string => checkpoints.at(items);
  const source = { sessionId, createdAt: file.created_at, features: FEATURES, window: null, checkpointOf };
  return () => ({ body: stream.snapshot(source) });
}
