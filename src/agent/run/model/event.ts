/** What goes to a model and what comes back, in no provider's words. */
import type { Finish, Usage } from "../../../generated/protocol/types.js";

export interface Message {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface Conversation {
  /** What the model is told before all else. */
  readonly system?: string;
  readonly messages: readonly Message[];
}

/** One step of an answer. `finish` is there once and last, `usage` at most once and before it. */
export type ModelEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "usage"; readonly usage: Usage }
  | { readonly kind: "finish"; readonly reason: Finish };

/** Reads one answer: bytes in pieces of any size go in, events come out, the same ones however they were cut. */
export interface AnswerReader {
  /** What these bytes say. Where something is wrong with them, what was said before it, and nothing from then on. */
  push(bytes: Uint8Array): readonly ModelEvent[];
  /** Whether nothing more is to be read: the answer is whole, or wrong. */
  readonly isDone: boolean;
  /** Whether the model has said why it stopped: what still comes is about the answer and no part of it. */
  readonly isFinished: boolean;
  /** To be called once, at the end of the bytes, or when the connection broke: the last events. Throws a `BadAnswer`. */
  end(): readonly ModelEvent[];
}

/**
 * Why an answer cannot be used. `foreign`: it is no answer of this dialect. `encoding`: it is not UTF-8. `cut`: it ends early. `too-large`:
 * it is beyond a limit. `refused`: the provider says, in the midst of it, that it failed.
 */
export type BadAnswerKind = "foreign" | "encoding" | "cut" | "too-large" | "refused";

/** Its message holds nothing of the answer. */
export class BadAnswer extends Error {
  override readonly name = "BadAnswer";
  /** `status`: what the provider says that it would have answered with, had it known. `words`: what cannot be used, for the log. */
  constructor(
    readonly kind: BadAnswerKind,
    readonly status?: number,
    readonly words = "",
  ) {
    super(kind);
  }
}
