/** The protocols that `agent` speaks. This room cannot import the daemon's own table, so a test compares the two. */
export const AGENT_PROTOCOLS: ReadonlySet<string> = new Set(["beta_chat_completions", "test"]);
