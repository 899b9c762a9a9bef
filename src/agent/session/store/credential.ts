/** The bearer token of a daemon, in a file (spec 5.1, P-S3). */
import type { DaemonCredential } from "../../../generated/protocol/types.js";
import { FileError, type Files, replaceFile } from "../../machine/interfaces/files.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";
import { isCredential, jsonBytes, parsed } from "./check.js";

/** `reason` completes "the credential file …" and never holds anything of the file. */
export type CredentialReading =
  | { readonly kind: "loaded"; readonly token: string }
  | { readonly kind: "not-loadable"; readonly reason: string };

/** Most bytes of a credential file. */
const CREDENTIAL_BYTES = 65_536;

/** The permission bits of group and others. */
const FOR_OTHERS = 0o077;

/** Reads a credential. Never rejects: a daemon without one runs, and refuses every request. */
export async function readCredential(files: Files, path: string): Promise<CredentialReading> {
  try {
    return await read(files, path);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return notLoadable(REASONS[error.failure] ?? `cannot be read (${error.detail})`);
  }
}

const REASONS: Partial<Record<string, string>> = {
  missing: "is not there",
  "not-a-file": "is no regular file",
};

const NO_CREDENTIAL =
  'holds no credential: `{"version":1,"kind":"agent-daemon-credential","token":"…"}`, a token of at least 32 characters';

async function read(files: Files, path: string): Promise<CredentialReading> {
  const file = await files.open(path, "read");
  try {
    // The mode of the opened file: the name may mean another file by now.
    const { mode } = await file.status();
    if ((mode & FOR_OTHERS) !== 0) return notLoadable("is not its user's alone: its mode should be 0600");
    const bytes = await file.readAt(0, CREDENTIAL_BYTES + 1);
    if (bytes.length > CREDENTIAL_BYTES) return notLoadable("is too long");
    const value = parsed(bytes);
    if (value === undefined) return notLoadable("is not JSON");
    return isCredential(value) ? { kind: "loaded", token: value.token } : notLoadable(NO_CREDENTIAL);
  } finally {
    await file.close();
  }
}

function notLoadable(reason: string): CredentialReading {
  return { kind: "not-loadable", reason };
}

/** Writes a fresh credential, whose directory must be there, and returns its token: 32 random bytes as 64 hex digits. */
export async function makeCredential(files: Files, random: Random, path: string): Promise<string> {
  const token = randomHex(random, 32);
  const credential: DaemonCredential = { version: 1, kind: "agent-daemon-credential", token };
  await replaceFile(files, path, jsonBytes(credential));
  return token;
}
