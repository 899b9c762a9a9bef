/** `GET /attachments/{artifact_id}`: a range of the bytes of an attachment that the checkpoint's items list (spec 2.4, P-S43). */
import { chunkOf, PIECE_BYTES } from "../../http/chunk.js";
import type { Handled, Handler } from "../../http/handlers.js";
import { sendLong } from "../../http/long-body.js";
import { rangeIn } from "../../http/range.js";
import type { Clock } from "../../ports/clock.js";
import { FileError } from "../../ports/files.js";
import { SessionError } from "../../run/store/failure.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Checkpoints } from "../checkpoints.js";
import type { LiveSession } from "../session.js";

export function attachment(
  { store }: LiveSession,
  checkpoints: Checkpoints,
  clock: Clock,
): Handler<DaemonRoutes["attachment"]> {
  return async ({ parameters: { artifact_id }, query: { checkpoint, ...asked } }) => {
    if (checkpoint === undefined) return { refusal: refuse("invalid_checkpoint") };
    const read = checkpoints.read(checkpoint);
    if ("code" in read) return { refusal: refuse(read.code) };
    const listed = store.advertised(artifact_id, read.items);
    if (listed === undefined) return { refusal: refuse("attachment_not_found") };
    const { mediaType: media_type, length: total_length } = listed;
    const range = rangeIn(total_length, asked);
    if ("code" in range) return { refusal: refuse(range.code) };
    const { offset, length } = range;
    try {
      await store.compareArtifact(artifact_id, total_length);
    } catch (error) {
      return refusalOf(error);
    }
    return {
      stream: (exchange) => {
        const bytes = store.artifactPieces(artifact_id, range, PIECE_BYTES);
        return sendLong(exchange, chunkOf({ artifact_id, media_type, total_length, offset }, length, bytes), clock);
      },
    };
  };
}

function refusalOf(error: unknown): Handled<DaemonRoutes["attachment"]> {
  if (error instanceof SessionError) return { refusal: refuse("history_corrupt") };
  if (!(error instanceof FileError)) throw error;
  const isGone = error.failure === "missing" || error.failure === "not-a-file";
  return { refusal: refuse(isGone ? "history_unavailable" : "storage_unavailable") };
}
