/** What a daemon says of a session where nothing has happened. */
const token = "AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const no = (reason) => ({ available: false, reason });
export const SNAPSHOT = {
  ...{ version: 1, daemon_epoch: "0123456789abcdef0123456789abcdef", cursor: token, busy: false, attention: false },
  ...{ history_checkpoint: token, history_total_items: 0, catalog_revision: "0" },
  features: ["session.sync.v1", "session.history.v1"],
  session: { session_id: "bench", title: null, created_at: "2026-11-23T08:45:12.000Z" },
  turn: { state: "idle", generation: 0 },
  actions: {
    ...{ prompt: { available: true }, queue_input: no("not_found"), dequeue_newest: no("not_found") },
    ...{ respond: no("not_found"), cancel: no("turn_not_running"), compact: no("not_found") },
  },
  ...{ queue: { revision: "0", items: [] }, interrogatives: [], open_items: [], operation_window: null },
};
