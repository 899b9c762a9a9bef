/**
 * Who may do what at a hub (P-S48, P-S70): scope and target are two checks with two codes, and the scope comes first. A refusal says the
 * same whether the session exists or not.
 */
import type { HubToken } from "../../../generated/protocol/types.js";
import { type Refusal, refuse } from "../../wire/protocol/codes.js";
import type { Authority } from "../../wire/protocol/routes.js";

/** What a token says of the caller who has it. */
export type Principal = Pick<HubToken, "kind" | "scopes" | "session_id">;

type Scope = HubToken["scopes"][number];

/** The scope that a kind needs for an authority. `implicit`: none is needed. A kind that has no entry never has the authority. */
const NEEDED: Readonly<Record<HubToken["kind"], Readonly<Partial<Record<Authority, Scope | "implicit">>>>> = {
  machine: { fleet: "machine", read: "machine", control: "machine", manage: "machine" },
  human: { read: "sessions.read", control: "sessions.control", manage: "sessions.manage" },
  daemon: { read: "implicit", control: "implicit" },
};

/** Kinds that may reach any session; the others are bound to one. */
const ANY_SESSION: ReadonlySet<HubToken["kind"]> = new Set(["machine", "human"]);

function hasScope({ kind, scopes }: Principal, authority: Authority): boolean {
  const needed = NEEDED[kind][authority];
  return needed === "implicit" || (needed !== undefined && scopes.includes(needed));
}

function mayReach({ kind, session_id }: Principal, sessionId: string): boolean {
  return ANY_SESSION.has(kind) || session_id === sessionId;
}

/** The refusal of a request for a session, or for the fleet when it is for none; undefined when it is allowed. */
export function authorize(
  principal: Principal,
  authority: Authority,
  sessionId: string | undefined,
): Refusal | undefined {
  if (!hasScope(principal, authority)) return refuse("insufficient_scope");
  return sessionId === undefined || mayReach(principal, sessionId) ? undefined : refuse("target_not_allowed");
}
