/** Requests as browsers and Node.js offer them both: the part of `fetch` that a client needs (P-S68). */

export interface FetchRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** An answer that leads elsewhere is not followed: the credential stays with the server that it belongs to. */
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

/** `fetch`, or a function that does the same. It rejects when no answer comes, and with the reason of the signal when that aborts. */
export type FetchLike = (url: string, request: FetchRequest) => Promise<FetchResponse>;

/** The pieces of a body. Leaving the loop ends the connection. */
export async function* piecesOf(body: FetchResponse["body"]): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === null) return;
  if (!isStream(body)) {
    yield* body;
    return;
  }
  // Not every browser iterates over a stream.
  const reader = body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Ends the connection of a body that is not read. */
export async function dropBody(body: FetchResponse["body"]): Promise<void> {
  if (body === null) return;
  if (isStream(body)) await body.cancel().catch(() => {});
  else await body[Symbol.asyncIterator]().return?.();
}

function isStream(body: object): body is ReadableStream<Uint8Array> {
  return "getReader" in body;
}
