/** The answer to one request. Rejects an answer that no server of the protocol gives (P-S7, P-S68). */
import { isProtocolError } from "../../../generated/protocol/answers.js";
import { dropBody, type FetchResponse, piecesOf } from "../../machine/interfaces/fetch.js";
import { mediaTypes } from "../protocol/headers.js";
import { BLOCKED, DaemonError, type Server, Unreachable } from "./errors.js";

/** The most bytes of a whole answer: an attachment's part in base64, and some more. */
export const ANSWER_LIMIT = 16 * 1024 * 1024;

/** The chunks of a body; read errors are thrown as `ClientError`. */
export async function* piecesIn(
  { body }: FetchResponse,
  server: Server,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* piecesOf(body);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw unreachable(error, server);
  }
}

interface Reading {
  readonly signal: AbortSignal | undefined;
  /** Bytes. */
  readonly most?: number;
  /** Called for each chunk. */
  readonly onChunk?: () => void;
}

/** Undefined for a body that is not JSON. */
export async function jsonOf(
  response: FetchResponse,
  server: Server,
  { signal, most = ANSWER_LIMIT, onChunk }: Reading,
): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const piece of piecesIn(response, server, signal)) {
    onChunk?.();
    length += piece.length;
    if (length > most) throw unreadable(response.status, server);
    text += decoder.decode(piece, { stream: true });
  }
  return parsed(text + decoder.decode());
}

export async function refusalOf(response: FetchResponse, server: Server, signal: AbortSignal): Promise<DaemonError> {
  const { status } = response;
  if (typeOf(response) !== mediaTypes.json) {
    await dropBody(response.body);
    return unreadable(status, server);
  }
  const body = await jsonOf(response, server, { signal });
  if (!isProtocolError(body)) return unreadable(status, server);
  const { code, message: says, retry_after_seconds: retryAfterSeconds, request_id: requestId, details } = body;
  return new DaemonError({ code, status, message: says, retryAfterSeconds, requestId, details });
}

export function typeOf({ headers }: FetchResponse): string | undefined {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
}

export function unreadable(status: number, server: Server): DaemonError {
  return new DaemonError({ code: "unreadable_answer", status, message: `no ${server} answers at this address` });
}

/** `undefined` for a text that is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` gives the reason in the cause of its error. */
export function unreachable(error: unknown, server: Server): Unreachable {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message === "bad port") return new Unreachable(BLOCKED, server);
  const code = [cause, error].map((one) => (one as { readonly code?: unknown } | undefined)?.code).find((one) => one);
  return new Unreachable(typeof code === "string" && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : "UNKNOWN", server);
}
