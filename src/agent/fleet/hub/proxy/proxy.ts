/**
 * `/api/v1/sessions/{session_id}/daemon/…`: any request to the daemon of a session, with the daemon's credential in place of the caller's
 * (P-S49, spec 5.2).
 */
import { daemonRoutes, proxyPath } from "../../../../generated/protocol/tables.js";
import { framingOf } from "../../../machine/interfaces/framing.js";
import type { Exchange } from "../../../machine/interfaces/listen.js";
import { daemonServed } from "../../../session/daemon/served.js";
import { type Refusal, refuse } from "../../../wire/protocol/codes.js";
import { daemonRouter, splitTarget } from "../../../wire/protocol/router.js";
import type { Authority } from "../../../wire/protocol/routes.js";
import type { OtherAnswer, Passed } from "../../../wire/server/server.js";
import { type Located, locate, type RunningDaemon, type SourceHost } from "../sources/daemon.js";
import { type Attempt, isRepeatable, type PassHost, type PassRequest, pass } from "./pass.js";

export interface ProxyHost extends SourceHost, PassHost {}

/** Checks a caller; the answer is the same for existing and unknown sessions. */
export type Permit = (authority: Authority, sessionId: string) => Refusal | undefined;

/** Begins the answer; undefined for a request outside the proxy's path. */
export type Proxy = (exchange: Exchange, permit: Permit) => OtherAnswer | undefined;

function mistaken(mistake: string): Passed {
  return { refusal: refuse("invalid_request", { details: { mistake } }) };
}

const UNREACHABLE: Passed = { refusal: refuse("daemon_unreachable") };

export function proxyOf(host: ProxyHost, state: string): Proxy {
  const places = new Places(host, state);

  async function passed(exchange: Exchange, target: ProxyTarget, permit: Permit): Promise<Passed> {
    const { method } = exchange;
    const refusal = permit(authorityOf(method, target.path), target.sessionId);
    if (refusal !== undefined) return { refusal };
    const framing = framingOf(exchange.headers);
    // The answer to `CONNECT` would be a tunnel.
    if (method === "CONNECT") return mistaken("not_supported");
    if (segmentsOf(target.path) === undefined) return mistaken("wrong_path");
    if (framing === undefined) return mistaken("framing");
    return sent({ exchange, target: target.target, framing }, target.sessionId);
  }

  /** Retries once, if the daemon did not take the request or may take it twice. */
  async function sent(request: PassRequest, sessionId: string): Promise<Passed> {
    // A refused attempt has consumed the body: a command goes to the daemon's present address at once.
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
    const target = proxyTarget(exchange.target);
    return (
      target && {
        isCounted: !isUncounted(exchange.method, target.path),
        answer: () => passed(exchange, target, permit),
      }
    );
  };
}

const [BEFORE = "", AFTER = ""] = proxyPath.split("{session_id}");

/** The target of a request below the proxy's path (P-S49, P-S70). */
interface ProxyTarget {
  /** Unchecked; may be invalid. */
  readonly sessionId: string;
  /** The daemon's path, unchanged. */
  readonly path: string;
  /** Path and query, unchanged. */
  readonly target: string;
}

/** Undefined for a target outside the proxy's path. */
function proxyTarget(whole: string): ProxyTarget | undefined {
  if (!whole.startsWith(BEFORE)) return undefined;
  const { path } = splitTarget(whole);
  const end = path.indexOf("/", BEFORE.length);
  if (end === -1 || !path.startsWith(`${AFTER}/`, end)) return undefined;
  const at = end + AFTER.length;
  return { sessionId: path.slice(BEFORE.length, end), path: path.slice(at), target: whole.slice(at) };
}

/** The authority for a path of the daemon. An unknown path or method may belong to a later daemon. */
export function authorityOf(method: string, path: string): Authority {
  const match = daemonRouter(method, path);
  if (match.kind === "route") return daemonRoutes[match.name].authority;
  return method === "GET" || method === "HEAD" ? "read" : "manage";
}

/** Whether a full hub still answers a request: it shows that a daemon is alive, or ends its work. */
function isUncounted(method: string, path: string): boolean {
  const match = daemonRouter(method, path);
  return match.kind === "route" && daemonServed.uncounted.has(match.name);
}

/** The decoded segments, of which the last one may be empty; undefined for an ambiguous path. */
export function segmentsOf(path: string): readonly string[] | undefined {
  try {
    const all = path.slice(1).split("/").map(decodeURIComponent);
    const segments = all.at(-1) === "" ? all.slice(0, -1) : all;
    return segments.some((text) => text === "" || text === "." || text === ".." || /[/\\\p{Cc}]/u.test(text))
      ? undefined
      : all;
  } catch {
    return undefined;
  }
}

/** Beyond this number all places are dropped. */
const MOST_PLACES = 1024;

/** The last known addresses of daemons: finding one anew would read three files for each request. */
class Places {
  readonly #host: SourceHost;
  readonly #state: string;
  readonly #known = new Map<string, RunningDaemon>();

  constructor(host: SourceHost, state: string) {
    this.#host = host;
    this.#state = state;
  }

  /** The last known place, which may be wrong now. */
  known(sessionId: string): RunningDaemon | undefined {
    return this.#known.get(sessionId);
  }

  async look(sessionId: string): Promise<Located> {
    const located = await locate(this.#host, this.#state, sessionId);
    if (this.#known.size >= MOST_PLACES) this.#known.clear();
    if (located.kind === "running") this.#known.set(sessionId, located);
    else this.#known.delete(sessionId);
    return located;
  }
}
