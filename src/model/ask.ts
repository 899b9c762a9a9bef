/** One request to a model, and its answer as it comes. Nothing is tried twice. */
import { type Clock, sleep } from "../ports/clock.js";
import { type Connect, ConnectError, type OutboundRequest } from "../ports/connect.js";
import { Attempt } from "./attempt.js";
import { dialectNamed, type LocalDialect, type RemoteDialect } from "./dialects.js";
import { type AnswerReader, BadAnswer, type Conversation, type ModelEvent } from "./event.js";
import { badAnswer, ModelFailure, refusedWith, stalled, unreachable, unsupported } from "./failure.js";
import type { ModelTarget } from "./target.js";

export interface AskOptions {
  readonly connect: Connect;
  readonly clock: Clock;
  /** Ends the request and the iteration, which rejects with the signal's reason. */
  readonly signal: AbortSignal;
}

/**
 * Asks a model. The last event of a whole answer is `finish`; where there is none, the iteration rejects: with a `ModelFailure`, or with
 * the signal's reason when it was cancelled. Leaving the iteration ends the request.
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
  try {
    attempt.wait();
    const response = await connect({ ...outbound(dialect, target, conversation), signal: attempt.signal });
    attempt.status = response.status;
    if (response.status < 200 || response.status > 299)
      throw new ModelFailure(refusedWith(target.provider, response.status));
    yield* answer(response.body, dialect.reader(), attempt, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, target, attempt);
  } finally {
    attempt.close();
  }
}

async function* answer(
  body: AsyncIterable<Uint8Array>,
  reader: AnswerReader,
  attempt: Attempt,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  let broken: ConnectError | undefined;
  try {
    for await (const bytes of body) {
      attempt.rest();
      for (const event of reader.push(bytes)) {
        signal.throwIfAborted();
        yield event;
      }
      if (reader.isDone) break;
      attempt.wait();
    }
  } catch (error) {
    if (!(error instanceof ConnectError) || (error.failure === "aborted" && !attempt.isStalled)) throw error;
    broken = error;
  }
  attempt.rest();
  signal.throwIfAborted();
  yield* lastEvents(reader, broken);
}

/** A connection that breaks, or is silent, after everything was said has done no harm. */
function lastEvents(reader: AnswerReader, broken: ConnectError | undefined): readonly ModelEvent[] {
  try {
    return reader.end();
  } catch (error) {
    throw broken ?? error;
  }
}

/** Words between two looks at what else there is to do. */
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

function failureOf(error: unknown, { provider, idleTimeout }: ModelTarget, attempt: Attempt): unknown {
  if (attempt.isStalled) return new ModelFailure(stalled(provider, idleTimeout));
  if (error instanceof ConnectError) return new ModelFailure(unreachable(provider, error, attempt.status));
  if (error instanceof BadAnswer) return new ModelFailure(badAnswer(provider, error, attempt.status ?? 0));
  return error;
}
