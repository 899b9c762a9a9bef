/** `protocol: test` (P-S30): the last text of the user comes back, word by word. It needs no network and no credential. */
import type { Conversation, ModelEvent } from "./event.js";

/** The pieces together are the text, white space included. */
export function* repeatBack({ messages }: Conversation): Iterable<ModelEvent> {
  const text = messages.findLast(({ role }) => role === "user")?.text ?? "";
  for (const [word] of text.matchAll(/\S+\s*|\s+/g)) yield { kind: "text", text: word };
  yield { kind: "finish", reason: "stop" };
}
