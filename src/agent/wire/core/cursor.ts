/** From the text of a cursor to the position where its reader continues, or to the code of a refusal (P-S13, P-S14). */
import type { Claims, TokenCodec, TokenKind } from "../protocol/token.js";
import type { Ring } from "./ring.js";

/** A stream with the codec of its cursors. */
export interface CursorSource {
  readonly codec: TokenCodec;
  readonly kind: TokenKind;
  /** From `tagOf`. */
  readonly stream: number;
  /** From `tagOf`. */
  readonly epoch: number;
  readonly ring: Pick<Ring, "head" | "judge">;
}

type CursorCode = "invalid_cursor" | "cursor_wrong_session" | "epoch_mismatch" | "reset_required" | "cursor_too_old";

export type Judged =
  | { readonly kind: "from"; readonly position: number }
  | { readonly kind: "refused"; readonly code: CursorCode };

export function cursorOf({ codec, kind, stream, epoch }: Omit<CursorSource, "ring">, position: number): string {
  return codec.encode({ kind, stream, epoch, position, extra: 0 });
}

/** Issues cursors, and remembers the last one: a record, its frame and its snapshot have the same. */
export function cursorIssuer(source: Omit<CursorSource, "ring">): (position: number) => string {
  let last = { position: -1, cursor: "" };
  return (position) => {
    if (position !== last.position) last = { position, cursor: cursorOf(source, position) };
    return last.cursor;
  };
}

/** Validates `after`, or a newer `lastEventId` if both are cursors of this epoch. The caller has called `expire` of the ring before. */
export function judgeCursor(source: CursorSource, after: string, lastEventId?: string): Judged {
  const ofAfter = positionIn(source, after);
  if (typeof ofAfter === "string") return { kind: "refused", code: ofAfter };
  const last = lastEventId === undefined ? "invalid_cursor" : positionIn(source, lastEventId);
  const position = typeof last === "string" ? ofAfter : Math.max(ofAfter, last);
  const judgement = source.ring.judge(position);
  if (judgement === "ok") return { kind: "from", position };
  return { kind: "refused", code: judgement === "beyond" ? "invalid_cursor" : judgement };
}

/**
 * The position of a cursor of this epoch, or a code. Stream and epoch come first: a position of another one is not comparable with this
 * head.
 */
function positionIn({ codec, kind, stream, epoch, ring }: CursorSource, text: string): number | CursorCode {
  const claims: Claims | undefined = codec.decode(text);
  if (claims?.kind !== kind || claims.extra !== 0) return "invalid_cursor";
  if (claims.stream !== stream) return "cursor_wrong_session";
  if (claims.epoch !== epoch) return "epoch_mismatch";
  return claims.position > ring.head ? "invalid_cursor" : claims.position;
}
