/** `GET /attachments/{artifact_id}`: a range of the bytes of an attachment that the checkpoint's items list (spec 2.4, P-S43). */
import type { Handled, Handler } from "../../http/handlers.js";
import { FileError } from "../../ports/files.js";
import { SessionError } from "../../run/store/failure.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Checkpoints } from "../checkpoints.js";
import { rangeIn } from "../range.js";
import type { LiveSession } from "../session.js";

export function attachment({ store }: LiveSession, checkpoints: Checkpoints): Handler<DaemonRoutes["attachment"]> {
  return async ({ parameters: { artifact_id }, query: { checkpoint, ...asked } }) => {
    if (checkpoint === undefined) return { refusal: refuse("invalid_checkpoint") };
    const read = checkpoints.read(checkpoint);
    if ("code" in read) return { refusal: refuse(read.code) };
    const listed = store.advertised(artifact_id, read.items);
    if (listed === undefined) return { refusal: refuse("attachment_not_found") };
    const { mediaType: media_type, length: total } = listed;
    const range = rangeIn(total, asked);
    if ("code" in range) return { refusal: refuse(range.code) };
    try {
      const bytes = await store.artifactPart(artifact_id, { total, ...range });
      const data_base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
      return { body: { artifact_id, media_type, total_length: total, offset: range.offset, data_base64 } };
    } catch (error) {
      return refusalOf(error);
    }
  };
}

function refusalOf(error: unknown): Handled<DaemonRoutes["attachment"]> {
  if (error instanceof SessionError) return { refusal: refuse("history_corrupt") };
  if (!(error instanceof FileError)) throw error;
  const isGone = error.failure === "missing" || error.failure === "not-a-file";
  return { refusal: refuse(isGone ? "history_unavailable" : "storage_unavailable") };
}
