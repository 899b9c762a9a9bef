/** The gate of a hub: callers with a token of its own, under one of its own names, and pages that it served itself (P-S5, P-S71). */
import { allOf, bearerOf, type Gate, hostOf, isLoopback, type Judged } from "../../http/gate.js";
import type { Headers } from "../../ports/listen.js";
import type { Principal } from "./access.js";
import type { Principals } from "./principals.js";

/** The names that a hub answers to. */
export interface HubNames {
  readonly scheme: "http" | "https";
  /** Names of its certificate, in lower case; `*.example` stands for one label more. */
  readonly names: readonly string[];
  /** Whether it listens on loopback, and answers to the names of loopback too. */
  readonly isLocal: boolean;
}

const UNAUTHORIZED: Judged<Principal> = { denied: "unauthorized" };

export function hubGate(principals: Pick<Principals, "find">, names: HubNames): Gate<Principal> {
  return (headers) => {
    const token = bearerOf(headers);
    if (token === undefined) return UNAUTHORIZED;
    const found = principals.find(token);
    return found instanceof Promise
      ? found.then((principal) => judged(principal, headers, names))
      : judged(found, headers, names);
  };
}

function judged(caller: Principal | undefined, headers: Headers, names: HubNames): Judged<Principal> {
  if (caller === undefined) return UNAUTHORIZED;
  const denied = whyForeign(headers, names);
  return denied === undefined ? { caller } : { denied };
}

/** Why a request does not come from one of the hub's own pages or names; undefined when it does. */
export function whyForeign(headers: Headers, names: HubNames): "origin_not_allowed" | "host_not_allowed" | undefined {
  const host = hostOf(headers);
  const isOurs = ([origin]: readonly string[]): boolean =>
    host !== undefined && origin?.toLowerCase() === `${names.scheme}://${host.toLowerCase()}`;
  const origins = allOf(headers, "origin");
  if (origins.length > 1 || (origins.length === 1 && !isOurs(origins))) return "origin_not_allowed";
  return answersTo(host, names) ? undefined : "host_not_allowed";
}

function answersTo(host: string | undefined, { names, isLocal }: HubNames): boolean {
  if (isLocal && isLoopback(host)) return true;
  const name = host?.replace(/:\d{1,5}$/, "").toLowerCase();
  return name !== undefined && names.some((own) => own === name || isBelow(name, own));
}

/** Whether a wildcard covers a name: it stands for one label. */
function isBelow(name: string, own: string): boolean {
  return own.startsWith("*.") && name.indexOf(".") > 0 && name.slice(name.indexOf(".")) === own.slice(1);
}
