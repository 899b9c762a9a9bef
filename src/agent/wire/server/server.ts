/**
 * A server of one table of routes: all requests, from the first header to the answer. The gate checks the caller before the rest of a
 * request is read (P-S4).
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { ProtocolError } from "../../../generated/protocol/types.js";
import { oncePer } from "../../../text/once.js";
import type { Answering, Exchange, HeadProblem } from "../../machine/interfaces/listen.js";
import type { Log } from "../../machine/interfaces/log.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";
import { errorBody, errorHeaders, type Refusal, refuse } from "../protocol/codes.js";
import { jsonHeaders } from "../protocol/headers.js";
import type { NameIn, RouteTable } from "../protocol/routes.js";
import { type Answer, answerOf, targetOf } from "./answer.js";
import type { Gate, Judged } from "./gate.js";
import type { Handlers, Streaming } from "./handlers.js";
import type { Served } from "./served.js";

/** An answer outside the routes of the table. */
export type Passed = { readonly refusal: Refusal } | { readonly stream: Streaming };

/** The answer to a request outside the table. */
export interface OtherAnswer {
  /** Whether the limit of open requests applies to it. */
  readonly isCounted: boolean;
  readonly answer: () => Promise<Passed>;
}

export interface ServerOptions<Table extends RouteTable, Caller> {
  readonly served: Served<Table>;
  readonly gate: Gate<Caller>;
  readonly handlers: Handlers<Table>;
  readonly log: Log;
  readonly random: Random;
  /** Whether commands are refused, because the server is about to end. */
  readonly isStopping: () => boolean;
  /** Refuses a route to a caller; by default every caller may use all routes. */
  readonly permit?: (
    caller: Caller,
    name: NameIn<Table>,
    parameters: Readonly<Record<string, string>>,
  ) => Refusal | undefined;
  /** Begins the answer to a request outside the table; undefined for any other request. */
  readonly beside?: (exchange: Exchange, caller: Caller) => OtherAnswer | undefined;
}

/** The caller may try again soon. */
const OVERLOADED: Refusal = refuse("overloaded", { retryAfterSeconds: 1 });

interface Open {
  requests: number;
  streams: number;
}

/** An answer, and the refusal that replaces it at the limit for its kind, counted in `among`; without them it is never refused. */
interface Ready {
  readonly answer: Answer;
  readonly full: Refusal;
  readonly among?: Open;
}

const HEAD_PROBLEMS: Readonly<Record<HeadProblem, Refusal>> = {
  malformed: refuse("invalid_request"),
  "too-large": refuse("headers_too_large"),
  slow: refuse("request_timeout"),
};

/** Answers all requests; a handler that throws becomes an `internal` error. */
export function serverOf<Table extends RouteTable, Caller>(options: ServerOptions<Table, Caller>): Answering {
  const { served, gate, handlers, log, random, isStopping, permit, beside } = options;
  const open: Open = { requests: 0, streams: 0 };
  /** Proxied requests have a count of their own: a daemon that does not answer blocks only these. */
  const passed: Open = { requests: 0, streams: 0 };

  async function answer(exchange: Exchange): Promise<Ready> {
    const judging = gate(exchange.headers);
    // An immediate answer of the gate saves a turn of the event loop.
    const judged: Judged<Caller> = judging instanceof Promise ? await judging : judging;
    if (!("denied" in judged && judged.denied === "unauthorized")) exchange.know();
    if ("denied" in judged) return refused(refuse(judged.denied));
    const other = beside?.(exchange, judged.caller);
    if (other?.isCounted === false) return { answer: await counted(other.answer(), 0, passed), full: OVERLOADED };
    if (other !== undefined) {
      if (passed.requests >= limits.requests) return refused(OVERLOADED);
      return { answer: await counted(other.answer(), 1, passed), full: OVERLOADED, among: passed };
    }
    const target = targetOf(exchange, served);
    if ("refusal" in target) return refused(target.refusal);
    const { name, parameters } = target;
    const full = served.full?.get(name) ?? OVERLOADED;
    const refusal = permit?.(judged.caller, name, parameters);
    if (refusal !== undefined) return refused(refusal);
    const counts = served.uncounted.has(name) ? 0 : 1;
    if (counts > 0 && open.requests >= limits.requests) return refused(full);
    return {
      answer: await counted(answerOf(exchange, target, served, handlers, isStopping()), counts, open),
      full,
      among: open,
    };
  }

  /** Counts a request until its answer is known. */
  async function counted(answering: Promise<Answer>, counts: number, among: Open): Promise<Answer> {
    among.requests += counts;
    try {
      return await answering;
    } catch (error) {
      // The message of an exception may quote a request.
      log.say("error", "a request failed", { error: error instanceof Error ? error.name : typeof error });
      return { refusal: refuse("internal") };
    } finally {
      among.requests -= counts;
    }
  }

  function begin(stream: Streaming, exchange: Exchange, { full, among }: Ready): Refusal | undefined {
    if (among !== undefined && among.streams >= limits.streams) return full;
    if (among !== undefined) {
      among.streams += 1;
      exchange.onClose(() => {
        among.streams -= 1;
      });
    }
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

  /** The body of a refusal, with an id that the log contains too. */
  function bodyOf(refusal: Refusal): ProtocolError {
    const requestId = randomHex(random, 8);
    log.say("debug", "refused", { request: requestId, code: refusal.code });
    return errorBody(refusal, requestId);
  }

  return {
    async answer(exchange) {
      const ready = await answer(exchange);
      const { answer: answered } = ready;
      if ("body" in answered) {
        log.say("trace", "answered", { route: answered.route });
        return send(exchange, answered.status, jsonHeaders, answered.body);
      }
      const refusal = "refusal" in answered ? answered.refusal : begin(answered.stream, exchange, ready);
      if (refusal !== undefined) send(exchange, refusal.status, errorHeaders(refusal), bodyOf(refusal));
    },
    unreadable(problem) {
      const refusal = HEAD_PROBLEMS[problem];
      return { status: refusal.status, headers: errorHeaders(refusal), text: JSON.stringify(bodyOf(refusal)) };
    },
  };
}

function refused(refusal: Refusal): Ready {
  return { answer: { refusal }, full: OVERLOADED };
}

/** A body that answers several requests is serialised once. */
const textOf = oncePer((body: object) => JSON.stringify(body));

function send(exchange: Exchange, status: number, headers: Exchange["headers"], body: object): void {
  const text = textOf(body);
  exchange.head(status, [...headers, ["content-length", String(Buffer.byteLength(text))]]);
  exchange.end(text);
}
