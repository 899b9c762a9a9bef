/** The gate of a server: it lets in callers with the credential, and no web page (spec 5.1, P-S4, P-S5). */
import { sameBytes, sha256 } from "../ports/hash.js";
import type { Headers } from "../ports/listen.js";

/** Judges the headers of a request: undefined lets it in, a code refuses it. */
export type Gate = (headers: Headers) => "unauthorized" | "origin_not_allowed" | "host_not_allowed" | undefined;

const BEARER = /^bearer +([!-~]+)$/i;

/** 0 to 255, without a leading zero, which some readers take for an octal number. */
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const LOOPBACK = new RegExp(`^(?:127(?:\\.${OCTET}){3}|localhost|\\[::1\\])(?::\\d{1,5})?$`, "i");

/** The digest of no token: it lets no request in. */
const NO_DIGEST = new Uint8Array(0);

/** Makes a gate, which keeps only the digest of `token`. Without a token it refuses every request. */
export function gateOf(token: string | undefined): Gate {
  const digest = token === undefined ? NO_DIGEST : sha256(token);
  return (headers) => {
    const given = allOf(headers, "authorization");
    const [, bearer = ""] = BEARER.exec(given[0] ?? "") ?? [];
    // Digests are compared, so that the time tells nothing about the token.
    const isBearer = sameBytes(sha256(bearer), digest);
    if (!isBearer || given.length !== 1) return "unauthorized";
    if (allOf(headers, "origin").length > 0) return "origin_not_allowed";
    const hosts = allOf(headers, "host");
    return hosts.length === 1 && LOOPBACK.test(hosts[0] ?? "") ? undefined : "host_not_allowed";
  };
}

function allOf(headers: Headers, name: string): readonly string[] {
  return headers.filter(([key]) => key === name).map(([, value]) => value);
}
