/**
 * The state of a session, as the fold of its records (P-S8). The daemon makes snapshots of it, and a client folds on from a snapshot. Both
 * have the same state: a snapshot holds all of it, and only records change it.
 */
import type {
  Compacted,
  ContextSize,
  InputQueue,
  Interrogative,
  InterrogativeOpened,
  ItemDelta,
  LastTurn,
  OpenItem,
  PermissionMonitor,
  SessionChanged,
  SyncRecordV1,
  TurnFinished,
  TurnState,
} from "../../../generated/protocol/types.js";

export interface SessionState {
  readonly title: string | null;
  /** Model and facet are those of the turn; between turns, those of the next one. `prompt_id` is present during a turn. */
  readonly turn: Readonly<TurnState>;
  /** The last turn that has ended; null before the first. */
  readonly lastTurn: LastTurn | null;
  /** How much of the window the session took at the end of that turn, or after a compaction; null where it is not known. */
  readonly context: ContextSize | null;
  /** Decides whether a tool may run, from the next turn on. */
  readonly permissionMonitor: PermissionMonitor;
  readonly catalogRevision: string;
  /** Items of history that are on disk. */
  readonly historyTotalItems: number;
  readonly queue: { readonly revision: string; readonly items: readonly InputQueue["items"][number][] };
  readonly interrogatives: readonly Interrogative[];
  readonly openItems: readonly OpenItem[];
}

/** The state at the beginning of an epoch, recovered from the log of earlier epochs; model and facet are those of the next turn. */
export type Recovered = Pick<
  SessionState,
  "title" | "lastTurn" | "context" | "permissionMonitor" | "catalogRevision" | "historyTotalItems" | "queue"
> &
  Readonly<Pick<TurnState, "generation" | "model" | "facet">>;

export function firstState({
  title,
  lastTurn,
  context,
  permissionMonitor,
  catalogRevision,
  historyTotalItems,
  queue,
  ...turn
}: Recovered): SessionState {
  return {
    title,
    turn: { state: "idle", ...turn },
    lastTurn,
    context,
    permissionMonitor,
    catalogRevision,
    historyTotalItems,
    queue,
    interrogatives: [],
    openItems: [],
  };
}

/** The state after one more record. A record of an unknown kind changes nothing; a known kind without a case does not compile. */
export function fold(state: SessionState, record: SyncRecordV1): SessionState {
  switch (record.kind) {
    case "turn_started": {
      const { prompt_id, generation, model, facet } = record;
      return { ...state, turn: { state: during(state, "running"), generation, prompt_id, model, facet } };
    }
    case "turn_finished":
      return afterTurn(state, record);
    case "turn_waiting": {
      const { prompt_id, until, attempt, of, why } = record;
      if (prompt_id !== state.turn.prompt_id) return state;
      return { ...state, turn: { ...state.turn, retry: { until, attempt, of, why } } };
    }
    case "compacted":
      return { ...state, context: afterCompaction(state.context, record) };
    case "item_started": {
      const { item_id, item_kind: kind, prompt_id } = record;
      const turn = withoutRetry(state, prompt_id);
      if (state.openItems.some((item) => item.item_id === item_id)) return { ...state, turn };
      return { ...state, turn, openItems: [...state.openItems, { item_id, kind, prompt_id, text: "" }] };
    }
    case "item_delta":
      return { ...state, openItems: state.openItems.map((item) => withDelta(item, record)) };
    case "item_finished": {
      const { item_id, index, prompt_id } = record.item;
      const openItems = state.openItems.filter((item) => item.item_id !== item_id);
      const historyTotalItems = Math.max(state.historyTotalItems, index + 1);
      return { ...state, turn: withoutRetry(state, prompt_id), openItems, historyTotalItems };
    }
    case "input_queued": {
      const { queue_revision: revision, input } = record;
      return { ...state, queue: { revision, items: [...withoutInput(state, input.prompt_id), input] } };
    }
    case "input_dequeued": {
      const { queue_revision: revision, prompt_id } = record;
      return { ...state, queue: { revision, items: withoutInput(state, prompt_id) } };
    }
    case "interrogative_opened":
      return withQuestions(state, [...withoutQuestion(state, record.interrogative.id), askedIn(record)]);
    case "interrogative_resolved":
      return withQuestions(state, withoutQuestion(state, record.id));
    case "session_changed":
      return changed(state, record);
    case "daemon_catalog_changed":
      return { ...state, catalogRevision: record.catalog_revision };
    case "session_stopping":
      return { ...state, turn: { ...state.turn, state: "stopping" } };
    case "operation_updated":
      return state;
    default:
      record satisfies never;
      return state;
  }
}

/** Whether a turn runs; it may continue for a while after the session began to stop. */
export function isBusy({ turn }: SessionState): boolean {
  return turn.prompt_id !== undefined;
}

/** An item of the turn ends its wait for another request. */
function withoutRetry({ turn }: SessionState, promptId: string | undefined): SessionState["turn"] {
  if (turn.retry === undefined || promptId !== turn.prompt_id) return turn;
  const { retry: _, ...rest } = turn;
  return rest;
}

/** A stopping session stays so, whatever its turn does. */
function during({ turn }: SessionState, next: TurnState["state"]): TurnState["state"] {
  return turn.state === "stopping" ? "stopping" : next;
}

/** Without the open items and questions of the turn, which end with it. */
function afterTurn(state: SessionState, { prompt_id, outcome, error, context }: TurnFinished): SessionState {
  const { generation, model, facet } = state.turn;
  return {
    ...state,
    turn: { state: during(state, "idle"), generation, model, facet },
    lastTurn: { prompt_id, outcome, ...(error === undefined ? {} : { error }) },
    context: context ?? state.context,
    interrogatives: [],
    openItems: state.openItems.filter((item) => item.prompt_id !== prompt_id),
  };
}

/** The window is that of the last turn. */
function afterCompaction(context: ContextSize | null, { after }: Compacted): ContextSize | null {
  return context === null ? null : { ...context, used: after };
}

/** Ignores repeated text, and text beyond the end, which would leave a gap. */
function withDelta(item: OpenItem, { item_id, offset, text }: ItemDelta): OpenItem {
  const { length } = item.text;
  if (item.item_id !== item_id || offset > length || offset + text.length <= length) return item;
  return { ...item, text: item.text + text.slice(length - offset) };
}

function withoutInput({ queue }: SessionState, promptId: string): SessionState["queue"]["items"] {
  return queue.items.filter((input) => input.prompt_id !== promptId);
}

function withoutQuestion({ interrogatives }: SessionState, id: string): readonly Interrogative[] {
  return interrogatives.filter((question) => question.id !== id);
}

/** The question, with the moment at which it was asked. */
function askedIn({ interrogative, at }: InterrogativeOpened): Interrogative {
  return { ...interrogative, asked_at: at };
}

function withQuestions(state: SessionState, interrogatives: readonly Interrogative[]): SessionState {
  if (!isBusy(state)) return { ...state, interrogatives };
  const waits = interrogatives.length > 0 ? "awaiting_input" : "running";
  return { ...state, interrogatives, turn: { ...state.turn, state: during(state, waits) } };
}

function changed(state: SessionState, { title, model, facet, permission_monitor }: SessionChanged): SessionState {
  const turn = { ...state.turn };
  if (model !== undefined) turn.model = model;
  if (facet !== undefined) turn.facet = facet;
  return {
    ...{ ...state, turn, title: title === undefined ? state.title : title },
    permissionMonitor: permission_monitor ?? state.permissionMonitor,
  };
}
