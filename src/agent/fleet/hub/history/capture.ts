/**
 * Captures a stopped session: checks its whole log against `final.json`, and copies its items and attachments into the spool (spec 2.6,
 * P-S40). Only reads the folder of the session, and compares it afterwards with its earlier state.
 */
import type { Finalized, LogEntry } from "../../../../generated/protocol/types.js";
import { FileError, type Files } from "../../../machine/interfaces/files.js";
import { sha256Digest } from "../../../machine/interfaces/hash.js";
import type { Advertisement } from "../../../session/store/advertised.js";
import { corrupt } from "../../../session/store/failure.js";
import { readSession } from "../../../session/store/open.js";
import type { SourceHost } from "../sources/daemon.js";
import { type StoppedSource, sourceOf } from "./source.js";
import type { Spool, SpoolWriter } from "./spool.js";

/** The part of the spool for the items: JSON, each followed by `SEPARATOR`. */
export const ITEMS = "items";

/** Between two items of a JSON array. */
export const SEPARATOR = ",\n";

/** Bytes of one read of an attachment; other work of the hub waits while they are hashed. */
const READ_BYTES = 524_288;

/** Bytes of one write of items. */
const WRITE_BYTES = 131_072;

interface CapturedAttachment extends Advertisement {
  /** `kept`: its bytes are in the spool, under its id. `gone`: the source does not have them. `damaged`: they do not match their digest. */
  readonly state: "kept" | "gone" | "damaged";
}

/** The part of a capture that stays in memory. */
export interface CaptureContents {
  readonly sessionId: string;
  readonly title: string | null;
  /** The mark of the source at its capture. */
  readonly mark: string;
  /** The ends of the items in their part, including `SEPARATOR`. */
  readonly ends: readonly number[];
  readonly attachments: ReadonlyMap<string, CapturedAttachment>;
}

/** The session was continued, removed or finalized again during its capture. */
export class SourceChanged extends Error {}

export interface CaptureTask {
  readonly host: SourceHost;
  readonly state: string;
  readonly sessionId: string;
  readonly source: StoppedSource;
  readonly final: Finalized;
  readonly spool: Spool;
  readonly spoolBytes: number;
  readonly capture: number;
  /** Resolves when the capture may take so many bytes in total. Rejects with `NoRoom` or a `FileError`. */
  readonly claim: (bytes: number) => Promise<void>;
}

/**
 * Rejects with `history_corrupt`, a `FileError`, `NoRoom` or `SourceChanged`; the caller then removes the capture's bytes from the spool.
 */
export async function captureSession(task: CaptureTask): Promise<CaptureContents> {
  let failure: unknown;
  try {
    const contents = await copied(task);
    if (await isUnchanged(task)) return contents;
  } catch (error) {
    // A changing folder looks damaged as well.
    if (await isUnchanged(task)) failure = damageOr(error, task);
  }
  throw failure ?? new SourceChanged();
}

async function isUnchanged({ host, state, sessionId, source }: CaptureTask): Promise<boolean> {
  const now = await sourceOf(host, state, sessionId);
  return now.kind === "stopped" && now.mark === source.mark;
}

/** A file of the session that is missing, or that is not a regular file, is damage; other failures of the disk are not. */
function damageOr(error: unknown, { source: { paths } }: CaptureTask): unknown {
  if (!(error instanceof FileError) || !error.path.startsWith(paths.directory)) return error;
  return error.failure === "missing" || error.failure === "not-a-file" ? corrupt("a file of the log is gone") : error;
}

async function copied(task: CaptureTask): Promise<CaptureContents> {
  const { host, state, sessionId, source, final, spool, capture, claim } = task;
  let granted = 0;
  const claimMore = async (bytes: number): Promise<void> => {
    if (bytes > granted) await claim(bytes);
    granted = Math.max(granted, bytes);
  };
  // The items are a part of the log; a log above the quota may still have few of them.
  const logBytes = final.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  await claimMore(Math.min(task.spoolBytes, logBytes));
  const part = await spool.make(capture, ITEMS);
  const items = new ItemsWriter(part, claimMore);
  const { history } = await readSession({ files: host.files, state, sessionId }, (entry) => items.take(entry))
    .then(async (session) => {
      await items.flush();
      return session;
    })
    .finally(() => part.close());
  const { artifacts, title } = history;
  const listed = [...artifacts].reduce((sum, [, { length }]) => sum + length, 0);
  await claim(items.bytes + listed);
  const attachments = new Map<string, CapturedAttachment>();
  for (const [id, about] of artifacts)
    attachments.set(id, { ...about, state: await copyAttachment(id, about.length, task) });
  const bytes = [...attachments.values()].reduce((sum, { state: at, length }) => sum + (at === "gone" ? 0 : length), 0);
  await claim(items.bytes + bytes);
  return { sessionId, title, mark: source.mark, ends: items.ends, attachments };
}

/** Writes the items of a log into the spool, with a part of them in memory at a time. */
class ItemsWriter {
  readonly ends: number[] = [];
  readonly #part: SpoolWriter;
  /** Resolves when the part may have so many bytes. */
  readonly #claim: (bytes: number) => Promise<void>;
  #waiting: Uint8Array[] = [];
  #written = 0;
  #end = 0;

  constructor(part: SpoolWriter, claim: (bytes: number) => Promise<void>) {
    [this.#part, this.#claim] = [part, claim];
  }

  /** Bytes of all items so far. */
  get bytes(): number {
    return this.#end;
  }

  /** Takes the item of an entry, if it has one; the caller must await a returned promise. */
  take(entry: LogEntry): Promise<void> | undefined {
    const item = entry.t === "item" || entry.t === "prompt" ? entry.item : undefined;
    if (item === undefined) return undefined;
    const bytes = Buffer.from(JSON.stringify(item) + SEPARATOR);
    this.#waiting.push(bytes);
    this.#end += bytes.length;
    this.ends.push(this.#end);
    return this.#end - this.#written < WRITE_BYTES ? undefined : this.flush();
  }

  /** Resolves when all items so far are in the spool. */
  async flush(): Promise<void> {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    await this.#claim(this.#end);
    await this.#part.append(Buffer.concat(waiting));
    this.#written = this.#end;
  }
}

/**
 * Copies an attachment and compares it with its digest (P-S43), as a clone if the file system can. Writes at most as many bytes as its item
 * gives. Rejects with a `FileError`.
 */
async function copyAttachment(id: string, length: number, task: CaptureTask): Promise<CapturedAttachment["state"]> {
  const { spool, capture } = task;
  const { files } = task.host;
  const path = files.join(task.source.paths.attachments, id);
  const source = await opened(files, path);
  if (source === undefined) return "gone";
  try {
    if ((await source.status()).size !== length) return "damaged";
    if (await isCloned(path, id, task)) {
      const copy = await spool.open(capture, id);
      try {
        return (await fits(copy, id, length)) ? "kept" : "damaged";
      } finally {
        await copy.close();
      }
    }
    const part = await spool.make(capture, id);
    try {
      return (await fits(source, id, length, (bytes) => part.append(bytes))) ? "kept" : "damaged";
    } finally {
      await part.close();
    }
  } finally {
    await source.close();
  }
}

async function opened(files: Files, path: string) {
  try {
    return await files.open(path, "read");
  } catch (error) {
    if (error instanceof FileError && (error.failure === "missing" || error.failure === "not-a-file")) return undefined;
    throw error;
  }
}

/** Also false if the file has lost its name since it was opened: its bytes can still be copied. */
async function isCloned(path: string, id: string, { spool, capture }: CaptureTask): Promise<boolean> {
  try {
    return await spool.clone(capture, id, path);
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return false;
    throw error;
  }
}

/** Reads a file to its end, and returns whether it has this digest and length; `see` receives its bytes. */
async function fits(
  file: { readAt(offset: number, length: number): Promise<Uint8Array> },
  id: string,
  length: number,
  see: (bytes: Uint8Array) => Promise<void> = async () => {},
): Promise<boolean> {
  const digest = sha256Digest();
  for (let at = 0; at < length; at += READ_BYTES) {
    const bytes = await file.readAt(at, Math.min(READ_BYTES, length - at));
    if (bytes.length === 0) return false;
    digest.add(bytes);
    await see(bytes);
  }
  return digest.hex() === id && (await file.readAt(length, 1)).length === 0;
}
