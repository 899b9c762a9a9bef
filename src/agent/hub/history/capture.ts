/**
 * Capturing a stopped session: its log is checked whole against `final.json`, and its items and attachments are copied into the spool (spec
 * 2.6, P-S40). The folder of the session is only read, and compared afterwards with what it was before.
 */
import type { Finalized, LogEntry } from "../../../generated/protocol/types.js";
import { FileError, type Files } from "../../ports/files.js";
import { sha256Digest } from "../../ports/hash.js";
import type { Advertisement } from "../../run/store/advertised.js";
import { corrupt } from "../../run/store/failure.js";
import { readSession } from "../../run/store/open.js";
import type { SourceHost } from "../sources/daemon.js";
import { type StoppedSource, sourceOf } from "./source.js";
import type { Spool, SpoolWriter } from "./spool.js";

/** The part of the spool that holds the items: JSON, each followed by `SEPARATOR`. */
export const ITEMS = "items";

/** Between two items of a JSON array. */
export const SEPARATOR = ",\n";

/** Bytes of one read of an attachment; other work of the hub waits while they are added to the digest. */
const READ_BYTES = 524_288;

/** Bytes of one write of items. */
const WRITE_BYTES = 131_072;

interface CapturedAttachment extends Advertisement {
  /** `kept`: its bytes are in the spool, under its id. `gone`: the source has none. `damaged`: they do not fit their digest. */
  readonly state: "kept" | "gone" | "damaged";
}

/** What stays of a capture in memory. */
export interface Captured {
  readonly sessionId: string;
  readonly title: string | null;
  /** The source when it was captured. */
  readonly mark: string;
  /** The ends of the items in their part, `SEPARATOR` counted. */
  readonly ends: readonly number[];
  readonly attachments: ReadonlyMap<string, CapturedAttachment>;
}

/** The session was continued, removed or finalized anew while it was captured. */
export class SourceChanged extends Error {}

export interface CaptureTask {
  readonly host: SourceHost;
  readonly state: string;
  readonly sessionId: string;
  readonly source: StoppedSource;
  readonly final: Finalized;
  readonly spool: Spool;
  /** Most bytes of the spool. */
  readonly spoolBytes: number;
  /** Its number. */
  readonly capture: number;
  /** Resolves when the capture may take so many bytes in total. Rejects with `NoRoom` or a `FileError`. */
  readonly claim: (bytes: number) => Promise<void>;
}

/** Rejects with `history_corrupt`, a `FileError`, `NoRoom` or `SourceChanged`; what is in the spool then is to be removed. */
export async function captureSession(task: CaptureTask): Promise<Captured> {
  let failure: unknown;
  try {
    const captured = await copied(task);
    if (await isUnchanged(task)) return captured;
  } catch (error) {
    // A folder that changes looks damaged as well.
    if (await isUnchanged(task)) failure = damageOr(error, task);
  }
  throw failure ?? new SourceChanged();
}

async function isUnchanged({ host, state, sessionId, source }: CaptureTask): Promise<boolean> {
  const now = await sourceOf(host, state, sessionId);
  return now.kind === "stopped" && now.mark === source.mark;
}

/** A file of the session that is gone, or that is no file, is damage; any other failure of the disk is none. */
function damageOr(error: unknown, { source: { paths } }: CaptureTask): unknown {
  if (!(error instanceof FileError) || !error.path.startsWith(paths.directory)) return error;
  return error.failure === "missing" || error.failure === "not-a-file" ? corrupt("a file of the log is gone") : error;
}

async function copied(task: CaptureTask): Promise<Captured> {
  const { host, state, sessionId, source, final, spool, capture, claim } = task;
  let granted = 0;
  const claimMore = async (bytes: number): Promise<void> => {
    if (bytes > granted) await claim(bytes);
    granted = Math.max(granted, bytes);
  };
  // The items are a part of the log; a log of more than the quota may still have few of them.
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

/** The items of a log on their way into the spool: a part of them is in memory at a time. */
class ItemsWriter {
  /** The ends of the items. */
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

  /** Takes the item of an entry, if it has one; its promise, if any, has to be waited for. */
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
 * Copies an attachment and compares it with its digest (P-S43), as a clone where the file system can. At most as many bytes are written as its
 * item says. Rejects with a `FileError`.
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

/** False as well when the file has lost its name since it was opened: its bytes can still be copied. */
async function isCloned(path: string, id: string, { spool, capture }: CaptureTask): Promise<boolean> {
  try {
    return await spool.clone(capture, id, path);
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return false;
    throw error;
  }
}

/** Reads a file to its end, and whether it is the one of this digest and length; `see` gets its bytes. */
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
