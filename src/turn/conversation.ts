/** What has been said in a session, as a model needs it: after a restart it is read from the disk like before. */
import type { HistoryItem } from "../generated/protocol/types.js";
import type { Conversation, Message } from "../model/event.js";
import type { SessionStore } from "../store/session.js";

/** Items that are read at once. */
const AT_ONCE = 64;

const ROLES: Partial<Readonly<Record<HistoryItem["kind"], Message["role"]>>> = {
  user_message: "user",
  assistant_message: "assistant",
};

/** Rejects with a `FileError`, or with `history_corrupt`. */
export async function conversationOf(store: SessionStore): Promise<Conversation> {
  const messages: Message[] = [];
  for (let from = 0; from < store.totalItems; from += AT_ONCE) {
    for (const item of await store.items(from, from + AT_ONCE)) {
      const role = ROLES[item.kind];
      const text = role === undefined ? "" : await textOf(item, store);
      if (role !== undefined && text !== "") messages.push({ role, text });
    }
  }
  return { messages };
}

async function textOf({ text = "", elided }: HistoryItem, store: SessionStore): Promise<string> {
  if (elided?.artifact_id === undefined) return text;
  return new TextDecoder().decode(await store.artifact(elided.artifact_id));
}
