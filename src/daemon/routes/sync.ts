/** `GET /sync`: a snapshot to start from (spec 2.2, P-S8). */
import { snapshotOf } from "../../core/snapshot.js";
import type { Checkpoints } from "../checkpoints.js";
import { FEATURES } from "../features.js";
import type { Handler } from "../handlers.js";
import type { LiveSession } from "../session.js";

export function sync(session: LiveSession, checkpoints: Checkpoints): Handler<"sync"> {
  const { file, sessionId } = session.store;
  return () => ({
    body: snapshotOf(session.state, {
      ...{ epoch: session.epoch, sessionId, createdAt: file.created_at, features: FEATURES, window: null },
      cursor: session.cursorAt(session.source.ring.head),
      checkpointOf: (items) => checkpoints.at(items),
    }),
  });
}
