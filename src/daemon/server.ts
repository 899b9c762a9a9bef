/** Every request, from its first header to its answer: who calls is judged before anything else is looked at (P-S4). */
import { daemonRoutes, limits } from "../generated/protocol/tables.js";
import type { Exchange } from "../ports/listen.js";
import type { Random } from "../ports/random.js";
import { errorBody, errorHeaders, type Refusal, refuse } from "../protocol/codes.js";
import { jsonHeaders } from "../protocol/headers.js";
import type { RouteName } from "../protocol/router.js";
import { oncePer } from "../text/once.js";
import { type Answer, answerOf } from "./answer.js";
import type { Gate } from "./gate.js";
import type { Handlers } from "./handlers.js";
import type { Log } from "./log.js";

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

/** What answers each request. */
export function serverOf({ gate, handlers, log, random, isStopping }: ServerParts): (exchange: Exchange) => void {
  const open = { requests: 0, streams: 0 };

  async function answer(exchange: Exchange): Promise<Answer<RouteName>> {
    const code = gate(exchange.headers);
    if (code !== undefined) return { refusal: refuse(code) };
    if (open.requests >= limits.requests) return { refusal: OVERLOADED };
    open.requests += 1;
    try {
      return await answerOf(exchange, handlers, isStopping());
    } catch (error) {
      // The message of an exception may quote anything.
      log.say("error", "a request failed", { error: error instanceof Error ? error.name : typeof error });
      return { refusal: refuse("internal") };
    } finally {
      open.requests -= 1;
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

  return async (exchange) => {
    const said = await answer(exchange);
    if ("body" in said) {
      log.say("trace", "answered", { route: said.route });
      return send(exchange, daemonRoutes[said.route].status, jsonHeaders, said.body);
    }
    const refusal = "refusal" in said ? said.refusal : begin(said.stream, exchange);
    if (refusal === undefined) return;
    const requestId = Buffer.from(random.bytes(8)).toString("hex");
    log.say("debug", "refused", { request: requestId, code: refusal.code });
    send(exchange, refusal.status, errorHeaders(refusal), errorBody(refusal, requestId));
  };
}

/** What is answered to several is written down once. */
const textOf = oncePer((body: object) => JSON.stringify(body));

function send(exchange: Exchange, status: number, headers: Exchange["headers"], body: object): void {
  const text = textOf(body);
  exchange.head(status, [...headers, ["content-length", String(Buffer.byteLength(text))]]);
  exchange.end(text);
}
