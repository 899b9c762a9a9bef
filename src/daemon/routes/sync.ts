/** `GET /sync`: a snapshot to start from (spec 2.2, P-S8). */
import { snapshotOf } from "../../core/session.js";
import type { Checkpoints } from "../checkpoints.js";
import { FEATURES } from "../features.js";
import type { Handler } from "../handlers.js";
import type { LiveSession } from "../session.js";

export function sync(session: LiveSession, checkpoints: Checkpoints): Handler<"sync"> {
  return () => ({
    body: snapshotOf(session.state, {
      daemon_epoch: session.epoch,
      cursor: session.cursorAt(session.stream.ring.head),
      history_checkpoint: checkpoints.at(session.state.items),
      features: [...FEATURES],
      operation_window: null,
    }),
  });
}
