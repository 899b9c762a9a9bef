/** One request of Node's server: its body with a timeout for silence, and its answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BodyPieces, BodyProblem, BodyTaker, Exchange, Headers } from "../interfaces/listen.js";
import { type BodyPatience, BodyTime } from "./body-time.js";

/** The most bytes of an unread body to discard. Closing at once would lose the answer for a caller that is still sending. */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/** The most bytes that are copied to go out with their head. */
const ONE_PIECE = 16_384;

interface ExchangeOptions extends BodyPatience {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the caller waits for `100 Continue` before the body. */
  readonly expectsContinue: boolean;
  readonly know: () => void;
}

export function exchangeOf({ request, response, expectsContinue, know, ...patience }: ExchangeOptions): Exchange {
  let isRequested = false;
  /** Whether the rest of the body is no longer needed. */
  let isOver = false;
  /** A body may break before its first read. */
  let isBroken = false;
  // `close` reports a broken connection.
  response.on("error", () => {});
  request.on("error", () => {
    isOver = true;
    isBroken = true;
  });
  const giveUp = (): void => {
    response.end();
    request.socket.destroySoon();
  };
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    headers: headersOf(request),
    know,
    async body(limit) {
      // A `Content-Length` over the limit is refused before the body is read.
      if (Number(request.headers["content-length"] ?? 0) > limit) return "too-large";
      if (isBroken) return "broken";
      isRequested = true;
      if (expectsContinue) response.writeContinue();
      const body = await bodyOf(request, limit, patience);
      if (body === "too-large") discard(request, patience, giveUp);
      if (body === "slow") {
        isOver = true;
        response.shouldKeepAlive = false;
      }
      return body;
    },
    pieces(taker) {
      isRequested = true;
      if (expectsContinue) response.writeContinue();
      const slow = (): void => {
        isOver = true;
        response.shouldKeepAlive = false;
      };
      const rest = (): void => discard(request, patience, giveUp);
      return piecesOf(request, taker, patience, isBroken, slow, rest);
    },
    head(status, headers) {
      response.writeHead(status, headers.flat());
      if (headers.some(([name]) => name === "content-length")) return;
      response.flushHeaders();
      endWithReader(request, response);
    },
    write: (bytes) => response.write(bytes),
    onDrain: (run) => response.once("drain", run),
    onClose: (run) => (response.closed ? run() : response.once("close", run)),
    end(rest) {
      if (!isRequested && !request.complete) discard(request, patience, giveUp);
      const isSending = !request.complete && !isOver && (isRequested || !expectsContinue);
      if (response.shouldKeepAlive || !isSending) {
        if (typeof rest === "string" || rest === undefined) response.end(rest);
        else if (rest.length === 0) response.end();
        else endWith(response, rest);
        return;
      }
      // Node closes the connection after the answer, and a caller that is still sending then loses it.
      if (rest !== undefined) response.write(rest);
      request.once("close", () => response.end());
    },
    destroy: () => request.socket.destroy(),
  };
}

/** Node writes a text in one piece with the head before it, which costs less than the copy. */
function endWith(response: ServerResponse, bytes: Uint8Array): void {
  if (bytes.length > ONE_PIECE) response.end(bytes);
  else response.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"), "latin1");
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([(rawHeaders[at] ?? "").toLowerCase(), rawHeaders[at + 1] ?? ""]);
  return headers;
}

/**
 * Ends a stream when its reader half-closes the connection: a disconnected reader looks the same. Other answers are still sent to such a
 * caller.
 */
function endWithReader({ socket }: IncomingMessage, response: ServerResponse): void {
  const gone = (): void => {
    socket.destroy();
  };
  if (socket.readableEnded) gone();
  socket.once("end", gone);
  response.once("close", () => socket.off("end", gone));
}

function bodyOf(request: IncomingMessage, limit: number, patience: BodyPatience): Promise<Uint8Array | BodyProblem> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const over = (body: Uint8Array | BodyProblem): void => {
      stop();
      request.off("data", take);
      resolve(body);
    };
    const take = (chunk: Uint8Array): void => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else over("too-large");
    };
    const stop = whenSlow(request, patience, () => over("slow"));
    request.on("data", take);
    request.once("end", () => over(Buffer.concat(chunks)));
    request.once("error", () => over("broken"));
    request.once("close", () => over("broken"));
  });
}

/** `rest` discards the rest of the body. */
function piecesOf(
  request: IncomingMessage,
  taker: BodyTaker,
  patience: BodyPatience,
  isBroken: boolean,
  slow: () => void,
  rest: () => void,
): BodyPieces {
  let isOver = false;
  const over = (tell: () => void): void => {
    if (isOver) return;
    isOver = true;
    time.stop();
    request.off("data", take);
    tell();
  };
  const time = new BodyTime(patience, () =>
    over(() => {
      slow();
      taker.fail("slow");
    }),
  );
  const take = (bytes: Uint8Array): void => {
    time.came(bytes.length);
    const isMore = taker.take(bytes);
    if (isOver) return;
    if (isMore) time.wait();
    else request.pause();
  };
  const broken = (): void => over(() => taker.fail("broken"));
  request.on("data", take);
  request.once("end", () => over(() => taker.end()));
  request.once("error", broken);
  request.once("close", broken);
  time.wait();
  if (isBroken) queueMicrotask(broken);
  return {
    resume() {
      if (isOver || !request.isPaused()) return;
      time.wait();
      request.resume();
    },
    discard() {
      over(() => {
        rest();
        request.resume();
      });
    },
  };
}

/** Reads and discards the rest of a body, up to `DISCARDED_BYTES`, until the caller is too slow. */
function discard(request: IncomingMessage, patience: BodyPatience, giveUp: () => void): void {
  let length = 0;
  whenSlow(request, patience, giveUp);
  request.on("data", (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > DISCARDED_BYTES) request.socket.destroy();
  });
}

/** Calls `run` when the body is too slow; returns a function that cancels it. */
function whenSlow(request: IncomingMessage, patience: BodyPatience, run: () => void): () => void {
  const time = new BodyTime(patience, run);
  const more = (chunk: Uint8Array): void => {
    time.came(chunk.length);
    time.wait();
  };
  const stop = (): void => {
    time.stop();
    request.off("data", more);
  };
  request.on("data", more);
  request.once("close", stop);
  time.wait();
  return stop;
}
