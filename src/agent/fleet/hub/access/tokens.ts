/** `hub/tokens.json` of a state directory: the principals of its hubs (P-S47). A token is shown once; the file holds its digest. */
import type { HubToken, HubTokens } from "../../../../generated/protocol/types.js";
import { isHubTokens } from "../../../../generated/protocol/validators.js";
import { type Clock, sleep } from "../../../machine/interfaces/clock.js";
import { FileError, type Files, replaceFile } from "../../../machine/interfaces/files.js";
import { sha256Hex } from "../../../machine/interfaces/hash.js";
import type { Processes } from "../../../machine/interfaces/processes.js";
import { type Random, randomHex } from "../../../machine/interfaces/random.js";
import { jsonBytes, parsed } from "../../../session/store/check.js";
import { takeLock } from "../../../session/store/lock.js";
import { tokensPath } from "../paths.js";

export interface TokensHost {
  readonly files: Files;
  readonly processes: Processes;
  readonly random: Random;
  readonly clock: Clock;
}

/** A new principal, with its creator's data. */
export type NewPrincipal = Pick<HubToken, "kind" | "scopes" | "session_id" | "delegated" | "process">;

/** The file exists and is not a list of tokens. It stays unchanged. */
export class TokensDamaged extends Error {
  override readonly name = "TokensDamaged";
}

/** Most bytes of the file: some ten thousand tokens. */
const FILE_BYTES = 8 * 1024 * 1024;

/** Bytes of a token and of its id. */
const TOKEN_BYTES = 32;
const ID_BYTES = 6;

/** Milliseconds between two attempts to take the lock of the file, and their number. */
const INTERVAL = 20;
const ATTEMPTS = 250;

/** Makes a principal; only the caller has the token. Rejects with a `FileError` or `TokensDamaged`. */
export async function createToken(
  host: TokensHost,
  state: string,
  principal: NewPrincipal,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = randomHex(host.random, TOKEN_BYTES);
  const id = randomHex(host.random, ID_BYTES);
  const hubToken: HubToken = {
    ...{ id, digest: sha256Hex(token), ...principal },
    created_at: new Date(host.clock.now()).toISOString(),
  };
  await change(host, state, (tokens) => [...tokens, hubToken]);
  return { id, token };
}

/** Removes a principal; false for an unknown id. Rejects as `createToken` does. */
export async function revokeToken(host: TokensHost, state: string, id: string): Promise<boolean> {
  let isThere = false;
  await change(host, state, (tokens) => {
    const others = tokens.filter((token) => token.id !== id);
    isThere = others.length < tokens.length;
    return others;
  });
  return isThere;
}

/** Whether a principal is valid: one that was made for a process is while that runs. */
export function isLasting({ process }: HubToken, processes: Processes): boolean {
  return process === undefined || processes.mayRun(process);
}

/** All principals, the oldest first; empty without a file. Rejects as `createToken` does. */
export async function readTokens(files: Files, state: string): Promise<readonly HubToken[]> {
  try {
    const value = parsed(await files.read(tokensPath(files.join, state), FILE_BYTES));
    if (isHubTokens(value)) return value.tokens;
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return [];
    throw error;
  }
  throw new TokensDamaged("hub/tokens.json is damaged");
}

/** Several processes may change the file at once: under a lock, each reads it and writes it whole, without expired principals. */
async function change(
  host: TokensHost,
  state: string,
  next: (tokens: readonly HubToken[]) => readonly HubToken[],
): Promise<void> {
  const { files, clock } = host;
  const path = tokensPath(files.join, state);
  await files.makeDirectory(files.join(path, ".."));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const lock = await takeLock(host, `${path}.lock`);
    if (lock === undefined) {
      await sleep(clock, INTERVAL);
      continue;
    }
    try {
      const tokens = next((await readTokens(files, state)).filter((token) => isLasting(token, host.processes)));
      await replaceFile(files, path, jsonBytes({ version: 1, tokens: [...tokens] } satisfies HubTokens));
    } finally {
      await lock.release();
    }
    return;
  }
  throw new FileError("io", path, "another process holds its lock");
}
