/** Every request, from its first header to its answer: who calls is judged before anything else is looked at (P-S4). */
import { daemonRoutes, limits } from "../../generated/protocol/tables.js";
import type { ProtocolError } from "../../generated/protocol/types.js";
import { oncePer } from "../../text/once.js";
import type { Answering, Exchange, HeadProblem } from "../ports/listen.js";
import type { Log } from "../ports/log.js";
import type { Random } from "../ports/random.js";
import { errorBody, errorHeaders, type Refusal, refuse } from "../wire/protocol/codes.js";
import { jsonHeaders } from "../wire/protocol/headers.js";
import type { RouteName } from "../wire/protocol/router.js";
import { type Answer, answerOf, targetOf } from "./answer.js";
import type { Gate } from "./gate.js";
import type { Handlers } from "./handlers.js";

export interface ServerParts {
  readonly gate: Gate;
  readonly handlers: Handlers;
  readonly log: Log;
  readonly random: Random;
  /** Whether commands are refused, because the daemon is about to end. */
  readonly isStopping: () => boolean;
}

/** Too much at once passes soon. */
const OVERLOADED = refuse("overloaded", { retryAfterSeconds: 1 });

/** Answered however much goes on: they tell whether the daemon is there, and end what goes on. */
const ALWAYS: ReadonlySet<RouteName> = new Set(["health", "cancelTurn", "terminate"]);

const HEAD_PROBLEMS: Readonly<Record<HeadProblem, Refusal>> = {
  malformed: refuse("invalid_request"),
  "too-large": refuse("headers_too_large"),
  slow: refuse("request_timeout"),
};

/** What answers each request. */
export function serverOf({ gate, handlers, log, random, isStopping }: ServerParts): Answering {
  const open = { requests: 0, streams: 0 };

  async function answer(exchange: Exchange): Promise<Answer<RouteName>> {
    const code = gate(exchange.headers);
    if (code !== "unauthorized") exchange.know();
    if (code !== undefined) return { refusal: refuse(code) };
    const target = targetOf(exchange);
    if ("refusal" in target) return target;
    const counts = ALWAYS.has(target.name) ? 0 : 1;
    if (counts > 0 && open.requests >= limits.requests) return { refusal: OVERLOADED };
    open.requests += counts;
    try {
      return await answerOf(exchange, target, handlers, isStopping());
    } catch (error) {
      // The message of an exception may quote anything.
      log.say("error", "a request failed", { error: error instanceof Error ? error.name : typeof error });
      return { refusal: refuse("internal") };
    } finally {
      open.requests -= counts;
    }
  }

  function begin(stream: (exchange: Exchange) => void, exchange: Exchange): Refusal | undefined {
    if (open.streams >= limits.streams) return OVERLOADED;
    open.streams += 1;
    exchange.onClose(() => {
      open.streams -= 1;
    });
    stream(exchange);
    return undefined;
  }

  /** The body of a refusal, which the log tells of. */
  function said(refusal: Refusal): ProtocolError {
    const requestId = Buffer.from(random.bytes(8)).toString("hex");
    log.say("debug", "refused", { request: requestId, code: refusal.code });
    return errorBody(refusal, requestId);
  }

  return {
    async answer(exchange) {
      const answered = await answer(exchange);
      if ("body" in answered) {
        log.say("trace", "answered", { route: answered.route });
        return send(exchange, daemonRoutes[answered.route].status, jsonHeaders, answered.body);
      }
      const refusal = "refusal" in answered ? answered.refusal : begin(answered.stream, exchange);
      if (refusal !== undefined) send(exchange, refusal.status, errorHeaders(refusal), said(refusal));
    },
    unreadable(problem) {
      const refusal = HEAD_PROBLEMS[problem];
      return { status: refusal.status, headers: errorHeaders(refusal), text: JSON.stringify(said(refusal)) };
    },
  };
}

/** What is answered to several is written down once. */
const textOf = oncePer((body: object) => JSON.stringify(body));

function send(exchange: Exchange, status: number, headers: Exchange["headers"], body: object): void {
  const text = textOf(body);
  exchange.head(status, [...headers, ["content-length", String(Buffer.byteLength(text))]]);
  exchange.end(text);
}
