/**
 * Why a tool server cannot be used, in words without any part of its configuration or of its answers (spec 2.7). The one thing that a server
 * itself may say is the last line before its end, which its log has scrubbed, and the scopes that a login lacks.
 */

import { quoteList } from "../../../text/quote.js";
import { ConnectError } from "../../machine/interfaces/connect.js";
import { LoginProblem } from "./oauth/problem.js";
import type { McpPackage } from "./package.js";

/**
 * `final`: trying again would not help. `login`: a user has to log in. `scope`: for more than so far. `expired`: the HTTP session is over. `unreachable`: no connection. `closed`:
 * the connection ended for a reason that is noted elsewhere. `ended`: its process has. `revision`: it speaks none that is spoken here. `again`: it may work later.
 */
export type ProblemKind =
  | "final"
  | "login"
  | "scope"
  | "expired"
  | "unreachable"
  | "closed"
  | "ended"
  | "revision"
  | "again";

export class ServerProblem extends Error {
  override readonly name = "ServerProblem";
  readonly kind: ProblemKind;
  /** Whether the server may speak another revision of MCP. */
  readonly mayBeOther: boolean;

  /** `clause` speaks of the server as "it". */
  constructor(clause: string, kind: ProblemKind = "again", mayBeOther = false) {
    super(clause);
    this.kind = kind;
    this.mayBeOther = mayBeOther;
  }
}

export const NEEDS_LOGIN = "it needs a login";

export const needsLogin = (): ServerProblem => new ServerProblem(NEEDS_LOGIN, "login");

/** A request was refused for a scope. `credential`: what was sent with it. */
export function lacksScope(scopes: readonly string[], credential: "login" | "credential"): ServerProblem {
  const words =
    scopes.length === 0
      ? `its ${credential} is not enough for this`
      : `its ${credential} lacks the ${scopes.length === 1 ? "scope" : "scopes"} ${quoteList(scopes, "and", NAMED)}`;
  return new ServerProblem(words, "scope");
}

/** Scopes that are named; a login asks for all of them. */
const NAMED = 4;

const START: Readonly<Record<string, string>> = {
  ENOENT: "its command was not found",
  ENOTDIR: "the working directory was not found",
  EACCES: "its command cannot be executed",
  ENORECORD: "the folder of the session cannot be written",
  ENOEXEC: "its command is no program",
};

/** `code`: the system's own code for a program that does not start. */
export function startProblem(code: string): ServerProblem {
  const known = Object.hasOwn(START, code) ? START[code] : undefined;
  if (known !== undefined) return new ServerProblem(known, "final");
  return new ServerProblem(`its command does not start${/^[A-Z0-9_]+$/.test(code) ? ` (${code})` : ""}`);
}

/** The problem behind an error of the package or of a port. */
export function problemOf(
  error: unknown,
  { ProtocolError, SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError }: McpPackage,
): ServerProblem {
  for (let depth = 0, one = error; one instanceof Error && depth < 8; depth += 1, one = one.cause) {
    if (one instanceof ServerProblem) return one;
    if (one instanceof LoginProblem) return new ServerProblem(`its login cannot be renewed: ${one.message}`);
    if (one instanceof ConnectError) return unreachable(one);
    if (one instanceof UnauthorizedError) return needsLogin();
    if (one instanceof SdkHttpError) return refused(one.status);
    if (one instanceof SdkError && one.code === SdkErrorCode.ConnectionClosed)
      return new ServerProblem("the connection has ended", "closed");
    if (one instanceof ProtocolError) return new ServerProblem("it answered with an error", "final");
  }
  return new ServerProblem("it answers with something that is not MCP");
}

function unreachable({ failure, detail }: ConnectError): ServerProblem {
  if (failure === "aborted") return new ServerProblem("the request was cancelled");
  if (failure === "certificate") return new ServerProblem(`its certificate is not trusted (${detail})`, "final");
  return new ServerProblem(`it cannot be reached (${detail})`, "unreachable");
}

function refused(status: number | undefined): ServerProblem {
  // With a login of OAuth the package throws an error of its own.
  if (status === 401) return new ServerProblem("it wants a login or another key (401): look at its `auth`", "login");
  if (status === 403) return new ServerProblem("it refuses the credential (403)", "final");
  if (status !== undefined && status >= 300 && status < 400)
    return new ServerProblem(`it sends requests elsewhere (${status})`, "final");
  return new ServerProblem(`it refuses requests${status === undefined ? "" : ` (${status})`}`);
}
