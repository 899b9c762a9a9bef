/**
 * The callers of a hub and their authority (P-S48, P-S70): scope and target are two checks with two codes, and the scope comes first. A
 * refusal is the same whether the session exists or not.
 */
import type { HubToken } from "../../../../generated/protocol/types.js";
import type { Headers } from "../../../machine/interfaces/listen.js";
import { type Refusal, refuse } from "../../../wire/protocol/codes.js";
import type { Authority } from "../../../wire/protocol/routes.js";
import { allOf, bearerOf, type Gate, hostOf, isLoopback, type Judged } from "../../../wire/server/gate.js";
import type { Principals } from "./principals.js";

/** The token's data about its caller. */
export type Principal = Pick<HubToken, "kind" | "scopes" | "session_id">;

type Scope = HubToken["scopes"][number];

/** The scope that a kind needs for an authority. `implicit`: it needs none. A kind without an entry never has the authority. */
const NEEDED: Readonly<Record<HubToken["kind"], Readonly<Partial<Record<Authority, Scope | "implicit">>>>> = {
  machine: { fleet: "machine", read: "machine", control: "machine", manage: "machine" },
  human: { read: "sessions.read", control: "sessions.control", manage: "sessions.manage" },
  daemon: { read: "implicit", control: "implicit" },
};

/** Kinds that may use any session; the others are bound to one. */
const ANY_SESSION: ReadonlySet<HubToken["kind"]> = new Set(["machine", "human"]);

function hasScope({ kind, scopes }: Principal, authority: Authority): boolean {
  const needed = NEEDED[kind][authority];
  return needed === "implicit" || (needed !== undefined && scopes.includes(needed));
}

function mayReach({ kind, session_id }: Principal, sessionId: string): boolean {
  return ANY_SESSION.has(kind) || session_id === sessionId;
}

/** The refusal of a request for a session, or without one for the fleet; undefined for an allowed request. */
export function authorize(
  principal: Principal,
  authority: Authority,
  sessionId: string | undefined,
): Refusal | undefined {
  if (!hasScope(principal, authority)) return refuse("insufficient_scope");
  return sessionId === undefined || mayReach(principal, sessionId) ? undefined : refuse("target_not_allowed");
}

export interface HubNames {
  readonly scheme: "http" | "https";
  /** Names of its certificate, in lower case; `*.example` stands for one label more. */
  readonly names: readonly string[];
  /** Whether it listens on loopback, so that the names of loopback are its own too. */
  readonly isLocal: boolean;
}

const UNAUTHORIZED: Judged<Principal> = { denied: "unauthorized" };

/** The gate of a hub: callers with one of its tokens, under one of its own names, and pages that it served itself (P-S5, P-S71). */
export function hubGate(principals: Pick<Principals, "find">, names: HubNames): Gate<Principal> {
  return (headers) => {
    const token = bearerOf(headers);
    if (token === undefined) return UNAUTHORIZED;
    const caller = principals.find(token);
    return caller instanceof Promise
      ? caller.then((principal) => judged(principal, headers, names))
      : judged(caller, headers, names);
  };
}

function judged(caller: Principal | undefined, headers: Headers, names: HubNames): Judged<Principal> {
  if (caller === undefined) return UNAUTHORIZED;
  const denied = whyForeign(headers, names);
  return denied === undefined ? { caller } : { denied };
}

/** Why a request does not come from one of the hub's own pages or names; undefined if it does. */
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

/** Whether a wildcard matches a name: it stands for one label. */
function isBelow(name: string, own: string): boolean {
  return own.startsWith("*.") && name.indexOf(".") > 0 && name.slice(name.indexOf(".")) === own.slice(1);
}
