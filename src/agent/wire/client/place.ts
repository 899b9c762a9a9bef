/** The place of a session: an address for one run of its daemon, or its folder, where each run writes its own address (P-S61). */
import { ClientError } from "./errors.js";

export interface Address {
  /** `http://127.0.0.1:51269`, or the base of a proxy. */
  readonly url: string;
  readonly token: string;
}

export interface Place {
  /** The address for the next connection. Rejects with a `ClientError` when there is none. */
  address(): Promise<Address>;
  /** The folder of the session; undefined for a fixed address, which no later run of the daemon has. */
  readonly sessionDirectory: string | undefined;
}

export function fixedPlace(address: Address): Place {
  const { url, token } = checked(address);
  return { sessionDirectory: undefined, address: async () => ({ url, token }) };
}

/** The address without a slash at its end. Throws for one that would show the token to others. */
export function checked({ url, token }: Address): Address {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new ClientError("invalid_address", "the address of a daemon is a URL of http or https");
  if (parsed.username !== "" || parsed.password !== "" || parsed.search !== "" || parsed.hash !== "")
    throw new ClientError("invalid_address", "the address of a daemon has no user, query or fragment");
  if (parsed.protocol === "http:" && !LOOPBACK.test(parsed.hostname))
    throw new ClientError("invalid_address", "without TLS a token is sent to this machine alone");
  if (!/^[!-~]+$/.test(token)) throw new ClientError("invalid_token", "a token is printable ASCII without spaces");
  return { url: parsed.href.replace(/\/$/, ""), token };
}

/** Host names as a URL writes them. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
