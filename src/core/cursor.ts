/** From where a reader goes on, by what it says it has (P-S13, P-S14). */
import type { Token, TokenCodec } from "../protocol/token.js";
import type { Ring } from "./ring.js";

/** The stream that is asked for. */
export interface Stream {
  readonly codec: TokenCodec;
  readonly kind: Token["kind"];
  /** Tags of the session and of this run. */
  readonly session: string;
  readonly epoch: string;
  readonly ring: Pick<Ring, "head" | "lostAt">;
}

export type Judged =
  | { readonly position: number }
  | {
      readonly code: "invalid_cursor" | "cursor_wrong_session" | "epoch_mismatch" | "reset_required" | "cursor_too_old";
    };

export function judgeCursor(text: string, { codec, kind, session, epoch, ring }: Stream): Judged {
  const token = codec.decode(text);
  if (token?.kind !== kind) return { code: "invalid_cursor" };
  const isHere = token.session === session && token.epoch === epoch;
  if (isHere && token.position > ring.head) return { code: "invalid_cursor" };
  if (token.session !== session) return { code: "cursor_wrong_session" };
  if (token.epoch !== epoch) return { code: "epoch_mismatch" };
  const lost = ring.lostAt(token.position);
  return lost === undefined || lost === "beyond" ? { position: token.position } : { code: lost };
}

/** Of a cursor and the id of the last event, the newer one counts when both are good; else the cursor does. */
export function judgeBoth(after: string, lastEventId: string | undefined, stream: Stream): Judged {
  const judged = judgeCursor(after, stream);
  const other = lastEventId === undefined ? judged : judgeCursor(lastEventId, stream);
  return "position" in judged && "position" in other && other.position > judged.position ? other : judged;
}
