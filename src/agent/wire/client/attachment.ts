/** The bytes of an attachment, range after range (spec 4.2, P-S43, P-S69). */
import type { AttachmentChunk } from "../../../generated/protocol/types.js";
import { DaemonError } from "./errors.js";
import { expectId } from "./place.js";

export interface AttachmentOptions {
  /** A checkpoint that lists the attachment; by default the present one. */
  readonly checkpoint?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Ranges {
  /** The artifact; its id is checked before any request. */
  readonly id: string;
  range(query: {
    readonly checkpoint: string;
    readonly offset: string;
    readonly length: string;
  }): Promise<AttachmentChunk>;
  latest(): Promise<string>;
  /**
   * Whether the present checkpoint may serve after this refusal. `isUntouched`: no range has been read yet by a checkpoint of the caller.
   */
  isOver(refusal: DaemonError, isUntouched: boolean): boolean;
}

/** Bytes of one range: in base64 it stays below 8 MiB. */
const RANGE_BYTES = 5 * 1024 * 1024;

/** Pieces of at most 5 MiB. An attachment has the same bytes at each checkpoint, so an expired one is replaced. */
export async function* bytesOf(ranges: Ranges, given: string | undefined): AsyncGenerator<Uint8Array, void, undefined> {
  expectId(ranges.id);
  let checkpoint = given ?? (await ranges.latest());
  let offset = 0;
  let total: number | undefined;
  let isRenewed = false;
  while (total === undefined || offset < total) {
    try {
      const chunk = await ranges.range({ checkpoint, offset: String(offset), length: String(RANGE_BYTES) });
      const bytes = decoded(chunk.data_base64);
      const end = offset + (bytes?.length ?? 0);
      const isRight =
        chunk.offset === offset && end <= chunk.total_length && (total ?? chunk.total_length) === chunk.total_length;
      if (bytes === undefined || !isRight || (bytes.length === 0 && end < chunk.total_length)) throw unreadable();
      total = chunk.total_length;
      offset = end;
      isRenewed = false;
      if (bytes.length > 0) yield bytes;
    } catch (error) {
      const isUntouched = total === undefined && given === undefined;
      if (isRenewed || !(error instanceof DaemonError) || !ranges.isOver(error, isUntouched)) throw error;
      checkpoint = await ranges.latest();
      isRenewed = true;
    }
  }
}

/** Undefined for a text that is not base64. */
function decoded(text: string): Uint8Array | undefined {
  try {
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

function unreadable(): DaemonError {
  return new DaemonError({
    code: "unreadable_answer",
    status: 200,
    message: "the range is not the one that was asked for",
  });
}
