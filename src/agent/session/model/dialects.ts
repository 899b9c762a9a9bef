/** The dialects that this daemon speaks, one entry each: those that the schema marks as spoken. */
import type { spokenProtocols } from "../../../generated/protocols.js";
import { alphaMessagesBody } from "./alpha-messages/request.js";
import { AlphaMessagesReader } from "./alpha-messages/stream.js";
import { betaResponsesBody } from "./beta-responses/request.js";
import { BetaResponsesReader } from "./beta-responses/stream.js";
import { chatCompletionsBody } from "./chat-completions/request.js";
import { ChatCompletionsReader } from "./chat-completions/stream.js";
import type { AnswerReader, Conversation, ModelEvent } from "./event.js";
import { ALPHA_VERSION, type HeaderDefaults } from "./headers.js";
import type { ModelTarget } from "./target.js";
import { type Endpoint, endpoints } from "./url.js";

type Spoken = (typeof spokenProtocols)[number];

/** A dialect that is spoken over HTTP. */
export interface RemoteDialect extends HeaderDefaults {
  readonly name: Spoken;
  readonly endpoint: Endpoint;
  /** The body of a request, to be sent as JSON. */
  readonly body: (target: ModelTarget, conversation: Conversation) => object;
  readonly reader: () => AnswerReader;
}

/** A dialect that the daemon answers itself, without a network. */
export interface LocalDialect {
  readonly name: Spoken;
  readonly endpoint: undefined;
  readonly answer: (conversation: Conversation) => Iterable<ModelEvent>;
}

export type Dialect = RemoteDialect | LocalDialect;

const DIALECTS: Readonly<Record<Spoken, Dialect>> = {
  alpha_messages: {
    name: "alpha_messages",
    endpoint: endpoints.alpha_messages,
    format: "alpha_x_api_key",
    headers: ALPHA_VERSION,
    body: alphaMessagesBody,
    reader: () => new AlphaMessagesReader(),
  },
  beta_chat_completions: {
    name: "beta_chat_completions",
    endpoint: endpoints.beta_chat_completions,
    format: "bearer_token",
    headers: [],
    body: chatCompletionsBody,
    reader: () => new ChatCompletionsReader(),
  },
  beta_responses: {
    name: "beta_responses",
    endpoint: endpoints.beta_responses,
    format: "bearer_token",
    headers: [],
    body: betaResponsesBody,
    reader: () => new BetaResponsesReader(),
  },
  test: { name: "test", endpoint: undefined, answer: repeatBack },
};

const byName = new Map(Object.entries(DIALECTS));

/** Undefined for a name that is no dialect of this daemon, such as one that only a catalog knows. */
export function dialectNamed(name: string): Dialect | undefined {
  return byName.get(name);
}

/** `protocol: test` (P-S30): the last text of the user comes back, word by word, white space included. It needs no network and no credential. */
function* repeatBack({ messages }: Conversation): Iterable<ModelEvent> {
  const text = messages.findLast(({ role }) => role === "user")?.text ?? "";
  for (const [word] of text.matchAll(/\S+\s*|\s+/g)) yield { kind: "text", text: word };
  yield { kind: "finish", reason: "stop" };
}
