/** One attempt to pass a request to a daemon: both bodies as they come, each as fast as its reader takes it, and an end on one side ends the other (P-S49). */
import { limits } from "../../../generated/protocol/tables.js";
import { BODY_PROBLEMS } from "../../http/answer.js";
import type { Passed } from "../../http/server.js";
import type { Clock } from "../../ports/clock.js";
import type { Forward, ForwardAnswer } from "../../ports/forward.js";
import type { Framing } from "../../ports/framing.js";
import type { BodyPieces, Exchange } from "../../ports/listen.js";
import { refuse } from "../../wire/protocol/codes.js";
import { answeredHeaders, askedHeaders, hasBody } from "./headers.js";
import type { Running } from "./places.js";

export interface PassHost {
  readonly clock: Clock;
  readonly forward: Forward;
}

export interface PassRequest {
  readonly exchange: Exchange;
  readonly target: string;
  readonly framing: Framing;
}

/** `moved`: the daemon has not taken the request, and is perhaps somewhere else. `stale`: a kept connection broke, and the request may have been taken. */
export type Attempt = Passed | "moved" | "stale";

/** A request without a body that changes nothing may be sent twice. */
export function isRepeatable({ exchange: { method }, framing }: PassRequest): boolean {
  return (method === "GET" || method === "HEAD" || method === "OPTIONS") && !hasBody(framing);
}

/** Sends the request; with `fresh` over a connection of its own, as a command always is. */
export function pass({ clock, forward }: PassHost, request: PassRequest, place: Running, fresh: boolean) {
  const { exchange, target, framing } = request;
  const { method } = exchange;
  return new Promise<Attempt>((resolve) => {
    let forget = (): void => {};
    let body: BodyPieces | undefined;
    let isSettled = false;
    const settle = (attempt: Attempt): void => {
      forget();
      if (isSettled) return;
      isSettled = true;
      if (typeof attempt !== "string" && "refusal" in attempt) body?.discard();
      resolve(attempt);
    };
    /** The daemon has to do something now; a caller that has to is watched by its own connection. */
    const wait = (): void => {
      forget();
      if (isSettled) return;
      forget = clock.after(limits.proxyTimeout, () => {
        forwarding.destroy();
        settle({ refusal: refuse("daemon_timeout") });
      });
    };
    const forwarding = forward(
      {
        ...{ url: place.url, method, target, reuse: isRepeatable(request) && !fresh },
        headers: askedHeaders(exchange.headers, framing, method, place.token),
      },
      {
        connected() {
          if (!hasBody(framing)) return;
          forget();
          body = exchange.pieces({
            take(bytes) {
              if (forwarding.write(bytes)) return true;
              wait();
              return false;
            },
            end() {
              forwarding.end();
              wait();
            },
            fail(problem) {
              forwarding.destroy();
              // After its head an answer cannot become another one.
              if (isSettled) exchange.destroy();
              settle({ refusal: BODY_PROBLEMS[problem] });
            },
          });
        },
        drained() {
          forget();
          body?.resume();
        },
        answered(answer) {
          // The daemon's 401 is about the hub's credential, and never the caller's.
          if (answer.status !== 401) return settle({ stream: () => send(answer, exchange, done) });
          forwarding.destroy();
          settle(body === undefined ? "moved" : { refusal: refuse("daemon_unreachable") });
        },
        failed(failure) {
          settle(
            failure === "refused" ? "moved" : failure === "stale" ? "stale" : { refusal: refuse("daemon_unreachable") },
          );
        },
      },
    );
    const done = (): void => {
      body?.discard();
      forwarding.destroy();
    };
    wait();
    if (!hasBody(framing)) forwarding.end();
    exchange.onClose(() => {
      forwarding.destroy();
      settle({ refusal: refuse("daemon_unreachable") });
    });
  });
}

function send(answer: ForwardAnswer, exchange: Exchange, done: () => void): void {
  exchange.head(answer.status, answeredHeaders(answer.headers, answer.framing));
  answer.read({
    take(bytes) {
      if (exchange.write(bytes)) return true;
      exchange.onDrain(() => answer.resume());
      return false;
    },
    end(last) {
      done();
      exchange.end(last);
    },
    fail: () => exchange.destroy(),
  });
}
