/**
 * `fetch` over the port for connections, for the client package of MCP, and limits for what a tool server sends by it. It follows no redirect,
 * and reads no variable of the environment.
 */
import { type Clock, sleep } from "../../machine/interfaces/clock.js";
import type { Connect } from "../../machine/interfaces/connect.js";
import { Pace } from "./inbox.js";
import { ServerProblem } from "./problem.js";

/** The part of `fetch` that the package uses. It rejects with a `TypeError`, whose cause is a `ConnectError` when no answer came. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Statuses whose answers have no body; `Response` takes none for them. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** `signal` ends every request and its answer; `certificates` are trusted beside the usual ones, as PEM. */
export function connectFetch(connect: Connect, signal: AbortSignal, certificates?: string): Fetch {
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

const LINE_FEED = 10;
const RETURN = 13;

/** `fetch` whose bodies fail with a `ServerProblem` where a message gets longer than `limit` bytes. */
export function boundedFetch(ask: Fetch, limit: number, clock: Clock): Fetch {
  const pace = new Pace(clock);
  return async (url, init) => {
    const response = await ask(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const count = isStream ? countedByEvent() : counted();
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        async transform(bytes, stream) {
          const { longest, events } = count(bytes);
          if (longest > limit) stream.error(new ServerProblem("it sends a message that is too long", "final"));
          else stream.enqueue(bytes);
          pace.heard(events, bytes.length);
          if (pace.wait > 0) await sleep(clock, pace.wait, init?.signal ?? undefined);
        },
      }),
    );
    return new Response(bounded, response);
  };
}

interface Count {
  /** Bytes of the longest message of which a piece holds a part. */
  readonly longest: number;
  /** Messages that end in it. */
  readonly events: number;
}

/** An answer as a whole. */
function counted(): (bytes: Uint8Array) => Count {
  let length = 0;
  return (bytes) => {
    length += bytes.length;
    return { longest: length, events: 0 };
  };
}

/** An empty line ends an event; a line ends as in `text/event-stream`. */
function countedByEvent(): (bytes: Uint8Array) => Count {
  let length = 0;
  let isLineEmpty = true;
  let before = 0;
  return (bytes) => {
    let longest = 0;
    let events = 0;
    for (const byte of bytes) {
      length += 1;
      const isEnd = byte === RETURN || (byte === LINE_FEED && before !== RETURN);
      if (isEnd && isLineEmpty) {
        longest = Math.max(longest, length);
        length = 0;
        events += 1;
      }
      if (byte !== LINE_FEED || before !== RETURN) isLineEmpty = isEnd;
      before = byte;
    }
    return { longest: Math.max(longest, length), events };
  };
}
