/** A server of one table of routes: every request, from its first header to its answer. The gate judges the caller before anything else is read (P-S4). */
import { limits } from "../../generated/protocol/tables.js";
import type { ProtocolError } from "../../generated/protocol/types.js";
import { oncePer } from "../../text/once.js";
import type { Answering, Exchange, HeadProblem } from "../ports/listen.js";
import type { Log } from "../ports/log.js";
import type { Random } from "../ports/random.js";
import { errorBody, errorHeaders, type Refusal, refuse } from "../wire/protocol/codes.js";
import { jsonHeaders } from "../wire/protocol/headers.js";
import type { RouteTable } from "../wire/protocol/routes.js";
import { type Answer, answerOf, targetOf } from "./answer.js";
import type { Gate } from "./gate.js";
import type { Handlers, Streaming } from "./handlers.js";
import type { Served } from "./served.js";

export interface ServerParts<Table extends RouteTable> {
  readonly served: Served<Table>;
  readonly gate: Gate;
  readonly handlers: Handlers<Table>;
  readonly log: Log;
  readonly random: Random;
  /** Whether commands are refused, because the server is about to end. */
  readonly isStopping: () => boolean;
}

/** The caller may try again soon. */
const OVERLOADED = refuse("overloaded", { retryAfterSeconds: 1 });

const HEAD_PROBLEMS: Readonly<Record<HeadProblem, Refusal>> = {
  malformed: refuse("invalid_request"),
  "too-large": refuse("headers_too_large"),
  slow: refuse("request_timeout"),
};

/** Answers each request; a handler that throws is answered with `internal`. */
export function serverOf<Table extends RouteTable>({
  served,
  gate,
  handlers,
  log,
  random,
  isStopping,
}: ServerParts<Table>): Answering {
  const open = { requests: 0, streams: 0 };

  async function answer(exchange: Exchange): Promise<Answer> {
    const code = gate(exchange.headers);
    if (code !== "unauthorized") exchange.know();
    if (code !== undefined) return { refusal: refuse(code) };
    const target = targetOf(exchange, served);
    if ("refusal" in target) return target;
    const counts = served.uncounted.has(target.name) ? 0 : 1;
    if (counts > 0 && open.requests >= limits.requests) return { refusal: OVERLOADED };
    open.requests += counts;
    try {
      return await answerOf(exchange, target, { served, handlers, isStopping: isStopping() });
    } catch (error) {
      // The message of an exception may quote anything.
      log.say("error", "a request failed", { error: error instanceof Error ? error.name : typeof error });
      return { refusal: refuse("internal") };
    } finally {
      open.requests -= counts;
    }
  }

  function begin(stream: Streaming, exchange: Exchange): Refusal | undefined {
    if (open.streams >= limits.streams) return OVERLOADED;
    open.streams += 1;
    exchange.onClose(() => {
      open.streams -= 1;
    });
    void carryOut(stream, exchange);
    return undefined;
  }

  async function carryOut(stream: Streaming, exchange: Exchange): Promise<void> {
    try {
      await stream(exchange);
    } catch (error) {
      log.say("error", "an answer broke off", { error: error instanceof Error ? error.name : typeof error });
      exchange.destroy();
    }
  }

  /** The body of a refusal, with an id that the log names too. */
  function bodyOf(refusal: Refusal): ProtocolError {
    const requestId = Buffer.from(random.bytes(8)).toString("hex");
    log.say("debug", "refused", { request: requestId, code: refusal.code });
    return errorBody(refusal, requestId);
  }

  return {
    async answer(exchange) {
      const answered = await answer(exchange);
      if ("body" in answered) {
        log.say("trace", "answered", { route: answered.route });
        return send(exchange, answered.status, jsonHeaders, answered.body);
      }
      const refusal = "refusal" in answered ? answered.refusal : begin(answered.stream, exchange);
      if (refusal !== undefined) send(exchange, refusal.status, errorHeaders(refusal), bodyOf(refusal));
    },
    unreadable(problem) {
      const refusal = HEAD_PROBLEMS[problem];
      return { status: refusal.status, headers: errorHeaders(refusal), text: JSON.stringify(bodyOf(refusal)) };
    },
  };
}

/** A body that answers several requests becomes JSON once. */
const textOf = oncePer((body: object) => JSON.stringify(body));

function send(exchange: Exchange, status: number, headers: Exchange["headers"], body: object): void {
  const text = textOf(body);
  exchange.head(status, [...headers, ["content-length", String(Buffer.byteLength(text))]]);
  exchange.end(text);
}
