/** The dialects that this daemon speaks, one entry each: those that the schema marks as spoken. */
import { REMOTE, type Remote, type RemoteProtocol, type SpokenProtocol } from "../../../provider/spoken.js";
import { alphaMessagesBody } from "./alpha-messages/request.js";
import { AlphaMessagesReader } from "./alpha-messages/stream.js";
import { betaResponsesBody } from "./beta-responses/request.js";
import { BetaResponsesReader } from "./beta-responses/stream.js";
import { chatCompletionsBody } from "./chat-completions/request.js";
import { ChatCompletionsReader } from "./chat-completions/stream.js";
import type { AnswerReader, Conversation, ModelEvent } from "./event.js";
import type { ModelTarget } from "./target.js";

/** A dialect that is spoken over HTTP. */
export interface RemoteDialect extends Remote {
  readonly name: RemoteProtocol;
  /** The body of a request, to be sent as JSON. */
  readonly body: (target: ModelTarget, conversation: Conversation) => object;
  readonly reader: () => AnswerReader;
}

/** A dialect that the daemon answers itself, without a network. */
export interface LocalDialect {
  readonly name: "test";
  readonly endpoint: undefined;
  readonly answer: (conversation: Conversation) => Iterable<ModelEvent>;
}

export type Dialect = RemoteDialect | LocalDialect;

const DIALECTS: Readonly<Record<SpokenProtocol, Dialect>> = {
  alpha_messages: {
    name: "alpha_messages",
    ...REMOTE.alpha_messages,
    body: alphaMessagesBody,
    reader: () => new AlphaMessagesReader(),
  },
  beta_chat_completions: {
    name: "beta_chat_completions",
    ...REMOTE.beta_chat_completions,
    body: chatCompletionsBody,
    reader: () => new ChatCompletionsReader(),
  },
  beta_responses: {
    name: "beta_responses",
    ...REMOTE.beta_responses,
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

export function dialectOf(name: SpokenProtocol): Dialect {
  return DIALECTS[name];
}

/** `protocol: test` (P-S30): the last text of the user comes back, word by word, white space included. It needs no network and no credential. */
function* repeatBack({ messages }: Conversation): Iterable<ModelEvent> {
  const text = messages.findLast(({ role }) => role === "user")?.text ?? "";
  for (const [word] of text.matchAll(/\S+\s*|\s+/g)) yield { kind: "text", text: word };
  yield { kind: "finish", reason: "stop" };
}
