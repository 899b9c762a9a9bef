/** The protocols that `agent` asks models by. The daemon's own table is to the right of this room: a test holds the two together. */
export const ASKED_PROTOCOLS: ReadonlySet<string> = new Set(["beta_chat_completions", "test"]);
