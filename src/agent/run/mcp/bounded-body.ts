/** A limit for what a tool server sends over HTTP: an answer, or one message of a stream of events. */

import type { Fetch } from "./connect-fetch.js";
import { ServerProblem } from "./problem.js";

const LINE_FEED = 10;
const RETURN = 13;

/** `fetch` whose bodies fail with a `ServerProblem` where a message gets longer than `limit` bytes; `onTooLong` is told first. */
export function boundedFetch(fetch: Fetch, limit: number, onTooLong: (problem: ServerProblem) => void): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const count = isStream ? countedByEvent() : counted();
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, stream) {
          if (count(bytes) <= limit) return stream.enqueue(bytes);
          const problem = new ServerProblem("it sends a message that is too long", "final");
          onTooLong(problem);
          stream.error(problem);
        },
      }),
    );
    return new Response(bounded, response);
  };
}

/** The bytes so far. */
function counted(): (bytes: Uint8Array) => number {
  let length = 0;
  return (bytes) => {
    length += bytes.length;
    return length;
  };
}

/** The bytes of the longest event of which a piece holds a part. An empty line ends an event; a line ends as in `text/event-stream`. */
function countedByEvent(): (bytes: Uint8Array) => number {
  let length = 0;
  let isLineEmpty = true;
  let before = 0;
  return (bytes) => {
    let longest = 0;
    for (const byte of bytes) {
      length += 1;
      const isEnd = byte === RETURN || (byte === LINE_FEED && before !== RETURN);
      if (isEnd && isLineEmpty) {
        longest = Math.max(longest, length);
        length = 0;
      }
      if (byte !== LINE_FEED || before !== RETURN) isLineEmpty = isEnd;
      before = byte;
    }
    return Math.max(longest, length);
  };
}
