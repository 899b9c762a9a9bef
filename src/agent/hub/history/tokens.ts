/** The tokens of captures: kinds of their own, so that a daemon's checkpoint is none here (P-S75). */
import { type TokenCodec, type TokenKind, tagOf } from "../../wire/protocol/token.js";

export type CheckpointRead =
  | { readonly capture: number }
  | { readonly code: "invalid_checkpoint" | "snapshot_expired" };

export class CaptureTokens {
  readonly #codec: TokenCodec;
  readonly #epoch: number;
  #issued = 0;

  constructor(codec: TokenCodec, epoch: string) {
    [this.#codec, this.#epoch] = [codec, tagOf(epoch)];
  }

  /** A checkpoint of its own at every call, also of one capture. */
  checkpoint(sessionId: string, capture: number): string {
    this.#issued += 1;
    return this.#encode("capture_checkpoint", sessionId, capture, this.#issued);
  }

  read(sessionId: string, checkpoint: string): CheckpointRead {
    const token = this.#codec.decode(checkpoint);
    if (token?.kind !== "capture_checkpoint" || token.stream !== tagOf(sessionId))
      return { code: "invalid_checkpoint" };
    return token.epoch === this.#epoch ? { capture: token.position } : { code: "snapshot_expired" };
  }

  /** The token of the page of a checkpoint that begins at an item. */
  page(sessionId: string, checkpoint: string, index: number): string {
    return this.#encode("capture_page", sessionId, index, tagOf(checkpoint));
  }

  /** The index of the first item of a page; undefined when the page is not of this checkpoint. */
  pageStart(sessionId: string, checkpoint: string, page: string): number | undefined {
    const token = this.#codec.decode(page);
    const isOurs = token?.kind === "capture_page" && token.stream === tagOf(sessionId) && token.epoch === this.#epoch;
    return isOurs && token.extra === tagOf(checkpoint) ? token.position : undefined;
  }

  #encode(kind: TokenKind, sessionId: string, position: number, extra: number): string {
    return this.#codec.encode({ kind, stream: tagOf(sessionId), epoch: this.#epoch, position, extra });
  }
}
