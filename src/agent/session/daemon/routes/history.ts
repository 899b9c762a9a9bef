/** The routes of the session's public history: its items, and the attachments that they list. */
import type { HistoryItem } from "../../../../generated/protocol/types.js";
import { FileError } from "../../../machine/interfaces/files.js";
import { refuse } from "../../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import { chunkOf, PIECE_BYTES } from "../../../wire/server/chunk.js";
import type { Handled, Handler } from "../../../wire/server/handlers.js";
import { sendLong } from "../../../wire/server/long-body.js";
import { type PageLimits, PageRoom } from "../../../wire/server/page-room.js";
import { rangeIn } from "../../../wire/server/range.js";
import { SessionError } from "../../store/failure.js";
import type { SessionStore } from "../../store/session.js";
import type { Checkpoints } from "../checkpoints.js";
import type { Session } from "../session.js";

/** `GET /history`: page by page (P-S39). */
export function history(
  session: Session,
  checkpoints: Checkpoints,
  limits: PageLimits,
): Handler<DaemonRoutes["history"]> {
  return ({ query: { checkpoint, page } }) => {
    if (page !== undefined && checkpoint === undefined) return { refusal: refuse("invalid_checkpoint") };
    const { historyTotalItems } = session.journal.stream.state;
    return pageOf(session, checkpoints, limits, { checkpoint: checkpoint ?? checkpoints.at(historyTotalItems), page });
  };
}

async function pageOf(
  { store, journal }: Session,
  checkpoints: Checkpoints,
  limits: PageLimits,
  { checkpoint, page }: { readonly checkpoint: string; readonly page: string | undefined },
): Promise<Handled<DaemonRoutes["history"]>> {
  const read = checkpoints.read(checkpoint);
  if ("code" in read) return { refusal: refuse(read.code) };
  const start = page === undefined ? 0 : checkpoints.pageStart(page, checkpoint);
  if (start === undefined) return { refusal: refuse("invalid_checkpoint") };
  try {
    const items = await itemsOfPage(store, { from: start, to: read.items }, limits);
    const next = start + items.length;
    return {
      body: {
        version: 1,
        session_id: store.sessionId,
        title: journal.stream.state.title,
        checkpoint,
        total_items: read.items,
        items: [...items],
        next_page: next < read.items ? checkpoints.pageAt(next, checkpoint) : null,
      },
    };
  } catch (error) {
    if (error instanceof SessionError) return { refusal: refuse("history_corrupt") };
    if (error instanceof FileError) return { refusal: refuse("storage_unavailable") };
    throw error;
  }
}

/** Items of one read: a whole page of items of the greatest length would take too much memory. */
const AT_ONCE = 16;

/** The items from index `from` to before index `to` that fit into one page, and at least one (spec 8). Rejects as `SessionStore.items` does. */
async function itemsOfPage(
  store: SessionStore,
  { from, to }: { readonly from: number; readonly to: number },
  limits: PageLimits,
): Promise<readonly HistoryItem[]> {
  const page: HistoryItem[] = [];
  const room = new PageRoom(limits);
  const end = Math.min(to, from + limits.historyPageItems);
  for (let next = from; next < end; next += AT_ONCE) {
    for (const item of await store.items(next, Math.min(end, next + AT_ONCE))) {
      if (!room.takes(Buffer.byteLength(JSON.stringify(item)))) return page;
      page.push(item);
    }
  }
  return page;
}

/** `GET /attachments/{artifact_id}`: a range of the bytes of an attachment that the checkpoint's items list (spec 2.4, P-S43). */
export function attachment({ store, clock }: Session, checkpoints: Checkpoints): Handler<DaemonRoutes["attachment"]> {
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
