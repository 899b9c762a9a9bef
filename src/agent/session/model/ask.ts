/** One request to a model, and its answer as it comes. A failed request is not repeated. */
import { limits } from "../../../generated/protocol/tables.js";
import type { TurnError } from "../../../generated/protocol/types.js";
import { type Hide, hiderOf } from "../../../provider/hide.js";
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import {
  type Connect,
  ConnectError,
  type InboundResponse,
  type OutboundRequest,
} from "../../machine/interfaces/connect.js";
import { Attempt } from "./attempt.js";
import { dialectNamed, type LocalDialect, type RemoteDialect } from "./dialects.js";
import { type AnswerReader, BadAnswer, type Conversation, type ModelEvent } from "./event.js";
import {
  badAnswer,
  isRedirect,
  ModelFailure,
  refusedWith,
  stalled,
  unreachable,
  unreadable,
  unsupported,
} from "./failure.js";
import { refusalIn } from "./refusal.js";
import type { ModelTarget } from "./target.js";
import { codingIn, locationIn, requestIdIn, retryAfterIn, sentenceIn, type Told, wordsIn } from "./told.js";

export interface AskOptions {
  readonly connect: Connect;
  readonly clock: Clock;
  /** Ends the request and the iteration, which rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Hides credentials in the provider's words; those of the request are always hidden. */
  readonly hide?: Hide;
}

/**
 * Asks a model. The last event of a whole answer is `finish`. Without one the iteration rejects: with a `ModelFailure`, or with the signal's
 * reason when it was cancelled. Leaving the iteration ends the request.
 */
export async function* ask(
  target: ModelTarget,
  conversation: Conversation,
  options: AskOptions,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { connect, clock, signal } = options;
  signal.throwIfAborted();
  const dialect = dialectNamed(target.dialect);
  if (dialect === undefined) throw unspoken(target);
  if (dialect.endpoint === undefined) return yield* askHere(dialect, conversation, options);
  const attempt = new Attempt(clock, target.idleTimeout, signal);
  const hide = hider(target, options.hide);
  try {
    attempt.wait();
    const response = await connect({ ...outbound(dialect, target, conversation), signal: attempt.signal });
    attempt.status = response.status;
    attempt.requestId = requestIdIn(response.headers, hide());
    attempt.coding = codingIn(response.headers, hide());
    if (response.status < 200 || response.status > 299) {
      const body = await wordsOf(response.body, attempt);
      signal.throwIfAborted();
      throw refusalOf(target, response, { body, attempt, hide: hide(), now: clock.now() });
    }
    yield* answer(response.body, dialect.reader(), attempt, options);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, target, attempt, hide());
  } finally {
    attempt.close();
  }
}

async function* answer(
  body: AsyncIterable<Uint8Array>,
  reader: AnswerReader,
  attempt: Attempt,
  { clock, signal }: AskOptions,
): AsyncGenerator<ModelEvent, void, undefined> {
  let broken: ConnectError | undefined;
  let end = Number.POSITIVE_INFINITY;
  try {
    for await (const bytes of body) {
      attempt.rest();
      for (const event of reader.push(bytes)) {
        signal.throwIfAborted();
        yield event;
      }
      if (reader.isDone) break;
      // The usage may still come; a provider that never ends its answer is not awaited for longer.
      if (reader.isFinished) end = Math.min(end, clock.monotonic() + limits.providerEnding);
      attempt.wait(end - clock.monotonic());
    }
  } catch (error) {
    if (!(error instanceof ConnectError) || (error.failure === "aborted" && !attempt.isStalled)) throw error;
    broken = error;
  }
  attempt.rest();
  signal.throwIfAborted();
  yield* lastEvents(reader, broken);
}

/** The last events of a reader. An answer that is whole counts even when its connection breaks afterwards. */
function lastEvents(reader: AnswerReader, broken: ConnectError | undefined): readonly ModelEvent[] {
  try {
    return reader.end();
  } catch (error) {
    throw broken ?? error;
  }
}

/** The beginning of the body of a refusal; empty for one that breaks off, as its end could be a part of a credential. */
async function wordsOf(body: AsyncIterable<Uint8Array>, attempt: Attempt): Promise<string> {
  const decoder = new TextDecoder();
  let words = "";
  try {
    attempt.wait(limits.providerEnding);
    for await (const bytes of body) {
      words += decoder.decode(bytes, { stream: true });
      if (words.length > limits.providerWords) break;
    }
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    words = "";
  }
  attempt.rest();
  return words;
}

function told({ requestId }: Attempt, text: string, hide: Hide): Told {
  const words = wordsIn(text, hide);
  return { ...(requestId === undefined ? {} : { requestId }), ...(words === undefined ? {} : { words }) };
}

/** The function that hides the credentials of a target, and more, made at its first use. */
function hider({ address }: ModelTarget, hideMore: Hide = (text) => text): () => Hide {
  let hide: Hide | undefined;
  return () => {
    if (hide !== undefined) return hide;
    const hideOwn = address === undefined ? hideMore : hiderOf(address.reveal());
    hide = (text) => hideMore(hideOwn(text));
    return hide;
  };
}

/** Words between two pauses that let other work run. */
const WORDS_AT_ONCE = 256;

async function* askHere(
  { answer }: LocalDialect,
  conversation: Conversation,
  { clock, signal }: AskOptions,
): AsyncGenerator<ModelEvent, void, undefined> {
  let count = 0;
  for (const event of answer(conversation)) {
    signal.throwIfAborted();
    yield event;
    count += 1;
    if (count % WORDS_AT_ONCE === 0) await sleep(clock, 0, signal);
  }
}

function outbound(
  dialect: RemoteDialect,
  target: ModelTarget,
  conversation: Conversation,
): Omit<OutboundRequest, "signal"> {
  const address = target.address?.reveal();
  if (address === undefined) throw unspoken(target);
  return {
    ...address,
    method: "POST",
    body: new TextEncoder().encode(JSON.stringify(dialect.body(target, conversation))),
    ...(target.certificates === undefined ? {} : { certificates: target.certificates }),
  };
}

function unspoken({ provider }: ModelTarget): ModelFailure {
  return new ModelFailure(
    unsupported(provider, "this daemon does not speak its protocol", ["providers", provider, "protocol"]),
  );
}

interface Refused {
  /** Its beginning, as text. */
  readonly body: string;
  readonly attempt: Attempt;
  readonly hide: Hide;
  readonly now: number;
}

function refusalOf(
  target: ModelTarget,
  { status, headers }: Pick<InboundResponse, "status" | "headers">,
  { body, attempt, hide, now }: Refused,
): ModelFailure {
  // A server may name a coding and not use it.
  const coding = /[\ufffd\0-\x08]/.test(body) ? attempt.coding : undefined;
  const words = coding === undefined ? body : "";
  const refusal = refusalIn(words);
  const wait = retryAfterIn(headers, now);
  const url = target.address?.reveal().url ?? "";
  const sentence = isRedirect(status) ? locationIn(headers, url) : refusal.sentence;
  const refused = refusedWith(target, refusal, status);
  const error = {
    ...refused,
    ...(coding === undefined ? {} : { message: `${refused.message}, ${unreadable(coding)}` }),
    ...(wait === undefined ? {} : { retry_after_seconds: wait }),
    ...said(sentence, hide),
  };
  return new ModelFailure(error, told(attempt, words, hide));
}

/** The provider's sentence in an error. */
function said(sentence: string | undefined, hide: Hide): Pick<TurnError, "provider_message"> {
  const message = sentence === undefined ? undefined : sentenceIn(sentence, hide);
  return message === undefined ? {} : { provider_message: message };
}

function failureOf(error: unknown, target: ModelTarget, attempt: Attempt, hide: Hide): unknown {
  const { provider, idleTimeout } = target;
  if (error instanceof ModelFailure) return error;
  const known = told(attempt, error instanceof BadAnswer ? error.words : "", hide);
  if (attempt.isStalled) return new ModelFailure(stalled(provider, idleTimeout), known);
  if (error instanceof ConnectError) return new ModelFailure(unreachable(provider, error, attempt.status), known);
  if (!(error instanceof BadAnswer)) return error;
  const sentence = error.kind === "refused" ? refusalIn(error.words).sentence : undefined;
  return new ModelFailure(
    { ...badAnswer(target, error, { status: attempt.status ?? 0, coding: attempt.coding }), ...said(sentence, hide) },
    known,
  );
}
