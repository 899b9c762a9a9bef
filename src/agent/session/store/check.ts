/** Checks of the files that the store reads back: the fields that it uses. The schemas describe the rest. */
import { limits } from "../../../generated/protocol/tables.js";
import type { DaemonCredential, Finalized, LogEntry, SessionFile, Startup } from "../../../generated/protocol/types.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import { isArtifactId } from "./artifacts.js";

type Fields = Readonly<Record<string, unknown>>;

/** Most bytes of a small file of a session. */
const SMALL_FILE = 1_048_576;

/** The value of a small file; undefined when it is not JSON, or too long. Rejects with a `FileError`. */
export async function readJson(files: Files, path: string): Promise<unknown> {
  try {
    return parsed(await files.read(path, SMALL_FILE));
  } catch (error) {
    // No other attempt would read it.
    if (error instanceof FileError && error.detail === "EFBIG") return undefined;
    throw error;
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** The value of JSON in UTF-8; undefined for other bytes. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes));
  } catch {
    return undefined;
  }
}

/** The bytes of a small file, indented, as people read it too. */
export function jsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isOptional = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);

export function isSessionFile(value: unknown): value is SessionFile {
  if (!isFields(value) || value["version"] !== 1) return false;
  const { session_id, created_at, working_directory, working_directory_owner, title } = value;
  if (!isText(session_id) || !isText(created_at) || !isText(working_directory)) return false;
  return isOptional(working_directory_owner, isCount) && isOptional(title, isText);
}

const STATES: ReadonlySet<string> = new Set(["starting", "ready", "failed", "stopped"] satisfies Startup["state"][]);

export function isStartup(value: unknown): value is Startup {
  if (!isFields(value) || value["version"] !== 1) return false;
  const { state, pid, url, session_id, daemon_epoch, started_at } = value;
  if (!isText(state) || !STATES.has(state)) return false;
  if (!isCount(pid) || !isText(session_id) || !isText(daemon_epoch) || !isText(started_at)) return false;
  return [url, value["credential_file"], value["code"], value["message"]].every((text) => isOptional(text, isText));
}

export function isFinalized(value: unknown): value is Finalized {
  if (!isFields(value) || value["version"] !== 1) return false;
  const { session_id, finalized_at, title, last_at, total_items, entries, segments } = value;
  if (!isOptional(title, isTextOrNull) || !isOptional(last_at, isText)) return false;
  if (!isText(session_id) || !isText(finalized_at) || !isCount(total_items) || !isCount(entries)) return false;
  return Array.isArray(segments) && segments.every(isFinalSegment);
}

function isFinalSegment(value: unknown): boolean {
  return isFields(value) && isText(value["name"]) && isCount(value["bytes"]) && isText(value["sha256"]);
}

export function isCredential(value: unknown): value is DaemonCredential {
  if (!isFields(value) || value["version"] !== 1 || value["kind"] !== "agent-daemon-credential") return false;
  const { token } = value;
  return isText(token) && token.length >= limits.credentialCharacters && /^[!-~]+$/.test(token);
}

/** Whether a line has the fields of its kind. A line of an unknown kind counts for its number alone. */
export function isLogEntry(value: Fields): value is Fields & LogEntry {
  if (!isText(value["at"]) || !isText(value["t"])) return false;
  switch (value["t"]) {
    case "segment":
      return isText(value["session_id"]) && isCount(value["segment"]) && isTextOrNull(value["previous"]);
    case "epoch":
      return isText(value["daemon_epoch"]);
    case "prompt":
      return (
        isText(value["prompt_id"]) &&
        isCount(value["generation"]) &&
        isTextOrNull(value["model"]) &&
        isTextOrNull(value["facet"]) &&
        isOptional(value["item"], isItem) &&
        isOptional(value["operation"], isCorrelation)
      );
    case "input":
      return (
        isInput(value["input"]) &&
        isText(value["queue_revision"]) &&
        isTextOrNull(value["model"]) &&
        isOptional(value["facet"], isText) &&
        isOptional(value["operation"], isCorrelation)
      );
    case "dequeue":
      return (
        isTextOrNull(value["prompt_id"]) &&
        isText(value["queue_revision"]) &&
        isOptional(value["operation"], isCorrelation)
      );
    case "answer":
      return isText(value["id"]) && isText(value["resolution"]) && isOptional(value["operation"], isCorrelation);
    case "item":
      return isItem(value["item"]);
    case "turn":
      return isText(value["prompt_id"]) && isText(value["outcome"]);
    case "compacting":
      return isText(value["compaction_id"]) && isOptional(value["operation"], isCorrelation);
    case "compacted":
      return (
        isText(value["compaction_id"]) &&
        isText(value["text"]) &&
        ["items", "before", "after"].every((name) => isCount(value[name])) &&
        isOptional(value["elided"], isElided)
      );
    case "session":
      return ["title", "model", "facet"].every((name) => isOptional(value[name], isTextOrNull));
    default:
      return true;
  }
}

function isInput(value: unknown): boolean {
  return isFields(value) && isText(value["prompt_id"]) && isCount(value["generation"]) && hasArtifacts(value);
}

function isCorrelation(value: unknown): boolean {
  return isFields(value) && ["window_id", "operation", "payload"].every((name) => isText(value[name]));
}

function isItem(value: unknown): boolean {
  if (!isFields(value) || !isText(value["item_id"]) || !isCount(value["index"])) return false;
  return isText(value["kind"]) && hasArtifacts(value);
}

/** Whether the artifacts of an item, or of an input, have ids that paths may be made of. */
function hasArtifacts({ text, attachments, elided }: Fields): boolean {
  const isList = attachments === undefined || (Array.isArray(attachments) && attachments.every(isAttachment));
  return isList && isOptional(text, isText) && isOptional(elided, isElided);
}

function isElided(value: unknown): boolean {
  return isFields(value) && isCount(value["bytes"]) && isOptional(value["artifact_id"], isId);
}

function isAttachment(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (value["unavailable"] === true) return true;
  const { artifact_id, media_type, total_length, name } = value;
  return isId(artifact_id) && isText(media_type) && isCount(total_length) && isOptional(name, isText);
}

function isId(value: unknown): boolean {
  return isText(value) && isArtifactId(value);
}
