/**
 * Messages of a conversation, put together one after the other. The first is the user's, user and assistant alternate, every call has its result
 * before the next of them, and no message is empty: some providers refuse anything else, also after turns that failed, were cancelled or
 * were cut off by a crash (P-S55).
 */
import type { AssistantMessage, Call, Image, Message, ToolMessage, UserMessage } from "../model/event.js";

/** The result of a call that has none: its turn ended before it did. */
const NOT_RUN = "The turn ended before this had a result: it may have run in part, and may still run.";

/** In place of a result without a visible character. */
const EMPTY = "(the result is empty)";

/** In place of a prompt without a visible character, and before an answer that no prompt asked for (P-S20). */
const NO_PROMPT = "(no prompt)";

export class Messages {
  readonly #messages: Message[] = [];
  /** Calls of the last answer without a result, by their ids. */
  readonly #waiting = new Set<string>();

  user(text: string, images: readonly Image[]): void {
    this.#settle();
    const last = this.#messages.at(-1);
    const message: UserMessage = { role: "user", text, ...imagesOf(images) };
    if (last?.role === "user") this.#replace(joinedUser(last, message));
    else this.#messages.push(message);
  }

  /** `goesOn`: the text before it was cut, and this is its continuation. */
  assistant(text: string, goesOn: boolean): void {
    this.#settle();
    const last = this.#messages.at(-1);
    if (text.trim() === "" && !(goesOn && last?.role === "assistant")) return;
    if (last?.role === "assistant") this.#replace({ ...last, text: joinedText(last.text, text, goesOn) });
    else this.#messages.push({ role: "assistant", text });
  }

  /** Belongs to the answer before it, unless that has results already. */
  call(call: Call): void {
    // Two calls of one id could not be told apart.
    if (this.#waiting.has(call.id)) return;
    const last = this.#messages.at(-1);
    if (last?.role === "assistant") this.#replace({ ...last, calls: [...(last.calls ?? []), call] });
    else this.#messages.push(this.#begun(call));
    this.#waiting.add(call.id);
  }

  /** A result without a call is left out. */
  result(callId: string, text: string, images: readonly Image[]): void {
    if (!this.#waiting.delete(callId)) return;
    const said = text.trim() === "" && images.length === 0 ? EMPTY : text;
    this.#messages.push({ role: "tool", callId, text: said, ...imagesOf(images) } satisfies ToolMessage);
  }

  end(): readonly Message[] {
    this.#settle();
    const isAsked = this.#messages[0]?.role === "user";
    const messages = isAsked ? this.#messages : [{ role: "user", text: "" } as const, ...this.#messages];
    return messages.map((message) => (isBlankPrompt(message) ? { ...message, text: NO_PROMPT } : message));
  }

  #begun(call: Call): AssistantMessage {
    this.#settle();
    return { role: "assistant", text: "", calls: [call] };
  }

  #replace(message: Message): void {
    this.#messages.splice(-1, 1, message);
  }

  #settle(): void {
    for (const callId of this.#waiting) this.#messages.push({ role: "tool", callId, text: NOT_RUN });
    this.#waiting.clear();
  }
}

function isBlankPrompt({ role, text, ...more }: Message): boolean {
  return role === "user" && text.trim() === "" && !("images" in more);
}

function joinedUser(first: UserMessage, second: UserMessage): UserMessage {
  const images = [...(first.images ?? []), ...(second.images ?? [])];
  return { role: "user", text: joinedText(first.text, second.text, false), ...imagesOf(images) };
}

function joinedText(first: string, second: string, goesOn: boolean): string {
  return first + (goesOn || first === "" || second === "" ? "" : "\n\n") + second;
}

function imagesOf(images: readonly Image[]): { readonly images?: readonly Image[] } {
  return images.length === 0 ? {} : { images };
}
