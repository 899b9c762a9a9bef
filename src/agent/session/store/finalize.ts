/** `final.json`: segments and digests of the log of a session that ended in order (P-S40). Any later change of the log is damage. */
import type { Finalized } from "../../../generated/protocol/types.js";
import { FileError, type Files, replaceFile } from "../../machine/interfaces/files.js";
import { isFinalized, jsonBytes, readJson } from "./check.js";
import { corrupt } from "./failure.js";
import type { LogReading } from "./recover.js";

/** Writes `final.json`, whole. Rejects with a `FileError`. */
export async function writeFinal(files: Files, path: string, final: Finalized): Promise<void> {
  await replaceFile(files, path, jsonBytes(final));
}

/** Reads `final.json`; undefined when the session is not finalized. Rejects with `history_corrupt` when the file is not as it should be. */
export async function readFinal(files: Files, path: string): Promise<Finalized | undefined> {
  try {
    const value = await readJson(files, path);
    if (isFinalized(value)) return value;
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return undefined;
    throw error;
  }
  throw corrupt("final.json is damaged");
}

/** Throws `history_corrupt` when a log has changed since its session was finalized. */
export function checkFinal(final: Finalized, sessionId: string, reading: LogReading, items: number): void {
  if (final.session_id !== sessionId) throw corrupt("final.json is of another session");
  for (const [index, { name, bytes, sha256 }] of final.segments.entries()) {
    const there = reading.segments[index];
    if (there?.name !== name) throw corrupt(`${name} of the log is missing`);
    if (there.bytes !== bytes || there.digest.hex() !== sha256) throw corrupt(`${name} of the log has changed`);
  }
  const isWhole = reading.segments.length === final.segments.length && reading.entries === final.entries;
  if (!isWhole || items !== final.total_items) throw corrupt("the log is not what was finalized");
}
