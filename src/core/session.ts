/** Where a session stands, as the fold of its records: the daemon and its clients reckon with the same function (P-S8). */
import type {
  ActionAvailability,
  Actions,
  HistoryItem,
  InputQueue,
  Interrogative,
  OpenItem,
  SessionIdentity,
  SyncRecordV1,
  SyncSnapshot,
  TurnState,
} from "../generated/protocol/types.js";

export interface SessionState {
  readonly session: SessionIdentity;
  readonly turn: TurnState;
  readonly queue: InputQueue;
  readonly interrogatives: readonly Interrogative[];
  readonly openItems: readonly OpenItem[];
  /** How many items of history there are. */
  readonly items: number;
  readonly catalogRevision: string;
}

/** The state behind a record. A record of a kind that is not known changes nothing. */
export function fold(state: SessionState, record: Readonly<SyncRecordV1>): SessionState {
  switch (record.kind) {
    case "turn_started": {
      const { prompt_id, generation, model, facet } = record;
      return { ...state, turn: { state: "running", prompt_id, generation, model, facet } };
    }
    case "turn_finished": {
      const { prompt_id: _, ...turn } = state.turn;
      const next = turn.state === "stopping" ? "stopping" : "idle";
      return { ...state, turn: { ...turn, state: next }, openItems: [], interrogatives: [] };
    }
    case "item_started": {
      const { item_id, item_kind: kind, prompt_id } = record;
      return { ...state, openItems: [...state.openItems, { item_id, kind, prompt_id, text: "" }] };
    }
    case "item_delta": {
      const { item_id, offset, text } = record;
      const openItems = state.openItems.map((item) =>
        item.item_id === item_id ? { ...item, text: item.text.slice(0, offset) + text } : item,
      );
      return { ...state, openItems };
    }
    case "item_finished":
      return finished(state, record.item);
    case "input_queued":
      return { ...state, queue: { revision: record.queue_revision, items: [...state.queue.items, record.input] } };
    case "input_dequeued": {
      const items = state.queue.items.filter(({ prompt_id }) => prompt_id !== record.prompt_id);
      return { ...state, queue: { revision: record.queue_revision, items } };
    }
    case "interrogative_opened": {
      const interrogatives = [...state.interrogatives, record.interrogative];
      return { ...state, interrogatives, turn: { ...state.turn, state: "awaiting_input" } };
    }
    case "interrogative_resolved": {
      const interrogatives = state.interrogatives.filter(({ id }) => id !== record.id);
      const isWaiting = state.turn.state === "awaiting_input" && interrogatives.length > 0;
      const turn: TurnState = isWaiting ? state.turn : { ...state.turn, state: "running" };
      return { ...state, interrogatives, turn };
    }
    case "session_changed": {
      const { title = state.session.title, model = state.turn.model, facet = state.turn.facet } = record;
      return { ...state, session: { ...state.session, title }, turn: { ...state.turn, model, facet } };
    }
    case "daemon_catalog_changed":
      return { ...state, catalogRevision: record.catalog_revision };
    case "session_stopping":
      return { ...state, turn: { ...state.turn, state: "stopping" } };
    default:
      return state;
  }
}

function finished(state: SessionState, { item_id, index }: HistoryItem): SessionState {
  const openItems = state.openItems.filter((item) => item.item_id !== item_id);
  return { ...state, openItems, items: index + 1 };
}

/** What a snapshot says beside the fold. */
type Beside = Pick<SyncSnapshot, "daemon_epoch" | "cursor" | "history_checkpoint" | "features" | "operation_window">;

export function snapshotOf(state: SessionState, beside: Beside): SyncSnapshot {
  const { session, turn, queue, interrogatives, openItems, items, catalogRevision } = state;
  return {
    version: 1,
    ...beside,
    busy: turn.prompt_id !== undefined,
    attention: interrogatives.length > 0,
    history_total_items: items,
    catalog_revision: catalogRevision,
    session,
    turn,
    actions: actionsOf(state),
    queue: { ...queue, items: [...queue.items] },
    interrogatives: [...interrogatives],
    open_items: [...openItems],
  };
}

/** The state that a snapshot tells of. */
export function stateOf(snapshot: SyncSnapshot): SessionState {
  const { session, turn, queue, interrogatives, open_items: openItems } = snapshot;
  const { history_total_items: items, catalog_revision: catalogRevision } = snapshot;
  return { session, turn, queue, interrogatives, openItems, items, catalogRevision };
}

const YES: ActionAvailability = { available: true };

const no = (reason: string): ActionAvailability => ({ available: false, reason });

/** Which commands would be taken, and what the others would be refused with. */
export function actionsOf({ turn }: SessionState): Actions {
  const isStopping = turn.state === "stopping";
  const isRunning = turn.prompt_id !== undefined;
  // There is no route for these yet.
  const later = no("not_found");
  return {
    prompt: isStopping ? no("shutting_down") : isRunning ? no("turn_in_flight") : YES,
    queue_input: later,
    dequeue_newest: later,
    respond: later,
    cancel: isStopping ? no("shutting_down") : isRunning ? YES : no("turn_not_running"),
    compact: later,
  };
}
