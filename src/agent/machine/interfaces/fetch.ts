/** Requests in the form that browsers and Node.js share: the part of `fetch` that a client needs (P-S68). */

export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Redirects are not followed: the credential stays with its server. */
  readonly redirect: "manual";
  readonly cache: "no-store";
  readonly credentials: "omit";
}

export interface FetchResponse {
  /** 0 for a redirect that a browser has not followed. */
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
}

/** `fetch`, or an equivalent function. It rejects without an answer, and with the reason of the signal after an abort. */
export type FetchLike = (url: string, request: FetchRequest) => Promise<FetchResponse>;

/** The chunks of a body. Leaving the loop ends the connection. */
export async function* piecesOf(body: FetchResponse["body"]): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  if (!isStream(body)) {
    yield* body;
    return;
  }
  // Some browsers do not iterate over a stream.
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Ends the connection of an unread body. */
export async function dropBody(body: FetchResponse["body"]): Promise<void> {
  if (body === null) return;
  if (isStream(body)) await body.cancel().catch(() => {});
  else await body[Symbol.asyncIterator]().return?.();
}

function isStream(body: object): body is ReadableStream<Uint8Array> {
  return "getReader" in body;
}
