/** The session and the path of its daemon that a request to the proxy is for (P-S49). */
import { daemonRoutes, proxyPath } from "../../../generated/protocol/tables.js";
import { type Refusal, refuse } from "../../wire/protocol/codes.js";
import { daemonRouter, splitTarget } from "../../wire/protocol/router.js";
import type { Authority } from "../../wire/protocol/routes.js";

export interface ProxyTarget {
  readonly sessionId: string;
  /** Path and query for the daemon, byte for byte. */
  readonly path: string;
  readonly authority: Authority;
}

const [BEFORE = "", AFTER = ""] = proxyPath.split("{session_id}");

/** The callback of a login is for the program that began it, on its own machine. */
const CALLBACK = /^\/mcp\/[^/]*\/oauth\/callback$/;

/** Undefined for a target that is not below the path of the proxy. */
export function proxyTarget(method: string, target: string): ProxyTarget | { readonly refusal: Refusal } | undefined {
  const { path, query } = splitTarget(target);
  if (!path.startsWith(BEFORE)) return undefined;
  const end = path.indexOf("/", BEFORE.length);
  const below = end === -1 ? "" : path.slice(end);
  if (!below.startsWith(`${AFTER}/`)) return undefined;
  const own = below.slice(AFTER.length);
  if (!isPlain(own)) return { refusal: refuse("invalid_request") };
  if (CALLBACK.test(decodeURIComponent(own))) return { refusal: refuse("not_found") };
  return {
    sessionId: path.slice(BEFORE.length, end),
    path: query === "" && !target.endsWith("?") ? own : `${own}?${query}`,
    authority: authorityOf(method, own),
  };
}

/** What nobody knows may change anything: of an unknown path, only reading needs less than everything. */
function authorityOf(method: string, path: string): Authority {
  const match = daemonRouter(method, path);
  if (match.kind === "route") return daemonRoutes[match.name].authority;
  return method === "GET" || method === "HEAD" ? "read" : "manage";
}

/** Whether no two readers of a path can understand it differently: no dots, slashes or controls in the place of a segment, however encoded. */
function isPlain(path: string): boolean {
  return path
    .slice(1)
    .split("/")
    .every((segment) => {
      const text = decoded(segment);
      return text !== undefined && text !== "" && text !== "." && text !== ".." && !/[/\\\p{Cc}]/u.test(text);
    });
}

function decoded(segment: string): string | undefined {
  // Raw bytes that no path has could not be sent on.
  if (!/^[!-~]*$/.test(segment)) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
