/** Requests passed on by Node's own client. */
import { Agent, type ClientRequest, type IncomingMessage, request as send } from "node:http";
import type { Forward, ForwardedHead, Forwarding, NotForwarded } from "./forward.js";
import { headersOf, type Raw, rawOf } from "./node-exchange.js";

/** An agent of our own: variables of the environment may send the global one to a proxy. Its connections are kept for the next request. */
const kept = new Agent({ keepAlive: true, maxFreeSockets: 256 });

/**
 * Requests with these methods use kept connections, and are sent again when one of these turns out to be closed. Every other request has a
 * connection of its own: whether a command was taken by a server that closes its connection cannot be known.
 */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export const nodeForward: Forward = async (forwarding) => {
  const first = await attempt(forwarding);
  if (first.kind !== "closed") return first;
  const second = await attempt(forwarding);
  return second.kind === "closed" ? { kind: "unreachable" } : second;
};

/** `closed`: the other server had closed a kept connection, and the request can be sent again. */
type Attempt = ForwardedHead | NotForwarded | { readonly kind: "closed" };

function attempt({ exchange, origin, path, headers, timeout }: Forwarding): Promise<Attempt> {
  return new Promise((resolve) => {
    const raw = rawOf(exchange);
    const { request: asking, response: answering } = raw;
    const framing = framingOf(asking);
    const isSafe = SAFE.has(exchange.method) && framing === undefined;
    const { hostname, port, host } = new URL(origin);
    const request = send({
      ...{ host: hostname.replace(/^\[|\]$/g, ""), port, path, method: exchange.method, agent: isSafe ? kept : false },
      // A flat list keeps headers that come twice; with it, Node adds no `Host` by itself.
      headers: [["host", host], ["connection", isSafe ? "keep-alive" : "close"], ...(framing ?? []), ...headers].flat(),
    });
    let isOver = false;
    const over = (outcome: Attempt): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      answering.off("close", gone);
      if (outcome.kind !== "answered") leave();
      resolve(outcome);
    };
    const leave = (): void => {
      asking.unpipe(request);
      request.destroy();
    };
    const gone = (): void => over({ kind: "gone" });
    const timer = setTimeout(() => {
      const isCallerSlow = framing !== undefined && !asking.complete && !request.writableNeedDrain;
      over({ kind: isCallerSlow ? "slow" : "silent" });
    }, timeout);
    answering.once("close", gone);
    request.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && isSafe && error.code === "ECONNRESET";
      over({ kind: isStale ? "closed" : "unreachable" });
    });
    request.once("response", (message) => over(answered(message, request, raw, leave)));
    if (framing === undefined) request.end();
    else {
      raw.begin();
      asking.on("data", () => void (isOver || timer.refresh()));
      asking.once("error", gone);
      asking.pipe(request);
    }
  });
}

/** The headers that frame the body of a request; undefined without a body. */
function framingOf({ headers }: IncomingMessage): readonly (readonly [string, string])[] | undefined {
  const length = headers["content-length"];
  if (length !== undefined) return [["content-length", length]];
  return headers["transfer-encoding"] === undefined ? undefined : [["transfer-encoding", "chunked"]];
}

function answered(message: IncomingMessage, request: ClientRequest, raw: Raw, stop: () => void): ForwardedHead {
  const { exchange, request: asking, response } = raw;
  const leave = (): void => {
    stop();
    message.destroy();
  };
  // The reader of the answer sees that it is cut; without a listener the error would end the process.
  message.on("error", () => {});
  // A server that answers early may close its side; the rest of the body goes nowhere.
  request.on("error", () => {
    asking.unpipe(request);
    asking.resume();
  });
  const ended = (): void => {
    if (!message.complete) leave();
  };
  response.once("close", ended);
  return {
    kind: "answered",
    status: message.statusCode ?? 0,
    headers: headersOf(message),
    leave,
    pass(headers) {
      exchange.head(message.statusCode ?? 0, headers);
      message.once("close", () => {
        if (!message.complete) exchange.destroy();
      });
      message.once("end", () => exchange.end());
      message.pipe(response, { end: false });
    },
  };
}
