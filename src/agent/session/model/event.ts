/** Conversations and answers of models, independent of the dialect. */
import type { Finish, Usage } from "../../../generated/protocol/types.js";
import type { ToolDefinition } from "../tools/tool.js";

export type Message = UserMessage | AssistantMessage | ToolMessage;

export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  readonly images?: readonly Image[];
}

/** Each of its calls is answered by one of the messages after it, before the next message of another role. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  /** Opaque state that belongs before its text (P-S93). */
  readonly state?: readonly string[];
  /** A text that stands for the opaque state, where that is gone. */
  readonly thought?: string;
  readonly calls?: readonly Call[];
}

/** The result of a call: words, images or both. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly text: string;
  readonly images?: readonly Image[];
}

/** A call of a tool, as a model makes it. */
export interface Call {
  readonly id: string;
  /** The name as the model was offered it, or any other text. */
  readonly name: string;
  /** JSON, or any other text. */
  readonly input: string;
  /** Opaque state that belongs before or to it (P-S93). */
  readonly state?: readonly string[];
}

/** An image in a message. */
export interface Image {
  /** `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}

export interface Conversation {
  /** The system prompt. */
  readonly system?: string;
  readonly messages: readonly Message[];
  /** The tools that the model may call. */
  readonly tools?: readonly OfferedTool[];
  /** The name of the tool that the model has to call now. */
  readonly forced?: string;
  /** The session that it belongs to: requests of one session begin alike, and the provider may use what it keeps of another. */
  readonly session?: string;
}

/** A tool as a provider takes it: its name has at most 64 characters of `[A-Za-z0-9_-]` (P-S82). */
export type OfferedTool = Pick<ToolDefinition, "name" | "description" | "inputSchema" | "strict">;

/** Why the answer of a model ended. `paused`: the provider has interrupted it, and continues it when it gets the same request with the answer so far. */
export type AnswerEnd = Exclude<Finish, "max_tool_turns" | "max_turns"> | "paused";

/**
 * One step of an answer. `state` is opaque (P-S93): a text that its dialect alone understands, to be returned with the text or the call after it, and
 * with the text before it where nothing follows. A call may have state of its own. `finish` comes once and last, `usage` at most once and
 * before it, and the calls before both.
 */
export type ModelEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  | { readonly kind: "state"; readonly state: string }
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "usage"; readonly usage: Usage }
  | { readonly kind: "finish"; readonly reason: AnswerEnd };

/** Reads one answer from bytes in pieces of any size. The events do not depend on the cuts. */
export interface AnswerReader {
  /** The events of these bytes. After a mistake it returns those before it, and none from then on. */
  push(bytes: Uint8Array): readonly ModelEvent[];
  /** Number of messages that told something: of the answer, or about it. Those that only keep a connection alive are none. */
  readonly told: number;
  /** Whether reading can end: the answer is whole, or wrong. */
  readonly isDone: boolean;
  /** Whether the reason of its end has come: only facts about the answer may follow, such as its usage. */
  readonly isFinished: boolean;
  /** The last events. To be called once, after the last byte or when the connection broke. Throws a `BadAnswer`. */
  end(): readonly ModelEvent[];
}

/**
 * Why an answer cannot be used. `foreign`: it is no answer of this dialect. `encoding`: it is not UTF-8. `cut`: it ends early. `too-large`:
 * it exceeds a limit. `refused`: it holds an error of the provider. `overflow`: the conversation does not fit into the model's window.
 */
export type BadAnswerKind = "foreign" | "encoding" | "cut" | "too-large" | "refused" | "overflow";

/** Its message holds nothing of the answer. */
export class BadAnswer extends Error {
  override readonly name = "BadAnswer";
  readonly kind: BadAnswerKind;
  readonly status: number | undefined;
  readonly words: string;

  /** `status`: the status that the error of the provider names. `words`: the text that cannot be used. */
  constructor(kind: BadAnswerKind, status?: number, words = "") {
    super(kind);
    this.kind = kind;
    this.status = status;
    this.words = words;
  }
}
