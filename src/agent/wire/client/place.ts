/** The place of a session: an address for one run of its daemon, or its folder, where each run writes its own address (P-S61). */
import { proxyPath } from "../../../generated/protocol/singles.js";
import { ClientError, type Server } from "./errors.js";

export interface Address {
  /** `http://127.0.0.1:51269`, or the base of a proxy. */
  readonly url: string;
  readonly token: string;
}

export interface Place {
  /** The address for the next connection. Rejects with a `ClientError` without one. */
  address(): Promise<Address>;
  /** The folder of the session; undefined for a fixed address, which belongs to one run of the daemon. */
  readonly sessionDirectory: string | undefined;
  /** The server at that address. A hub has the same address after a restart. */
  readonly server: Server;
}

export function fixedPlace(address: Address, server: Server = "daemon"): Place {
  const { url, token } = checked(address);
  return { sessionDirectory: undefined, server, address: async () => ({ url, token }) };
}

/** The place of a session's daemon at a hub. Throws for an invalid session id. */
export function proxyPlace(hub: Address, sessionId: string): Place {
  const { url, token } = checked(hub);
  return fixedPlace({ url: `${url}${filled(proxyPath, { session_id: sessionId })}`, token }, "hub");
}

/** A path with its parameters. */
export function filled(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, key) => {
    const value = parameters[key] ?? "";
    expectId(value);
    return encodeURIComponent(value);
  });
}

/** Throws for a segment of a path that leads elsewhere, escaped or not. */
export function expectId(id: string): void {
  if (typeof id !== "string" || /^\.{0,2}$/.test(id))
    throw new ClientError("invalid_id", "an id is neither empty nor made of dots");
}

/** The address without a slash at its end. Throws for one that would show the token to others. */
export function checked({ url, token }: Address): Address {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new ClientError("invalid_address", "the address is a URL of http or https");
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "")
    throw new ClientError("invalid_address", "the address has no user, query or fragment");
  if (parsed.protocol === "http:" && !LOOPBACK.test(parsed.hostname))
    throw new ClientError("invalid_address", "without TLS a token is sent to this machine alone");
  if (typeof token !== "string" || !/^[!-~]+$/.test(token))
    throw new ClientError("invalid_token", "a token is printable ASCII without spaces");
  return { url: parsed.href.replace(/\/$/, ""), token };
}

/** Host names as a URL writes them. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
