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

/** The reasoning of a model before a part of its answer (P-S93): opaque state, or a text that stands for it. */
export interface Reasoning {
  readonly state?: readonly string[];
  readonly thought?: string;
}

/** A message, and the index of the item that it begins with. */
interface Placed {
  readonly message: Message;
  readonly item: number;
}

export class Messages {
  readonly #placed: Placed[] = [];
  /** The index of the item that is taken now. */
  #item = 0;
  /** The reasoning of a blank text, for the calls of its answer. */
  #held: Reasoning = {};
  /** Calls of the last answer without a result, by their ids. */
  readonly #waiting = new Set<string>();

  /** What follows comes from the item of this index. */
  at(item: number): void {
    this.#item = item;
  }

  user(text: string, images: readonly Image[]): void {
    this.#settle();
    const last = this.#last;
    const message: UserMessage = { role: "user", text, ...imagesOf(images) };
    if (last?.role === "user") this.#replace(joinedUser(last, message));
    else this.#add(message);
  }

  /** `goesOn`: the text before it was cut, and this is its continuation. */
  assistant(text: string, goesOn: boolean, reasoning: Reasoning): void {
    this.#settle();
    const last = this.#last;
    if (text.trim() === "" && !(goesOn && last?.role === "assistant")) this.#held = reasoning;
    else if (last?.role !== "assistant") this.#add({ role: "assistant", text, ...reasoning });
    else this.#replace({ ...last, text: joinedText(last.text, text, goesOn), ...joinedReasoning(last, reasoning) });
  }

  /** Belongs to the answer before it, unless that has results already. */
  call(made: Call, reasoning: Reasoning): void {
    // Two calls of one id could not be told apart.
    if (this.#waiting.has(made.id)) return;
    const { state, thought } = joinedReasoning(this.#held, reasoning);
    this.#held = {};
    const call = state === undefined ? made : { ...made, state };
    const last = this.#last;
    const before = last?.role === "assistant" ? last : this.#begun();
    this.#replace({
      ...before,
      calls: [...(before.calls ?? []), call],
      ...joinedReasoning(before, thought === undefined ? {} : { thought }),
    });
    this.#waiting.add(call.id);
  }

  /** A result without a call is left out. */
  result(callId: string, text: string, images: readonly Image[]): void {
    if (!this.#waiting.delete(callId)) return;
    const said = text.trim() === "" && images.length === 0 ? EMPTY : text;
    this.#add({ role: "tool", callId, text: said, ...imagesOf(images) } satisfies ToolMessage);
  }

  /** All of them. `memory`: what stands for the time before the first of them (P-S103). */
  end(memory?: string): { readonly messages: readonly Message[]; readonly items: readonly number[] } {
    this.#settle();
    if (memory !== undefined) this.#begin(memory);
    else if (this.#placed[0]?.message.role !== "user") this.#begin("");
    return {
      messages: this.#placed.map(({ message }) => (isBlankPrompt(message) ? { ...message, text: NO_PROMPT } : message)),
      items: this.#placed.map(({ item }) => item),
    };
  }

  get #last(): Message | undefined {
    return this.#placed.at(-1)?.message;
  }

  #add(message: Message): void {
    this.#placed.push({ message, item: this.#item });
  }

  /** The first message is one of the user, with this text before its own. */
  #begin(text: string): void {
    const [first] = this.#placed;
    const message = { role: "user", text } as const;
    if (first?.message.role !== "user") this.#placed.unshift({ message, item: first?.item ?? this.#item });
    else this.#placed.splice(0, 1, { ...first, message: joinedUser(message, first.message) });
  }

  /** An answer without a text, at the end. */
  #begun(): AssistantMessage {
    this.#settle();
    const message = { role: "assistant", text: "" } as const;
    this.#add(message);
    return message;
  }

  #replace(message: Message): void {
    const item = this.#placed.at(-1)?.item ?? this.#item;
    this.#placed.splice(-1, 1, { message, item });
  }

  #settle(): void {
    for (const callId of this.#waiting) this.#add({ role: "tool", callId, text: NOT_RUN });
    this.#waiting.clear();
    this.#sortResults();
    this.#held = {};
  }

  /** Puts the results at the end into the order of their calls: the history has them in the order in which they came. */
  #sortResults(): void {
    const answer = this.#placed.findLastIndex(({ message }) => message.role !== "tool");
    const order = orderOf(this.#placed[answer]?.message);
    const placeOf = ({ message }: Placed): number => (message.role === "tool" ? (order.get(message.callId) ?? 0) : 0);
    const results = this.#placed.slice(answer + 1);
    this.#placed.splice(answer + 1, results.length, ...results.sort((a, b) => placeOf(a) - placeOf(b)));
  }
}

/** The place of each call in an answer. */
function orderOf(message: Message | undefined): ReadonlyMap<string, number> {
  const calls = message?.role === "assistant" ? (message.calls ?? []) : [];
  return new Map(calls.map(({ id }, at) => [id, at]));
}

function joinedReasoning(first: Reasoning, second: Reasoning): Reasoning {
  const state = [...(first.state ?? []), ...(second.state ?? [])];
  const thought = first.thought === undefined ? second.thought : first.thought + (second.thought ?? "");
  return { ...(state.length === 0 ? {} : { state }), ...(thought === undefined ? {} : { thought }) };
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
