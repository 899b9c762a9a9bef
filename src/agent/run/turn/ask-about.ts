/**
 * Asks a model about the history. A request with images that is refused is sent again without them, so that no image ruins a session: first
 * without those of results, then without those of prompts (P-S65).
 */
import { FileError } from "../../ports/files.js";
import { type AskOptions, ask } from "../model/ask.js";
import type { Conversation, ModelEvent } from "../model/event.js";
import { ModelFailure } from "../model/failure.js";
import type { ModelTarget } from "../model/target.js";
import { SessionError } from "../store/failure.js";
import type { SessionStore } from "../store/session.js";
import { conversationOf } from "./conversation.js";
import type { RefusedImages } from "./refused-images.js";

export interface AskAboutParts {
  readonly store: SessionStore;
  readonly target: ModelTarget;
  readonly refusedImages: RefusedImages;
  /** Called before the first event of an answer to a request without images that were refused just now. */
  readonly onRefused: (refusal: ModelFailure, images: number) => Promise<void>;
}

/** As `ask`. Rejects with a `ModelFailure` also when the history cannot be read. */
export async function* askAbout(
  { store, target, refusedImages, onRefused }: AskAboutParts,
  conversation: Omit<Conversation, "messages">,
  options: AskOptions,
): AsyncGenerator<ModelEvent, void, undefined> {
  const refused = new Set<string>();
  let refusal: ModelFailure | undefined;
  for (;;) {
    const sight = { sees: target.sees, refused: new Set([...refusedImages.of(target), ...refused]) };
    const { messages, shown } = await read(() => conversationOf(store, sight));
    let hasBegun = false;
    try {
      for await (const event of ask(target, { ...conversation, messages }, options)) {
        // What the model takes without them, it has refused because of them.
        if (!hasBegun && refusal !== undefined) {
          refusedImages.add(target, refused);
          await onRefused(refusal, refused.size);
        }
        hasBegun = true;
        yield event;
      }
      return;
    } catch (error) {
      const images = shown.ofResults.length > 0 ? shown.ofResults : shown.ofPrompts;
      if (hasBegun || images.length === 0 || !isRefusal(error)) throw error;
      refusal ??= error;
      for (const id of images) refused.add(id);
    }
  }
}

/** The statuses by which providers refuse what a request holds. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 413, 415, 422]);

function isRefusal(error: unknown): error is ModelFailure {
  return error instanceof ModelFailure && REFUSALS.has(error.error.status);
}

/** A failure of the disk becomes a `ModelFailure`, as no item is lost by it. */
async function read<Result>(conversation: () => Promise<Result>): Promise<Result> {
  try {
    return await conversation();
  } catch (error) {
    if (error instanceof FileError)
      throw new ModelFailure({ code: "storage_unavailable", message: "the history cannot be read" });
    if (error instanceof SessionError) throw new ModelFailure({ code: error.code, message: "the history is damaged" });
    throw error;
  }
}
