/** The answer to one request. An answer that no daemon gives is refused (P-S7, P-S68). */
import { isProtocolError } from "../../../generated/protocol/answers.js";
import { dropBody, type FetchResponse, piecesOf } from "../../ports/fetch.js";
import { mediaTypes } from "../protocol/headers.js";
import { DaemonError, Unreachable } from "./errors.js";

/** Most bytes of a whole answer: that of an attachment's part in base64, and more. */
const ANSWER_LIMIT = 16 * 1024 * 1024;

/** The pieces of a body, with failures as those of the client. */
export async function* piecesIn(
  { body }: FetchResponse,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* piecesOf(body);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw unreachable(error);
  }
}

/** Undefined for a body that is no JSON. `heard` is called for each piece of it. */
export async function jsonOf(
  response: FetchResponse,
  signal: AbortSignal | undefined,
  heard: () => void = () => {},
): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const piece of piecesIn(response, signal)) {
    heard();
    length += piece.length;
    if (length > ANSWER_LIMIT) throw unreadable(response.status);
    text += decoder.decode(piece, { stream: true });
  }
  return parsed(text + decoder.decode());
}

export async function refusalOf(response: FetchResponse, signal: AbortSignal): Promise<DaemonError> {
  const { status } = response;
  if (typeOf(response) !== mediaTypes.json) {
    await dropBody(response.body);
    return unreadable(status);
  }
  const body = await jsonOf(response, signal);
  if (!isProtocolError(body)) return unreadable(status);
  const { code, message: says, retry_after_seconds: retryAfterSeconds, request_id: requestId, details } = body;
  return new DaemonError({ code, status, message: says, retryAfterSeconds, requestId, details });
}

export function typeOf({ headers }: FetchResponse): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

export function unreadable(status: number): DaemonError {
  return new DaemonError({ code: "unreadable_answer", status, message: "no daemon answers at this address" });
}

/** `undefined` for a text that is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` tells why in the cause of its error. */
export function unreachable(error: unknown): Unreachable {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = [cause, error].map((one) => (one as { readonly code?: unknown } | undefined)?.code).find((one) => one);
  return new Unreachable(typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "UNKNOWN");
}
