/**
 * The two ways to speak MCP (P-S99): with a handshake, as all revisions up to 2025-11-25 do, and without one, as 2026-07-28 does. Over HTTP a server
 * is asked without it first, as its newer clients do, and an older one refuses that; a child process gets the handshake first, because an older
 * one may end at anything else.
 */
import { enumerate } from "../../../text/quote.js";
import type { McpPackage } from "./package.js";

export type Revision = "handshake" | "2026-07-28";

export const FIRST: Readonly<Record<"stdio" | "http", Revision>> = { stdio: "handshake", http: "2026-07-28" };

export const OTHER: Readonly<Record<Revision, Revision>> = { handshake: "2026-07-28", "2026-07-28": "handshake" };

/** Statuses of refusals that are about something else than the request. */
const OF_THE_CALLER: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/** Whether the first request was refused as a server refuses one that speaks in the other way; the code of its error is its own affair. */
export function mayBeOther(
  error: unknown,
  { ProtocolError, SdkError, SdkErrorCode, SdkHttpError }: McpPackage,
): boolean {
  if (error instanceof SdkHttpError) {
    const { status = 0 } = error;
    return status >= 400 && !OF_THE_CALLER.has(status);
  }
  if (error instanceof ProtocolError) return true;
  if (error instanceof SdkError) return error.code === SdkErrorCode.EraNegotiationFailed && error.cause === undefined;
  return versionsIn(error).some(isSpoken);
}

/** A clause about a server that speaks other revisions alone; undefined for any other error. */
export function revisionProblem(error: unknown): string | undefined {
  const versions = versionsIn(error);
  if (versions.length === 0 || versions.some(isSpoken)) return undefined;
  return `it speaks MCP of ${enumerate(versions.slice(0, MOST), "and")}, which is not spoken here`;
}

const REVISION = /^\d{4}-\d{2}-\d{2}$/;
/** The package's words for an answer to the handshake with a revision that it does not speak. */
const UNSUPPORTED = /protocol version is not supported: (.*)$/;
const MOST = 4;

/** The revisions of a server that an error names. */
function versionsIn(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const { data } = error as { readonly data?: unknown };
  const { supported } = typeof data === "object" && data !== null ? (data as { readonly supported?: unknown }) : {};
  const named: readonly unknown[] = Array.isArray(supported) ? supported : [UNSUPPORTED.exec(error.message)?.[1]];
  return named.filter((one): one is string => typeof one === "string" && REVISION.test(one));
}

function isSpoken(version: string): boolean {
  return version === "2026-07-28" || version === "2025-11-25";
}
