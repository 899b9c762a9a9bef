/** The gate of a server: it admits callers with a credential, and rejects web pages of other origins (spec 5.1, P-S4, P-S5). */
import { sameBytes, sha256 } from "../../machine/interfaces/hash.js";
import type { Headers } from "../../machine/interfaces/listen.js";

type Denied = "unauthorized" | "origin_not_allowed" | "host_not_allowed";

/** The caller of a request, or the code of its refusal. */
export type Judged<Caller> = { readonly caller: Caller } | { readonly denied: Denied };

/** Checks the headers of a request; a promise if finding the caller takes time. */
export type Gate<Caller> = (headers: Headers) => Judged<Caller> | Promise<Judged<Caller>>;

/** The one caller of a daemon: the owner of its token. */
type Owner = "owner";

/** A gate with an immediate answer. */
export type OwnerGate = (headers: Headers) => Judged<Owner>;

const BEARER = /^bearer +([!-~]+)$/i;

/** 0 to 255, without a leading zero, which some readers take for an octal number. */
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const LOOPBACK = new RegExp(`^(?:127(?:\\.${OCTET}){3}|localhost|\\[::1\\])(?::\\d{1,5})?$`, "i");

/** The digest of no token: it admits no request. */
const NO_DIGEST = new Uint8Array(0);

const OWNER: Judged<Owner> = { caller: "owner" };

/** Makes a daemon's gate, which stores only the digest of `token`. Without a token it refuses every request. */
export function gateOf(token: string | undefined): OwnerGate {
  const digest = token === undefined ? NO_DIGEST : sha256(token);
  return (headers) => {
    // Compares digests, so that the time reveals nothing about the token.
    if (!sameBytes(sha256(bearerOf(headers) ?? ""), digest)) return { denied: "unauthorized" };
    if (allOf(headers, "origin").length > 0) return { denied: "origin_not_allowed" };
    return isLoopback(hostOf(headers)) ? OWNER : { denied: "host_not_allowed" };
  };
}

/** The token of a request; undefined unless it has exactly one. */
export function bearerOf(headers: Headers): string | undefined {
  const given = allOf(headers, "authorization");
  return given.length === 1 ? BEARER.exec(given[0] ?? "")?.[1] : undefined;
}

/** The `Host` of a request; undefined unless it has exactly one. */
export function hostOf(headers: Headers): string | undefined {
  const hosts = allOf(headers, "host");
  return hosts.length === 1 ? hosts[0] : undefined;
}

export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(host);
}

/** All values of a header. */
export function allOf(headers: Headers, name: string): readonly string[] {
  return headers.filter(([key]) => key === name).map(([, value]) => value);
}
