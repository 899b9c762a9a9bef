/** A session's state in the form that clients fetch, and back (spec 2.2, P-S8). */
import { queuedInputs } from "../../../generated/protocol/singles.js";
import type { codes } from "../../../generated/protocol/tables.js";
import type { ActionAvailability, Actions, OperationWindow, SyncSnapshot } from "../../../generated/protocol/types.js";
import { isBusy, type SessionState } from "./session.js";

/** The parts of a snapshot besides the state. */
export interface SnapshotSource {
  readonly epoch: string;
  readonly sessionId: string;
  readonly createdAt: string;
  readonly features: readonly string[];
  readonly window: OperationWindow | null;
  /** The cursor of the last record in the state. */
  readonly cursor: string;
  /** Issues the checkpoint of the first `items` items. */
  readonly checkpointOf: (items: number) => string;
}

export function syncSnapshotOf(state: SessionState, source: SnapshotSource): SyncSnapshot {
  return {
    version: 1,
    daemon_epoch: source.epoch,
    cursor: source.cursor,
    busy: isBusy(state),
    attention: state.interrogatives.length > 0,
    history_checkpoint: source.checkpointOf(state.historyTotalItems),
    history_total_items: state.historyTotalItems,
    catalog_revision: state.catalogRevision,
    features: [...source.features],
    session: { session_id: source.sessionId, title: state.title, created_at: source.createdAt },
    turn: state.turn,
    permission_monitor: state.permissionMonitor,
    actions: actionsOf(state),
    queue: { revision: state.queue.revision, items: [...state.queue.items] },
    interrogatives: [...state.interrogatives],
    open_items: [...state.openItems],
    operation_window: source.window,
    ...(state.lastTurn === null ? {} : { last_turn: state.lastTurn }),
    ...(state.context === null ? {} : { context: state.context }),
  };
}

export function stateOf(snapshot: SyncSnapshot): SessionState {
  return {
    title: snapshot.session.title,
    turn: snapshot.turn,
    lastTurn: snapshot.last_turn ?? null,
    context: snapshot.context ?? null,
    // Earlier versions of the daemon do not send it.
    permissionMonitor: snapshot.permission_monitor ?? "standard",
    catalogRevision: snapshot.catalog_revision,
    historyTotalItems: snapshot.history_total_items,
    queue: snapshot.queue,
    interrogatives: snapshot.interrogatives,
    openItems: snapshot.open_items,
  };
}

/** The available commands, and the code with which each other one is refused. */
export function actionsOf(state: SessionState): Actions {
  const isStopping = state.turn.state === "stopping";
  const unless = (reason: Code | undefined): ActionAvailability =>
    isStopping ? refused("shutting_down") : reason === undefined ? { available: true } : refused(reason);
  const idle = isBusy(state) ? undefined : "turn_not_running";
  const full = state.queue.items.length >= queuedInputs ? "turn_input_queue_full" : undefined;
  return {
    prompt: unless(isBusy(state) ? "turn_in_flight" : undefined),
    queue_input: unless(idle ?? full),
    dequeue_newest: unless(undefined),
    respond: unless(state.interrogatives.length === 0 ? "interrogative_not_open" : undefined),
    cancel: unless(idle),
    compact: unless(isBusy(state) ? "turn_in_flight" : undefined),
  };
}

type Code = keyof typeof codes;

function refused(reason: Code): ActionAvailability {
  return { available: false, reason };
}
