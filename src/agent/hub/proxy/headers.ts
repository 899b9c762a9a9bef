/** Headers from one connection to the other: what belongs to a connection or to a credential stays behind (P-S49, RFC 9110 7.6.1). */
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

/** How the end of a body is known. */
export type Framing = { readonly kind: "none" | "chunked" } | { readonly kind: "length"; readonly length: string };

/** Undefined for codings that Node has not undone, and for two lengths. */
export function framingOf(headers: Headers): Framing | undefined {
  const [codings, lengths] = ["transfer-encoding", "content-length"].map((name) =>
    headers.flatMap(([key, value]) => (key === name ? [value.trim()] : [])),
  );
  const [coding, length] = [codings?.[0], lengths?.[0]];
  if ((codings?.length ?? 0) + (lengths?.length ?? 0) > 1) return undefined;
  if (coding !== undefined) return coding.toLowerCase() === "chunked" ? { kind: "chunked" } : undefined;
  if (length === undefined) return { kind: "none" };
  return /^\d{1,15}$/.test(length) ? { kind: "length", length } : undefined;
}

export function hasBody(framing: Framing): boolean {
  return framing.kind === "chunked" || (framing.kind === "length" && Number(framing.length) > 0);
}

/** The headers for a daemon; `token` is the daemon's own. */
export function askedHeaders(headers: Headers, framing: Framing, method: string, token: string): Headers {
  const passed = without(headers, NOT_ASKED).filter(([name]) => !name.startsWith("x-forwarded-"));
  return [...passed, ["authorization", `Bearer ${token}`], ...framed(framing, method)];
}

/** The headers for a caller; our own server divides a body without a length into chunks. */
export function answeredHeaders(headers: Headers, framing: Framing): Headers {
  const passed = without(headers, NOT_ANSWERED);
  return framing.kind === "length" ? [...passed, ["content-length", framing.length]] : passed;
}

/** Without a length, Node would send chunks with most methods. */
function framed(framing: Framing, method: string): Headers {
  if (framing.kind === "chunked") return [["transfer-encoding", "chunked"]];
  if (framing.kind === "length") return [["content-length", framing.length]];
  return method === "GET" || method === "HEAD" ? [] : [["content-length", "0"]];
}

function without(headers: Headers, dropped: ReadonlySet<string>): Headers {
  const named = headers.flatMap(([name, value]) =>
    name === "connection" ? value.split(",").map((each) => each.trim().toLowerCase()) : [],
  );
  return headers.filter(([name]) => !dropped.has(name) && !named.includes(name));
}
