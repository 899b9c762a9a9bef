/** The proxy of a hub: a request for a session goes to its daemon, with the daemon's own credential (spec 5.2, P-S49). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Passed } from "../../http/server.js";
import type { Clock } from "../../ports/clock.js";
import type { Forward, ForwardedHead, NotForwarded } from "../../ports/forward.js";
import type { Exchange } from "../../ports/listen.js";
import { type Refusal, refuse } from "../../wire/protocol/codes.js";
import type { Authority } from "../../wire/protocol/routes.js";
import { type Located, locate, type SourceHost } from "../sources/daemon.js";
import { answerHeaders, requestHeaders } from "./headers.js";
import { type ProxyTarget, proxyTarget } from "./target.js";

export interface ProxyHost extends SourceHost {
  readonly clock: Clock;
  readonly forward: Forward;
}

/** Whether the caller may do that in a session. */
export type Permit = (authority: Authority, sessionId: string) => Refusal | undefined;

export type Proxy = (exchange: Exchange, permit: Permit) => (() => Promise<Passed>) | undefined;

/** Milliseconds that the place of a daemon is used without another look at its files. */
const KNOWN = 1000;

type Running = Located & { readonly kind: "running" };

interface Known {
  readonly located: Running;
  readonly until: number;
}

const REFUSALS: Readonly<Record<NotForwarded["kind"], Refusal>> = {
  unreachable: refuse("daemon_unreachable"),
  silent: refuse("daemon_timeout"),
  slow: refuse("request_timeout"),
  // Nobody is there to hear it.
  gone: refuse("daemon_unreachable"),
};

/** Returns undefined for a request that is not for a daemon. */
export function proxyOf(host: ProxyHost, state: string): Proxy {
  const known = new Map<string, Known>();

  async function find(sessionId: string): Promise<Running | Refusal> {
    const there = known.get(sessionId);
    if (there !== undefined && host.clock.monotonic() < there.until) return there.located;
    known.delete(sessionId);
    const located = await locate(host, state, sessionId);
    if (located.kind === "unknown") return refuse("not_found");
    if (located.kind !== "running") return refuse("daemon_unreachable");
    known.set(sessionId, { located, until: host.clock.monotonic() + KNOWN });
    return located;
  }

  async function answerFor(
    exchange: Exchange,
    { sessionId, path }: ProxyTarget,
  ): Promise<ForwardedHead | { readonly refusal: Refusal }> {
    const located = await find(sessionId);
    if ("code" in located) return { refusal: located };
    const headers = requestHeaders(exchange.headers, located.token);
    const answer = await host.forward({ exchange, origin: located.url, path, headers, timeout: limits.proxyTimeout });
    if (answer.kind === "answered" && answer.status !== 401) return answer;
    // The daemon is another one by now.
    known.delete(sessionId);
    if (answer.kind === "answered") answer.leave();
    return { refusal: REFUSALS[answer.kind === "answered" ? "unreachable" : answer.kind] };
  }

  return (exchange, permit) => {
    const target = proxyTarget(exchange.method, exchange.target);
    if (target === undefined) return undefined;
    return async () => {
      if ("refusal" in target) return target;
      const refusal = permit(target.authority, target.sessionId);
      if (refusal !== undefined) return { refusal };
      const answer = await answerFor(exchange, target);
      if ("refusal" in answer) return answer;
      return { stream: () => answer.pass(answerHeaders(answer.headers)) };
    };
  };
}
