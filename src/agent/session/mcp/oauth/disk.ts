/**
 * Where logins lie: `auth/mcp/<auth_key_name>/login.json` of the state directory, 0600 in directories of 0700 (P-S84). A file that others can
 * read or could have put there is no login. Several daemons share it: whoever changes it holds its lock.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import { type Clock, sleep } from "../../../machine/interfaces/clock.js";
import { FileError, type Files, replaceFile } from "../../../machine/interfaces/files.js";
import { isFields, jsonBytes, parsed } from "../../store/check.js";
import { type LockHost, takeLock } from "../../store/lock.js";
import type { OAuthServer } from "../host.js";
import { LoginProblem } from "./problem.js";

/** `reason` completes "the stored login …", and holds nothing of the file. */
export type LoginReading =
  | { readonly kind: "none" }
  | { readonly kind: "unusable"; readonly reason: string }
  | { readonly kind: "login"; readonly login: StoredLogin };

export interface LoginDisk extends LockHost {
  readonly clock: Clock;
  /** The state directory. */
  readonly state: string;
}

/** The permission bits of group and others. */
const FOR_OTHERS = 0o077;

/** The form of a directory's name (spec 2.10); the last rule of it keeps a path inside `auth/mcp`. */
const KEY = /^[0-9A-Za-z-]+(?:_[0-9A-Za-z-]+)*_?$/;

/** The directories from the state directory to the login, outermost first. Throws for a name that must not be one. */
function directoriesOf({ files, state }: LoginDisk, { authKey }: OAuthServer): readonly [string, string, string] {
  if (!KEY.test(authKey)) throw new LoginProblem("`auth_key_name` is no name of a directory");
  const auth = files.join(state, "auth");
  const mcp = files.join(auth, "mcp");
  return [auth, mcp, files.join(mcp, authKey)];
}

const fileIn = (files: Files, [, , directory]: readonly [string, string, string]): string =>
  files.join(directory, "login.json");

/** Reads the login of a server. Never rejects: a server without a usable login asks for a new one. */
export async function readLogin(disk: LoginDisk, server: OAuthServer): Promise<LoginReading> {
  const { files } = disk;
  try {
    const directories = directoriesOf(disk, server);
    const open = await firstOpenOf(files, directories);
    if (open !== undefined) return unusable(open);
    return await read(files, fileIn(files, directories), server);
  } catch (error) {
    if (error instanceof LoginProblem) return unusable(`cannot be looked for: ${error.message}`);
    if (!(error instanceof FileError)) throw error;
    if (error.failure === "missing") return { kind: "none" };
    return unusable(error.failure === "not-a-file" ? "is no regular file" : `cannot be read (${error.detail})`);
  }
}

async function read(files: Files, path: string, { url }: OAuthServer): Promise<LoginReading> {
  const file = await files.open(path, "read");
  try {
    // The mode of the opened file: the name may mean another file by now.
    const { mode } = await file.status();
    if ((mode & FOR_OTHERS) !== 0) return unusable("is not its user's alone: its mode should be 0600");
    const bytes = await file.readAt(0, limits.loginBytes + 1);
    if (bytes.length > limits.loginBytes) return unusable("is too long");
    const value = parsed(bytes);
    if (!isStoredLogin(value)) return unusable("is damaged");
    return value.server === url ? { kind: "login", login: value } : unusable("is of another address");
  } finally {
    await file.close();
  }
}

function unusable(reason: string): LoginReading {
  return { kind: "unusable", reason };
}

/** What is wrong with the first of these directories that is a link, or open to others; undefined when nothing is. */
async function firstOpenOf(files: Files, directories: readonly string[]): Promise<string | undefined> {
  for (const directory of directories) {
    const status = await files.status(directory);
    if (status === undefined) return undefined;
    if (status.kind !== "directory") return "is behind something that is no directory";
    if ((status.mode & FOR_OTHERS) !== 0) return "is in a directory that is open to others: its mode should be 0700";
  }
  return undefined;
}

/** Replaces the login of a server, while no other daemon does. */
export type WriteLogin = (login: StoredLogin) => Promise<void>;

/** Milliseconds between two attempts to take the lock, and how many there are: longer than the requests of one step may take. */
const PAUSE = 250;
const ATTEMPTS = Math.ceil((limits.loginRequests * 1.5) / PAUSE);

/** Runs with the lock of a login. Rejects with a `LoginProblem`, a `FileError`, or what `run` rejects with. */
export async function changing<Value>(
  disk: LoginDisk,
  server: OAuthServer,
  signal: AbortSignal,
  run: (write: WriteLogin) => Promise<Value>,
): Promise<Value> {
  const { files } = disk;
  const directories = directoriesOf(disk, server);
  await files.makeDirectory(directories[2]);
  const open = await firstOpenOf(files, directories);
  if (open !== undefined) throw new LoginProblem(`a login kept here ${open}`);
  const path = fileIn(files, directories);
  const lock = await locked(disk, files.join(directories[2], "lock"), signal);
  try {
    return await run((login) => replaceFile(files, path, jsonBytes(login)));
  } finally {
    await lock.release().catch(() => {});
  }
}

async function locked(disk: LoginDisk, path: string, signal: AbortSignal): Promise<{ release(): Promise<void> }> {
  for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt += 1) {
    const lock = await takeLock(disk, path);
    if (lock !== undefined) return lock;
    await sleep(disk.clock, PAUSE, signal);
  }
  throw new LoginProblem("another daemon does not let go of it");
}

export interface StoredLogin {
  readonly version: 1;
  readonly kind: "agent-mcp-login";
  /** The endpoint of the tool server. A project may name another server like one of its user, and must not get the token of that. */
  readonly server: string;
  readonly authorization_server: string;
  readonly resource?: string;
  readonly client: StoredClient;
  readonly tokens: StoredTokens;
}

/** The client that the login is of. The secret of a client that a configuration names stays in the configuration. */
export interface StoredClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly token_endpoint_auth_method?: string;
}

export interface StoredTokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** Most characters of a token; a header must have room for it. */
const LONGEST = 16_384;

/** Whether a token can be sent in a header, as it is and alone: a line break in it would begin another header. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST && /^[!-~]+$/.test(value);
}

/** A refresh token travels in the body of a request, which may hold spaces (RFC 6749, A.17). */
const isRefreshToken = (value: unknown): value is string =>
  typeof value === "string" && value.length <= LONGEST && /^[ -~]+$/.test(value);

/** Whether the tokens of an authorization server can be used. */
export function isTokens(value: unknown): value is StoredTokens {
  if (!isFields(value)) return false;
  const { access_token, refresh_token, scope } = value;
  return isToken(access_token) && (refresh_token === undefined || isRefreshToken(refresh_token)) && isTextOrNone(scope);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value);

function isStoredLogin(value: unknown): value is StoredLogin {
  if (!isFields(value) || value["version"] !== 1 || value["kind"] !== "agent-mcp-login") return false;
  const { server, authorization_server, resource, client, tokens } = value;
  if (!isText(server) || !isText(authorization_server) || !URL.canParse(authorization_server)) return false;
  if (!isTextOrNone(resource) || !isFields(client)) return false;
  const { client_id, client_secret, token_endpoint_auth_method } = client;
  return (
    isText(client_id) && isTextOrNone(client_secret) && isTextOrNone(token_endpoint_auth_method) && isTokens(tokens)
  );
}

/** The values of a login that no record, log or answer may show. */
export function secretsOf({ client, tokens }: StoredLogin): readonly string[] {
  return [tokens.access_token, tokens.refresh_token, client.client_secret].filter((value) => value !== undefined);
}
