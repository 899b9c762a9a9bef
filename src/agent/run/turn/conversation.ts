/**
 * The history of a session as a conversation for a model, always read from the disk. Roles alternate even after failed and cancelled turns:
 * some providers refuse anything else (P-S55).
 */
import type { HistoryItem } from "../../../generated/protocol/types.js";
import type { Conversation, Message } from "../model/event.js";
import { whole } from "../store/kept.js";
import type { SessionStore } from "../store/session.js";

/** Items of one read. */
const AT_ONCE = 64;

const ROLES: Partial<Readonly<Record<HistoryItem["kind"], Message["role"]>>> = {
  user_message: "user",
  assistant_message: "assistant",
};

/** Rejects with a `FileError`, or with `history_corrupt`. */
export async function conversationOf(store: SessionStore): Promise<Conversation> {
  const messages: Message[] = [];
  let isCut = false;
  for (let from = 0; from < store.totalItems; from += AT_ONCE) {
    for (const item of await store.items(from, from + AT_ONCE)) {
      const role = ROLES[item.kind];
      const text = role === undefined || store.hasFailed(item.index) ? "" : await whole(item, store);
      if (role === undefined || text === "") continue;
      const last = messages.at(-1);
      // A message that follows one that was cut continues it.
      const between = isCut ? "" : "\n\n";
      if (last?.role === role) messages.splice(-1, 1, { role, text: last.text + between + text });
      else messages.push({ role, text });
      isCut = item.partial === true;
    }
  }
  return { messages };
}
