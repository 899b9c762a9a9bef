/** Headers from one connection to the other: what belongs to a connection or to a credential stays behind (P-S49, RFC 9110 7.6.1). */
import type { Framing } from "../../ports/framing.js";
import type { Headers } from "../../ports/listen.js";

const OF_CONNECTION = [
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"],
  ...["proxy-authentication-info", "te", "trailer", "transfer-encoding", "upgrade"],
];

/** The lengths are written anew: a caller could name `content-length` in `connection`. */
const NOT_ASKED = new Set([
  ...OF_CONNECTION,
  ...["authorization", "content-length", "cookie", "expect", "forwarded", "host", "origin"],
]);
const NOT_ANSWERED = new Set([...OF_CONNECTION, "set-cookie", "content-length"]);

export function hasBody(framing: Framing): boolean {
  return framing.kind === "chunked" || (framing.kind === "length" && Number(framing.length) > 0);
}

/** The headers for a daemon; `token` is the daemon's own. */
export function askedHeaders(headers: Headers, framing: Framing, method: string, token: string): Headers {
  const passed = without(headers, (name) => NOT_ASKED.has(name) || name.startsWith("x-forwarded-"));
  passed.push(["authorization", `Bearer ${token}`]);
  if (framing.kind === "chunked") passed.push(["transfer-encoding", "chunked"]);
  else if (framing.kind === "length") passed.push(["content-length", framing.length]);
  // Of most methods a daemon expects to hear that there is no body.
  else if (method !== "GET" && method !== "HEAD") passed.push(["content-length", "0"]);
  return passed;
}

/** The headers for a caller; our own server divides a body without a length into chunks. */
export function answeredHeaders(headers: Headers, framing: Framing): Headers {
  const passed = without(headers, (name) => NOT_ANSWERED.has(name));
  if (framing.kind === "length") passed.push(["content-length", framing.length]);
  return passed;
}

function without(headers: Headers, isDropped: (name: string) => boolean): Headers[number][] {
  const passed: Headers[number][] = [];
  let named: string[] | undefined;
  for (const header of headers) {
    const [name, value] = header;
    if (name === "connection") named = [...(named ?? []), ...value.split(",").map((each) => each.trim().toLowerCase())];
    else if (!isDropped(name)) passed.push(header);
  }
  return named === undefined ? passed : passed.filter(([name]) => !named.includes(name));
}
