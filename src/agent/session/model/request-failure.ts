/** A request that failed, as a `ModelFailure`: its error, the provider's words without our credentials, and the facts about it. */
import type { TurnError } from "../../../generated/protocol/types.js";
import { type Hide, hiderOf } from "../../../provider/hide.js";
import { ConnectError, type InboundResponse } from "../../machine/interfaces/connect.js";
import type { Attempt, Trace } from "./attempt.js";
import { BadAnswer, type Conversation } from "./event.js";
import {
  badAnswer,
  isRedirect,
  ModelFailure,
  refusedWith,
  saysNothing,
  stalled,
  tooLong,
  unreachable,
  unreadable,
} from "./failure.js";
import { isAboutImages, type Refusal, refusalIn } from "./refusal.js";
import { hintIn } from "./retry/hint.js";
import { type FailureFacts, passingIn } from "./retry/step.js";
import type { ModelTarget } from "./target.js";
import { locationIn, sentenceIn, type Told, wordsIn } from "./told.js";

/** A request that was sent. */
interface Sent {
  readonly target: ModelTarget;
  readonly conversation: Conversation;
  readonly attempt: Attempt;
  readonly hide: Hide;
}

function told({ requestId }: Attempt, text: string, hide: Hide): Told {
  const words = wordsIn(text, hide);
  return { ...(requestId === undefined ? {} : { requestId }), ...(words === undefined ? {} : { words }) };
}

/** The function that hides the credentials of a target, and more, made at its first use. */
export function hider({ address }: ModelTarget, hideMore: Hide = (text) => text): () => Hide {
  let hide: Hide | undefined;
  return () => {
    if (hide !== undefined) return hide;
    const hideOwn = address === undefined ? hideMore : hiderOf(address.reveal());
    hide = (text) => hideMore(hideOwn(text));
    return hide;
  };
}

/** The failure of a request with this answer. `body`: its beginning, as text. */
export function refusalOf(
  sent: Sent,
  { status, headers }: Pick<InboundResponse, "status" | "headers">,
  body: string,
  now: number,
): ModelFailure {
  const { target, attempt, hide } = sent;
  // A server may name a coding and not use it.
  const coding = /[\ufffd\0-\x08]/.test(body) ? attempt.coding : undefined;
  const words = coding === undefined ? body : "";
  const refusal = refusalIn(words);
  const hint = hintIn(headers, now, status);
  const url = target.address?.reveal().url ?? "";
  const sentence = isRedirect(status) ? locationIn(headers, url) : refusal.sentence;
  const refused = refusedWith(target, refusal, status);
  const error = {
    ...refused,
    ...(coding === undefined ? {} : { message: `${refused.message}, ${unreadable(coding)}` }),
    ...(hint === undefined ? {} : { retry_after_seconds: Math.ceil(hint / 1000) }),
    ...said(sentence, hide),
  };
  const should = headers
    .find(([name]) => name === "x-should-retry")?.[1]
    .trim()
    .toLowerCase();
  const advice = should === "true" || should === "false" ? should === "true" : undefined;
  const facts = { ...refusedFacts(refusal, sent), hint, should: advice };
  return new ModelFailure(error, told(attempt, words, hide), { facts, trace: traceOf(sent) });
}

/** The provider's sentence in an error. */
function said(sentence: string | undefined, hide: Hide): Pick<TurnError, "provider_message"> {
  const message = sentence === undefined ? undefined : sentenceIn(sentence, hide);
  return message === undefined ? {} : { provider_message: message };
}

const UNHINTED = { says: undefined, isAboutImages: false, hint: undefined, should: undefined };

function refusedFacts({ codes, sentence = "" }: Refusal, { conversation }: Sent): FailureFacts {
  const hasImages = conversation.messages.some((message) => "images" in message);
  return { ...UNHINTED, cause: "refused", says: passingIn(codes), isAboutImages: hasImages && isAboutImages(sentence) };
}

/** A server may repeat anything in the name of a header. */
function traceOf({ attempt: { trace }, hide }: Sent): Trace {
  return { ...trace, headers: trace.headers.map(hide) };
}

/** The failure of a request that ended with this error; an error of another kind stays as it is. */
export function failureOf(error: unknown, sent: Sent): unknown {
  if (error instanceof ModelFailure) return error;
  const { target, attempt, hide } = sent;
  const { provider, idleTimeout, lifetime = 0 } = target;
  const trace = traceOf(sent);
  const known = told(attempt, error instanceof BadAnswer ? error.words : "", hide);
  const failed = (turnError: TurnError, cause: FailureFacts["cause"]): ModelFailure =>
    new ModelFailure(turnError, known, { facts: { ...UNHINTED, cause }, trace });
  switch (attempt.limit?.kind) {
    case "idle":
      return failed(stalled(provider, idleTimeout), "silent");
    case "lifetime":
      return failed(tooLong(provider, lifetime), "too-long");
    case "stall":
      return failed(saysNothing(provider, attempt.limit.quiet), "silent");
  }
  if (error instanceof ConnectError)
    return failed(unreachable(provider, error, attempt.status), error.failure === "certificate" ? "final" : "broken");
  if (!(error instanceof BadAnswer)) return error;
  const bad = badAnswer(target, error, { status: attempt.status ?? 0, coding: attempt.coding });
  if (error.kind !== "refused") return failed(bad, error.kind === "cut" ? "broken" : "final");
  const refusal = refusalIn(error.words);
  const facts = refusedFacts(refusal, sent);
  return new ModelFailure({ ...bad, ...said(refusal.sentence, hide) }, known, { facts, trace });
}
