/** One page without a token, in front of a server that requires one (P-S71). */
import type { Answering, Headers } from "../../machine/interfaces/listen.js";

export interface OpenPage {
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The same answers, except for `GET /` requests that `isOwn` accepts by their headers. */
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
