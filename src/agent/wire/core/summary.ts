/** The texts of summaries and rows within their limits (P-S10, P-S117): both are made of them, and have at most 16 KiB. */
import { limits } from "../../../generated/protocol/tables.js";
import type {
  ContextSize,
  Interrogative,
  LastTurn,
  SyncSummary,
  TurnError,
  TurnRetry,
  WaitingQuestion,
} from "../../../generated/protocol/types.js";
import { shortened } from "./text-size.js";

/** A title, or the name of a model or a facet. */
export function boundedText(text: string | null): string | null {
  return text === null ? null : shortened(text, limits.summaryTextBytes);
}

/** Fields of later versions are left out: they have no limit. */
export function boundedTurn({ prompt_id, outcome, error }: LastTurn): LastTurn {
  return { prompt_id, outcome, ...(error === undefined ? {} : { error: boundedError(error) }) };
}

function boundedError({ code, message, status, provider, retry_after_seconds, key }: TurnError): TurnError {
  const named = (text: string): string => shortened(text, limits.summaryNameBytes);
  return {
    ...{ code: named(code), message: shortened(message, limits.summaryMessageBytes) },
    ...(status === undefined ? {} : { status }),
    ...(provider === undefined ? {} : { provider: named(provider) }),
    ...(retry_after_seconds === undefined ? {} : { retry_after_seconds }),
    ...(key === undefined ? {} : { key: named(key) }),
  };
}

export function boundedContext({ used, window, threshold }: ContextSize): ContextSize {
  return { used, window, ...(threshold === undefined ? {} : { threshold }) };
}

export function boundedQuestion({ kind, text }: WaitingQuestion): WaitingQuestion {
  return { kind: shortened(kind, limits.summaryNameBytes), text: beginning(text) };
}

function beginning(text: string): string {
  // A character has two units at most.
  const characters = [...text.slice(0, 2 * limits.summaryQuestionCharacters + 2)];
  const isWhole = characters.length <= limits.summaryQuestionCharacters;
  const shown = isWhole ? text : `${characters.slice(0, limits.summaryQuestionCharacters - 1).join("")}…`;
  return shortened(shown, limits.summaryMessageBytes);
}

/** The question that has waited longest; nothing while none waits. */
export function waitingIn(
  interrogatives: readonly Interrogative[],
): Partial<Pick<SyncSummary, "question" | "waiting_since">> {
  const [oldest] = interrogatives;
  if (oldest === undefined) return {};
  const { asked_at } = oldest;
  return { question: boundedQuestion(oldest), ...(asked_at === undefined ? {} : { waiting_since: asked_at }) };
}

/** Fields of later versions are left out. */
export function retryIn(retry: TurnRetry | undefined): { readonly retry?: TurnRetry } {
  if (retry === undefined) return {};
  const { until, attempt, of, why } = retry;
  return { retry: { until, attempt, of, why: shortened(why, limits.summaryMessageBytes) } };
}
