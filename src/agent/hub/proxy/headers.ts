/** The headers that go through the proxy: those of one connection do not, nor what tells of the caller, nor any credential (P-S49, RFC 9110 7.6.1). */
import type { Headers } from "../../ports/listen.js";

const HOP_BY_HOP = [
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade"],
];

/** Dropped of a request. The framing of its body and its `Host` are made anew. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  ...["authorization", "content-length", "cookie", "expect", "forwarded", "host", "origin", "via", "x-real-ip"],
]);

/** Dropped of an answer. */
const NOT_ANSWERED: ReadonlySet<string> = new Set([...HOP_BY_HOP, "date", "set-cookie"]);

/** The headers for a daemon, with its own bearer in the place of the caller's. */
export function requestHeaders(headers: Headers, token: string): Headers {
  return [...kept(headers, NOT_ASKED), ["authorization", `Bearer ${token}`]];
}

/** The headers of a daemon's answer for the caller. */
export function answerHeaders(headers: Headers): Headers {
  return kept(headers, NOT_ANSWERED);
}

function kept(headers: Headers, dropped: ReadonlySet<string>): Headers {
  const named = headers.flatMap(([name, value]) => (name === "connection" ? value.toLowerCase().split(/[\s,]+/) : []));
  return headers.filter(([name]) => !dropped.has(name) && !name.startsWith("x-forwarded-") && !named.includes(name));
}
