/**
 * Why a login fails, in words of our own. Servers choose the text of their errors, and may put a credential into it: none of that text is
 * repeated.
 */
import { ConnectError } from "../../../machine/interfaces/connect.js";
import { FileError } from "../../../machine/interfaces/files.js";

/** `message` completes "the login failed: …". */
export class LoginProblem extends Error {
  override readonly name = "LoginProblem";
}

/** The words for anything that a step of a login rejects with. */
export function wordsOf(error: unknown): string {
  if (error instanceof LoginProblem) return error.message;
  if (error instanceof ConnectError) return CONNECT[error.failure](error.detail);
  if (error instanceof FileError) return `it cannot be kept on the disk (${error.detail})`;
  if (error instanceof TypeError && error.cause !== undefined) return wordsOf(error.cause);
  const name = error instanceof Error ? error.name : "";
  if (name === "OAuthError") return `the authorization server refused it${codeOf(error)}`;
  return NAMED[name] ?? "the authorization server gave an answer that cannot be used";
}

/** Whether an authorization server says that a grant is over, or does not know a client that it has registered itself. */
export function isOver(error: unknown, isRegistered: boolean): boolean {
  const code = oauthCode(error);
  // A client of the configuration may be misspelt for now: its grant is still good.
  return code === "invalid_grant" || (isRegistered && (code === "invalid_client" || code === "unauthorized_client"));
}

const CONNECT: Readonly<Record<ConnectError["failure"], (detail: string) => string>> = {
  unreachable: (detail) => `a server of the login cannot be reached (${detail})`,
  certificate: (detail) => `the certificate of a server of the login is not trusted (${detail})`,
  aborted: () => "it was cancelled, or took too long",
};

const NAMED: Readonly<Record<string, string>> = {
  IssuerMismatchError: "the answer is not of the authorization server that was asked",
  RegistrationRejectedError: "the authorization server refused to register this client",
  InsecureTokenEndpointError: "the authorization server takes codes without TLS",
};

/** The codes of RFC 6749, RFC 7591 and RFC 8707 that are worth repeating; another code may be any text. */
const CODES: ReadonlySet<string> = new Set([
  ...["access_denied", "invalid_client", "invalid_grant", "invalid_request", "invalid_scope", "invalid_target"],
  ...["server_error", "temporarily_unavailable", "unauthorized_client", "unsupported_grant_type"],
  "unsupported_response_type",
]);

function codeOf(error: unknown): string {
  const code = oauthCode(error);
  return CODES.has(code) ? ` (${code})` : "";
}

function oauthCode(error: unknown): string {
  const isOAuth = error instanceof Error && error.name === "OAuthError" && "code" in error;
  return isOAuth ? String(error.code) : "";
}

/** The problem of an authorization server that sends the browser back with an error instead of a code. */
export function refusedWith(code: string): LoginProblem {
  if (code === "access_denied")
    return new LoginProblem("its user or the authorization server refused it (access_denied)");
  return new LoginProblem(`the authorization server refused it${CODES.has(code) ? ` (${code})` : ""}`);
}
