/**
 * One attempt to proxy a request to a daemon: both bodies are streamed, each at its reader's speed, and an end on one side ends the other
 * (P-S49).
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Clock } from "../../../machine/interfaces/clock.js";
import type { Forward, ForwardAnswer } from "../../../machine/interfaces/forward.js";
import type { Framing } from "../../../machine/interfaces/framing.js";
import type { BodyPieces, Exchange, Headers } from "../../../machine/interfaces/listen.js";
import { refuse } from "../../../wire/protocol/codes.js";
import { BODY_PROBLEMS } from "../../../wire/server/answer.js";
import type { Passed } from "../../../wire/server/server.js";
import type { RunningDaemon } from "../sources/daemon.js";

export interface PassHost {
  readonly clock: Clock;
  readonly forward: Forward;
}

export interface PassRequest {
  readonly exchange: Exchange;
  readonly target: string;
  readonly framing: Framing;
}

/**
 * `moved`: the daemon did not take the request, and may have another address. `stale`: a reused connection broke, and the daemon may have
 * taken the request.
 */
export type Attempt = Passed | "moved" | "stale";

/** A request without a body that changes nothing may be sent twice. */
export function isRepeatable({ exchange: { method }, framing }: PassRequest): boolean {
  return (method === "GET" || method === "HEAD" || method === "OPTIONS") && !hasBody(framing);
}

/** Sends the request; with `fresh` over a new connection, as always for a command. */
export function pass({ clock, forward }: PassHost, request: PassRequest, place: RunningDaemon, fresh: boolean) {
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
    /** The daemon has to act now; while the caller has to, its own connection has a timeout. */
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
        headers: requestHeaders(exchange.headers, framing, method, place.token),
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
              // After its head an answer can no longer be replaced.
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

const OF_CONNECTION = [
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"],
  ...["proxy-authentication-info", "te", "trailer", "transfer-encoding", "upgrade"],
];

/** The length headers are written again: a caller could name `content-length` in `connection`. */
const NOT_ASKED = new Set([
  ...OF_CONNECTION,
  ...["authorization", "content-length", "cookie", "expect", "forwarded", "host", "origin"],
]);
const NOT_ANSWERED = new Set([...OF_CONNECTION, "set-cookie", "content-length"]);

/** Filters headers from one connection to the other: those of a connection or a credential are dropped (P-S49, RFC 9110 7.6.1). */
function hasBody(framing: Framing): boolean {
  return framing.kind === "chunked" || (framing.kind === "length" && Number(framing.length) > 0);
}

/** The headers for a daemon; `token` is the daemon's own. */
function requestHeaders(headers: Headers, framing: Framing, method: string, token: string): Headers {
  const passed = without(headers, (name) => NOT_ASKED.has(name) || name.startsWith("x-forwarded-"));
  passed.push(["authorization", `Bearer ${token}`]);
  if (framing.kind === "chunked") passed.push(["transfer-encoding", "chunked"]);
  else if (framing.kind === "length") passed.push(["content-length", framing.length]);
  // For most methods a daemon expects an explicit empty body.
  else if (method !== "GET" && method !== "HEAD") passed.push(["content-length", "0"]);
  return passed;
}

/** The headers for a caller; our own server uses chunks for a body without a length. */
function answeredHeaders(headers: Headers, framing: Framing): Headers {
  const passed = without(headers, (name) => NOT_ANSWERED.has(name));
  if (framing.kind === "length") passed.push(["content-length", framing.length]);
  return passed;
}

function without(headers: Headers, isDropped: (name: string) => boolean): Headers[number][] {
  const passed: Headers[number][] = [];
  let named: string[] | undefined;
  for (const header of headers) {
    const [name, value] = header;
    if (name === "connection") named = [...(named ?? []), ...value.split(",").map((each) => each.trim().toLowerCase())];
    else if (!isDropped(name)) passed.push(header);
  }
  return named === undefined ? passed : passed.filter(([name]) => !named.includes(name));
}
