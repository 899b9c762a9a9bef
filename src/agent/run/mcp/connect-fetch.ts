/** `fetch` over the port for connections, for the client package of MCP. It follows no redirect, and reads no variable of the environment. */
import type { Connect } from "../../ports/connect.js";

/** The part of `fetch` that the package uses. It rejects with a `TypeError`, whose cause is a `ConnectError` when no answer came. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface FetchParts {
  readonly connect: Connect;
  /** Certificates that are trusted beside the usual ones, as PEM. */
  readonly certificates?: string | undefined;
  /** Ends every request and its answer. */
  readonly signal: AbortSignal;
}

/** Statuses whose answers have no body; `Response` takes none for them. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

export function connectFetch({ connect, certificates, signal }: FetchParts): Fetch {
  return async (url, { signal: own, ...init } = {}) => {
    const end = new AbortController();
    try {
      const request = new Request(url, init);
      const body = init.body == null ? undefined : new Uint8Array(await request.arrayBuffer());
      const response = await connect({
        ...{ url: request.url, method: request.method, headers: [...request.headers] },
        ...(body === undefined ? {} : { body }),
        ...(certificates === undefined ? {} : { certificates }),
        signal: AbortSignal.any([signal, end.signal, ...(own == null ? [] : [own])]),
      });
      const head = {
        status: response.status,
        headers: response.headers.map(([name, value]): [string, string] => [name, value]),
      };
      if (!WITHOUT_BODY.has(response.status)) return new Response(streamOf(response.body, end), head);
      end.abort();
      return new Response(null, head);
    } catch (error) {
      end.abort();
      throw error instanceof TypeError ? error : new TypeError("the request failed", { cause: error });
    }
  };
}

/** The pieces of a body, each read when it is wanted. A reader that cancels ends the connection. */
function streamOf(body: AsyncIterable<Uint8Array>, end: AbortController): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const piece = await pieces.next();
        if (piece.done === true) stream.close();
        else stream.enqueue(piece.value);
      },
      cancel: () => end.abort(),
    },
    { highWaterMark: 0 },
  );
}
