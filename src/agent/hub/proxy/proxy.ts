/** `/api/v1/sessions/{session_id}/daemon/…`: any request to the daemon of a session, with the daemon's credential in the place of the caller's (P-S49, spec 5.2). */
import type { Beside, Passed } from "../../http/server.js";
import { framingOf } from "../../ports/framing.js";
import type { Exchange } from "../../ports/listen.js";
import { type Refusal, refuse } from "../../wire/protocol/codes.js";
import type { Authority } from "../../wire/protocol/routes.js";
import type { SourceHost } from "../sources/daemon.js";
import { type Attempt, isRepeatable, type PassHost, type PassRequest, pass } from "./pass.js";
import { Places } from "./places.js";
import { authorityOf, isCallback, isUncounted, type ProxyTarget, proxyTarget, segmentsOf } from "./target.js";

export interface ProxyHost extends SourceHost, PassHost {}

/** Judges a caller; the same for a session that exists and for one that does not. */
export type Permit = (authority: Authority, sessionId: string) => Refusal | undefined;

/** Begins the answer; undefined for a request that is not below the proxy's path. */
export type Proxy = (exchange: Exchange, permit: Permit) => Beside | undefined;

const UNREACHABLE: Passed = { refusal: refuse("daemon_unreachable") };

export function proxyOf(host: ProxyHost, state: string): Proxy {
  const places = new Places(host, state);

  async function passed(exchange: Exchange, asked: ProxyTarget, permit: Permit): Promise<Passed> {
    const { method } = exchange;
    const refusal = permit(authorityOf(method, asked.path), asked.sessionId);
    if (refusal !== undefined) return { refusal };
    const segments = segmentsOf(asked.path);
    const framing = framingOf(exchange.headers);
    // The answer to `CONNECT` would be a tunnel.
    if (segments === undefined || framing === undefined || method === "CONNECT")
      return { refusal: refuse("invalid_request") };
    if (isCallback(segments)) return { refusal: refuse("not_found") };
    return sent({ exchange, target: asked.target, framing }, asked.sessionId);
  }

  /** Tries once more only what the daemon has not taken, or what may be taken twice. */
  async function sent(request: PassRequest, sessionId: string): Promise<Passed> {
    // What a refused attempt has consumed cannot be sent again: a command is sent to where its daemon is now.
    const known = isRepeatable(request) ? places.known(sessionId) : undefined;
    if (known !== undefined) {
      const first = await pass(host, request, known, false);
      if (typeof first !== "string") return first;
    }
    const located = await places.look(sessionId);
    if (located.kind === "unknown") return { refusal: refuse("not_found") };
    if (located.kind !== "running") return UNREACHABLE;
    const attempt: Attempt = await pass(host, request, located, true);
    return typeof attempt === "string" ? UNREACHABLE : attempt;
  }

  return (exchange, permit) => {
    const asked = proxyTarget(exchange.target);
    return (
      asked && { isCounted: !isUncounted(exchange.method, asked.path), answer: () => passed(exchange, asked, permit) }
    );
  };
}
