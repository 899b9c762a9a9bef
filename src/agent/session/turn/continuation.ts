/** An answer that breaks off: its text is an item, and the model continues it (P-S102). */
import type { Message } from "../model/event.js";

/** Of role user, as some providers refuse a conversation that ends with an answer. It is in the request alone. */
const CONTINUE: Message = { role: "user", text: "Continue from where you stopped." };

/** The messages of a request that continues the last text, if they end with one. */
export function continued(messages: readonly Message[]): readonly Message[] {
  return messages.at(-1)?.role === "assistant" ? [...messages, CONTINUE] : messages;
}
