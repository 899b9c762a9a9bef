/** The refusals that failures of a capture, and of reading one, are answered with (P-S41, P-S42). */
import { FileError } from "../../ports/files.js";
import { SessionError } from "../../run/store/failure.js";
import { type Refusal, refuse } from "../../wire/protocol/codes.js";
import { NoRoom } from "./room.js";

/** Seconds until captures that are in use may have been read. */
const SOON = 1;

/** Every capture that is kept is in use. */
const NO_ROOM_NOW = refuse("snapshot_capacity_exceeded", { retryAfterSeconds: SOON });

/** Throws an unexpected error. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof SessionError) return refuse("history_corrupt");
  if (error instanceof FileError) return refuse("storage_unavailable");
  if (!(error instanceof NoRoom)) throw error;
  return error.reason === "too-large" ? refuse("fleet_capacity_exceeded", { status: 413 }) : NO_ROOM_NOW;
}
