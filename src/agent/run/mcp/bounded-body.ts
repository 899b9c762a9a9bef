/** Limits for what a tool server sends over HTTP: the length of an answer, or of one event of a stream, and the pace of events. */

import { type Clock, sleep } from "../../ports/clock.js";
import type { Fetch } from "./connect-fetch.js";
import { Pace } from "./pace.js";
import { ServerProblem } from "./problem.js";

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
