/** `GET /history`: the session's public history, page by page (P-S39). */
import type { Handled, Handler } from "../../http/handlers.js";
import type { PageLimits } from "../../http/page-room.js";
import { FileError } from "../../ports/files.js";
import { SessionError } from "../../run/store/failure.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Checkpoints } from "../checkpoints.js";
import { itemsOfPage } from "../history.js";
import type { LiveSession } from "../session.js";

interface Parts {
  readonly session: LiveSession;
  readonly checkpoints: Checkpoints;
  readonly limits: PageLimits;
}

export function history(parts: Parts): Handler<DaemonRoutes["history"]> {
  const { session, checkpoints } = parts;
  return ({ query: { checkpoint, page } }) => {
    if (checkpoint !== undefined) return pageOf(parts, checkpoint, page);
    if (page !== undefined) return { refusal: refuse("invalid_checkpoint") };
    return pageOf(parts, checkpoints.at(session.stream.state.historyTotalItems), undefined);
  };
}

async function pageOf(
  { session, checkpoints, limits }: Parts,
  checkpoint: string,
  page: string | undefined,
): Promise<Handled<DaemonRoutes["history"]>> {
  const read = checkpoints.read(checkpoint);
  if ("code" in read) return { refusal: refuse(read.code) };
  const start = page === undefined ? 0 : checkpoints.pageStart(page, checkpoint);
  if (start === undefined) return { refusal: refuse("invalid_checkpoint") };
  try {
    const items = await itemsOfPage(session.store, { from: start, to: read.items }, limits);
    const next = start + items.length;
    return {
      body: {
        version: 1,
        session_id: session.store.sessionId,
        title: session.stream.state.title,
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
