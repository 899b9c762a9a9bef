/** Requests that are passed on by Node's own client. */
import { Agent, type IncomingMessage, request } from "node:http";
import type { Forward, ForwardAnswer, Taker } from "./forward.js";
import type { Headers } from "./listen.js";

/** Milliseconds that an unused connection is kept: less than the five seconds of a daemon, so that it rarely ends just as it is used. */
const IDLE = 2000;

/** Agents of our own: variables of the environment may send the global one to a proxy. The caller bounds the connections in use. */
const kept = new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: IDLE, scheduling: "lifo" });
const single = new Agent({ keepAlive: false });

const HEADER_BYTES = 16_384;

export const nodeForward: Forward = ({ url, method, target, headers, reuse }, events) => {
  const { host, hostname, port } = new URL(url);
  const flat = [["host", host], ...(reuse ? [] : [["connection", "close"]]), ...headers].flat();
  const sent = request({
    ...{ host: hostname.replace(/^\[|\]$/g, ""), port, method, path: target },
    // With a flat list, Node adds no header that names the server.
    ...{ headers: flat, agent: reuse ? kept : single, maxHeaderSize: HEADER_BYTES },
    ...{ insecureHTTPParser: false, setHost: false },
  });
  let state: "connecting" | "sent" | "over" = "connecting";
  let answer: IncomingMessage | undefined;
  sent.once("socket", (socket) => {
    const connected = (): void => {
      if (state !== "connecting") return;
      state = "sent";
      events.connected();
    };
    if (socket.connecting) socket.once("connect", connected);
    else connected();
  });
  const failed = (): void => {
    const before = state;
    state = "over";
    if (before === "over" || answer !== undefined) return;
    events.failed(before === "connecting" ? "refused" : sent.reusedSocket ? "stale" : "broken");
  };
  sent.on("drain", () => {
    if (state !== "over") events.drained();
  });
  sent.on("error", failed);
  sent.once("close", failed);
  sent.once("response", (message) => {
    if (state === "over") return;
    answer = message;
    events.answered(answerOf(message));
  });
  return {
    write: (bytes) => sent.write(bytes),
    end: () => sent.end(),
    destroy() {
      state = "over";
      // A complete answer has given its connection back, perhaps to another request.
      if (answer?.complete === true && sent.writableFinished) return;
      sent.destroy();
      answer?.destroy();
    },
  };
};

function answerOf(message: IncomingMessage): ForwardAnswer {
  // `close` tells of every end; without a listener an error would end the process.
  message.on("error", () => {});
  return {
    status: message.statusCode ?? 0,
    headers: headersOf(message.rawHeaders),
    read(taker: Taker) {
      message.on("data", (bytes: Uint8Array) => {
        if (!taker.take(bytes)) message.pause();
      });
      let isEnded = false;
      message.once("end", () => {
        isEnded = true;
        if (message.complete) taker.end();
        else taker.fail();
      });
      const closed = (): void => {
        if (!isEnded) taker.fail();
      };
      if (message.closed) closed();
      else message.once("close", closed);
    },
    resume: () => {
      message.resume();
    },
  };
}

function headersOf(raw: readonly string[]): Headers {
  const headers: [string, string][] = [];
  for (let at = 0; at < raw.length; at += 2) headers.push([(raw[at] ?? "").toLowerCase(), raw[at + 1] ?? ""]);
  return headers;
}
