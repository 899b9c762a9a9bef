/** One request to a model, and its answer as it comes. A failed request is not repeated. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Hide } from "../../../provider/hide.js";
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import { type Connect, ConnectError, type OutboundRequest } from "../../machine/interfaces/connect.js";
import { Attempt } from "./attempt.js";
import { dialectNamed, type LocalDialect, type RemoteDialect } from "./dialects.js";
import type { AnswerReader, Conversation, ModelEvent } from "./event.js";
import { ModelFailure, unsupported } from "./failure.js";
import { failureOf, hider, refusalOf } from "./request-failure.js";
import type { ModelTarget } from "./target.js";
import { codingIn, requestIdIn } from "./told.js";
import type { RequestWatch, WatchedRequest } from "./watchdog.js";

export interface AskOptions {
  readonly connect: Connect;
  readonly clock: Clock;
  /** Ends the request and the iteration, which rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Hides credentials in the provider's words; those of the request are always hidden. */
  readonly hide?: Hide;
  /** Looks at the request, and may end it for saying nothing. */
  readonly watch?: RequestWatch;
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
  const attempt = new Attempt(clock, { idle: target.idleTimeout, lifetime: target.lifetime }, signal);
  const hide = hider(target, options.hide);
  const watched = options.watch?.begins((quiet) => attempt.stall(quiet));
  try {
    attempt.wait();
    const response = await connect({ ...outbound(dialect, target, conversation), signal: attempt.signal });
    attempt.answers(response.status, response.headers);
    attempt.requestId = requestIdIn(response.headers, hide());
    attempt.coding = codingIn(response.headers, hide());
    if (response.status < 200 || response.status > 299) {
      const body = await wordsOf(response.body, attempt);
      signal.throwIfAborted();
      throw refusalOf({ target, conversation, attempt, hide: hide() }, response, body, clock.now());
    }
    yield* answer(response.body, dialect.reader(), { attempt, watched }, options);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, { target, conversation, attempt, hide: hide() });
  } finally {
    watched?.ends();
    attempt.close();
  }
}

interface Request {
  readonly attempt: Attempt;
  readonly watched: WatchedRequest | undefined;
}

async function* answer(
  body: AsyncIterable<Uint8Array>,
  reader: AnswerReader,
  { attempt, watched }: Request,
  { clock, signal }: AskOptions,
): AsyncGenerator<ModelEvent, void, undefined> {
  let broken: ConnectError | undefined;
  let end = Number.POSITIVE_INFINITY;
  try {
    for await (const bytes of body) {
      attempt.rest();
      attempt.takes(bytes);
      const before = reader.told;
      const events = reader.push(bytes);
      if (reader.told > before) watched?.says();
      for (const event of events) {
        signal.throwIfAborted();
        yield event;
      }
      if (reader.isDone) break;
      // The usage may still come; a provider that never ends its answer is not awaited for longer.
      if (reader.isFinished) end = Math.min(end, clock.monotonic() + limits.providerEnding);
      attempt.wait(end - clock.monotonic());
    }
  } catch (error) {
    if (!(error instanceof ConnectError) || (error.failure === "aborted" && attempt.limit === undefined)) throw error;
    broken = error;
  }
  attempt.rest();
  signal.throwIfAborted();
  const events = lastEvents(reader, broken);
  attempt.isWhole = true;
  yield* events;
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
      attempt.takes(bytes);
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
    keepsConnection: true,
    body: new TextEncoder().encode(JSON.stringify(dialect.body(target, conversation))),
    ...(target.certificates === undefined ? {} : { certificates: target.certificates }),
  };
}

function unspoken({ provider }: ModelTarget): ModelFailure {
  return new ModelFailure(
    unsupported(provider, "this daemon does not speak its protocol", ["providers", provider, "protocol"]),
  );
}
