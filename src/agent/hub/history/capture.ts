/**
 * Capturing a stopped session: its log is checked whole against `final.json`, and its items and attachments are copied into the spool (spec
 * 2.6, P-S40). The folder of the session is only read, and compared afterwards with what it was before.
 */
import type { Finalized } from "../../../generated/protocol/types.js";
import { FileError } from "../../ports/files.js";
import { corrupt } from "../../run/store/failure.js";
import { readSession } from "../../run/store/open.js";
import { type Captured, type CapturedAttachment, ITEMS } from "./captured.js";
import { copyAttachment } from "./copy.js";
import { ItemsWriter } from "./items.js";
import type { Room } from "./room.js";
import { type SourceHost, type StoppedSource, sourceOf } from "./source.js";
import type { Spool } from "./spool.js";

/** The session was continued, removed or finalized anew while it was captured. */
export class SourceChanged extends Error {}

export interface CaptureParts {
  readonly host: SourceHost;
  readonly state: string;
  readonly sessionId: string;
  readonly source: StoppedSource;
  readonly final: Finalized;
  readonly spool: Spool;
  readonly room: Room;
  /** Most bytes of the spool. */
  readonly spoolBytes: number;
  /** Its number. */
  readonly capture: number;
}

/** Rejects with `history_corrupt`, a `FileError`, `NoRoom` or `SourceChanged`; what is in the spool then is to be removed. */
export async function captureSession(parts: CaptureParts): Promise<Captured> {
  let failure: unknown;
  try {
    const captured = await copied(parts);
    if (await isUnchanged(parts)) return captured;
  } catch (error) {
    // A folder that changes looks damaged as well.
    if (await isUnchanged(parts)) failure = damageOr(error, parts);
  }
  throw failure ?? new SourceChanged();
}

async function isUnchanged({ host, state, sessionId, source }: CaptureParts): Promise<boolean> {
  const now = await sourceOf(host, state, sessionId);
  return now.kind === "stopped" && now.mark === source.mark;
}

/** A file of the session that is gone, or that is no file, is damage; any other failure of the disk is none. */
function damageOr(error: unknown, { source: { paths } }: CaptureParts): unknown {
  if (!(error instanceof FileError) || !error.path.startsWith(paths.directory)) return error;
  return error.failure === "missing" || error.failure === "not-a-file" ? corrupt("a file of the log is gone") : error;
}

async function copied({
  host,
  state,
  sessionId,
  source,
  final,
  spool,
  room,
  ...parts
}: CaptureParts): Promise<Captured> {
  const { files } = host;
  const { capture, spoolBytes } = parts;
  let granted = 0;
  const claim = async (bytes: number): Promise<void> => {
    if (bytes > granted) await room.claim(capture, bytes);
    granted = Math.max(granted, bytes);
  };
  // The items are a part of the log; a log of more than the quota may still have few of them.
  const logBytes = final.segments.reduce((sum, { bytes }) => sum + bytes, 0);
  await claim(Math.min(spoolBytes, logBytes));
  const part = await spool.make(capture, ITEMS);
  const items = new ItemsWriter(part, claim);
  const { history } = await readSession({ files, state, sessionId }, (entry) => items.take(entry))
    .then(async (session) => {
      await items.flush();
      return session;
    })
    .finally(() => part.close());
  const { artifacts, title } = history;
  const listed = [...artifacts].reduce((sum, [, { length }]) => sum + length, 0);
  await room.claim(capture, items.bytes + listed);
  const attachments = new Map<string, CapturedAttachment>();
  for (const [id, about] of artifacts) {
    const path = files.join(source.paths.attachments, id);
    attachments.set(id, { ...about, state: await copyAttachment(files, path, id, about, { spool, capture }) });
  }
  const bytes = [...attachments.values()].reduce((sum, { state: at, length }) => sum + (at === "gone" ? 0 : length), 0);
  await room.claim(capture, items.bytes + bytes);
  return { sessionId, title, mark: source.mark, ends: items.ends, attachments };
}
