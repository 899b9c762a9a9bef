/**
 * The history of a session as a conversation for a model, always read from the disk. Roles alternate even after failed and cancelled turns:
 * some providers refuse anything else (P-S55).
 */
import type { HistoryItem } from "../../../generated/protocol/types.js";
import type { Conversation, Image, Message } from "../model/event.js";
import { whole } from "../store/kept.js";
import type { SessionStore } from "../store/session.js";
import { heardOf } from "./heard.js";

/** Items of one read. */
const AT_ONCE = 64;

const ROLES: Partial<Readonly<Record<HistoryItem["kind"], Message["role"]>>> = {
  user_message: "user",
  assistant_message: "assistant",
};

/** `sees`: whether the model takes images. Rejects with a `FileError`, or with `history_corrupt`. */
export async function conversationOf(store: SessionStore, sees: boolean): Promise<Conversation> {
  const messages: Message[] = [];
  let isCut = false;
  for (let from = 0; from < store.totalItems; from += AT_ONCE) {
    for (const item of await store.items(from, from + AT_ONCE)) {
      const role = ROLES[item.kind];
      if (role === undefined || store.hasFailed(item.index)) continue;
      const heard = await heardOf(item.attachments ?? [], store, sees);
      const said = [await whole(item, store), heard.text].filter((text) => text !== "").join("\n\n");
      if (said === "" && heard.images.length === 0) continue;
      const message = { role, text: said, ...imagesOf(heard.images) };
      const last = messages.at(-1);
      if (last?.role === role) messages.splice(-1, 1, joined(last, message, isCut));
      else messages.push(message);
      isCut = item.partial === true;
    }
  }
  return { messages };
}

/** Two messages of one role as one. */
function joined(first: Message, second: Message, isCut: boolean): Message {
  // A message that follows one that was cut continues it.
  const between = isCut || first.text === "" || second.text === "" ? "" : "\n\n";
  return {
    ...first,
    text: first.text + between + second.text,
    ...imagesOf([...(first.images ?? []), ...(second.images ?? [])]),
  };
}

function imagesOf(images: readonly Image[]): Pick<Message, "images"> {
  return images.length === 0 ? {} : { images };
}
