/** One page that needs no token, before a server that asks for one (P-S71). */
import type { Answering, Headers } from "../ports/listen.js";

export interface OpenPage {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The same answers, but for `GET /` of requests that `isOwn` accepts by their headers. */
export function withPage(
  answering: Answering,
  { headers, bytes }: OpenPage,
  isOwn: (headers: Headers) => boolean,
): Answering {
  return {
    answer(exchange) {
      if (exchange.method !== "GET" || exchange.target !== "/" || !isOwn(exchange.headers)) {
        answering.answer(exchange);
        return;
      }
      exchange.head(200, [...headers, ["content-length", String(bytes.length)]]);
      exchange.write(bytes);
      exchange.end();
    },
    unreadable: answering.unreadable,
  };
}
