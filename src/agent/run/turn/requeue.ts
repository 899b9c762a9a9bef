/** The inputs that an earlier epoch has left in the queue (P-S25). */
import { utf8Bytes } from "../../wire/core/text-size.js";
import { whole } from "../store/kept.js";
import type { SessionStore } from "../store/session.js";
import { InputQueue } from "./queue.js";
import type { QueuedPrompt } from "./turns.js";

/** The queue at the beginning of an epoch. Rejects with a `FileError`, or with `history_corrupt`. */
export async function recoveredQueue(store: SessionStore): Promise<InputQueue<QueuedPrompt>> {
  const { inputs, queueRevision } = store.recovered;
  const queue = new InputQueue<QueuedPrompt>(queueRevision);
  for (const { input, model, facet } of inputs) {
    const { prompt_id, generation, attachments = [], text } = input;
    const content = text === undefined ? undefined : await whole(input, store);
    const prompt = {
      ...{ prompt_id, generation, attachments },
      ...(content === undefined ? {} : { content }),
      ...(model === null ? {} : { model }),
      ...(facet === undefined ? {} : { facet }),
    };
    const bytes = attachments.reduce(
      (sum, attachment) => sum + ("total_length" in attachment ? attachment.total_length : 0),
      utf8Bytes(content ?? ""),
    );
    queue.add({ prompt_id, kept: Promise.resolve(prompt) }, bytes);
  }
  return queue;
}
