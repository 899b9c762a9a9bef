/** Where a conversation may be cut, so that its older part is told by a summary (P-S103): calls and their results stay together. */
import type { Message } from "../model/event.js";

/** The first messages that stay whole, the best first: of the last two turns, of the last one, of each round of tools in it. */
export function cutsOf(messages: readonly Message[]): readonly number[] {
  const turns = messages.flatMap(({ role }, at) => (at > 0 && role === "user" ? [at] : []));
  const last = turns.at(-1) ?? 0;
  const rounds = messages.flatMap(({ role }, at) =>
    at > last && role === "assistant" && messages[at - 1]?.role === "tool" ? [at] : [],
  );
  return [...turns.slice(-2), ...rounds];
}
