/** What a request below the proxy's path is for: a session, a path of its daemon, and the authority that this path asks for (P-S49, P-S70). */
import { daemonRoutes, proxyPath } from "../../../generated/protocol/tables.js";
import { daemonServed } from "../../daemon/served.js";
import { daemonRouter, splitTarget } from "../../wire/protocol/router.js";
import type { Authority } from "../../wire/protocol/routes.js";

const [BEFORE = "", AFTER = ""] = proxyPath.split("{session_id}");

export interface ProxyTarget {
  /** As it came; it may be the id of no session. */
  readonly sessionId: string;
  /** The daemon's path, as it came. */
  readonly path: string;
  /** Path and query, as they came. */
  readonly target: string;
}

/** Undefined for a target that is not below the proxy's path. */
export function proxyTarget(whole: string): ProxyTarget | undefined {
  if (!whole.startsWith(BEFORE)) return undefined;
  const { path } = splitTarget(whole);
  const end = path.indexOf("/", BEFORE.length);
  if (end === -1 || !path.startsWith(`${AFTER}/`, end)) return undefined;
  const at = end + AFTER.length;
  return { sessionId: path.slice(BEFORE.length, end), path: path.slice(at), target: whole.slice(at) };
}

/** The authority for a path of the daemon. A path or a method that is unknown may be one of a later daemon. */
export function authorityOf(method: string, path: string): Authority {
  const match = daemonRouter(method, path);
  if (match.kind === "route") return daemonRoutes[match.name].authority;
  return method === "GET" || method === "HEAD" ? "read" : "manage";
}

/** Whether a request is answered by a full hub too: it shows that a daemon is there, or ends its work. */
export function isUncounted(method: string, path: string): boolean {
  const match = daemonRouter(method, path);
  return match.kind === "route" && daemonServed.uncounted.has(match.name);
}

/** The decoded segments, of which the last one may be empty; undefined for a path that two readers could read differently. */
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

/** Whether segments are those of the redirect of an authorization, with a slash at the end or without, which a browser brings to the daemon itself. */
export function isCallback([mcp, , oauth, callback, ...others]: readonly string[]): boolean {
  return mcp === "mcp" && oauth === "oauth" && callback === "callback" && others.every((text) => text === "");
}
