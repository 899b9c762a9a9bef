/** The report about a failed request to a provider (P-S32): facts that help its support, and no contents, credentials or words of either side. */
import type { FailedModelRequest } from "../turn/session.js";

/** Headers of an answer that are named, and characters of each name. */
const MOST_HEADERS = 100;
const LONGEST_NAME = 100;

/** `hide` removes credentials. */
export function autopsyOf(
  { promptId, target, failure, attempt, wait }: FailedModelRequest,
  at: Date,
  hide: (text: string) => string,
): object {
  const { error, told, request } = failure;
  const { status, headers = [], milliseconds, bytes } = request?.trace ?? {};
  return {
    version: 1,
    at: at.toISOString(),
    prompt_id: promptId,
    provider: target.provider,
    model: target.model,
    protocol: target.dialect,
    url: target.address === undefined ? null : hide(withoutQuery(target.address.reveal().url)),
    attempt,
    next_attempt_in_ms: wait ?? null,
    code: error.code,
    message: hide(error.message),
    status: status ?? null,
    cause: request?.facts.cause ?? null,
    asked_to_wait_ms: request?.facts.hint ?? null,
    request_id: told.requestId === undefined ? null : hide(told.requestId),
    header_names: headers.slice(0, MOST_HEADERS).map((name) => hide(name.slice(0, LONGEST_NAME))),
    milliseconds: milliseconds ?? null,
    answer_bytes: bytes ?? null,
  };
}

/** Also without user and password. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
