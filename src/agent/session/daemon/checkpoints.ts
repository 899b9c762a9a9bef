/** Checkpoints of the history (P-S9). Each stands for the first items; no state is kept for one, as the history only grows. */
import { limits } from "../../../generated/protocol/tables.js";
import { sha256 } from "../../machine/interfaces/hash.js";
import type { Elapsed } from "../../wire/core/elapsed.js";
import type { TokenKind } from "../../wire/protocol/token.js";
import type { SessionJournal } from "./journal.js";

export type CheckpointRead =
  | { readonly items: number }
  | { readonly code: "invalid_checkpoint" | "checkpoint_expired" };

export class Checkpoints {
  readonly #journal: SessionJournal;
  readonly #elapsed: Elapsed;
  /** The last checkpoint, made once for many requests at one moment, as when all readers come back. */
  #last = { items: -1, moment: -1, checkpoint: "" };

  constructor(journal: SessionJournal, elapsed: Elapsed) {
    this.#journal = journal;
    this.#elapsed = elapsed;
  }

  /** The checkpoint of the first `items` items. */
  at(items: number): string {
    const moment = this.#elapsed.now();
    if (items !== this.#last.items || moment !== this.#last.moment)
      this.#last = { items, moment, checkpoint: this.#encode("history_checkpoint", items, moment) };
    return this.#last.checkpoint;
  }

  read(checkpoint: string): CheckpointRead {
    const { codec, stream, epoch } = this.#journal.stream.cursors;
    const token = codec.decode(checkpoint);
    if (token?.kind !== "history_checkpoint" || token.stream !== stream) return { code: "invalid_checkpoint" };
    if (token.epoch !== epoch) return { code: "checkpoint_expired" };
    const age = this.#elapsed.now() - token.extra;
    return age >= limits.checkpointLife ? { code: "checkpoint_expired" } : { items: token.position };
  }

  /** The token of the page of a checkpoint that begins at an item. */
  pageAt(index: number, checkpoint: string): string {
    return this.#encode("history_page", index, tagOf(checkpoint));
  }

  /** The index of the first item of a page; undefined when the page is not of this checkpoint. */
  pageStart(page: string, checkpoint: string): number | undefined {
    const { codec, stream, epoch } = this.#journal.stream.cursors;
    const token = codec.decode(page);
    const isOurs = token?.kind === "history_page" && token.stream === stream && token.epoch === epoch;
    return isOurs && token.extra === tagOf(checkpoint) ? token.position : undefined;
  }

  #encode(kind: TokenKind, position: number, extra: number): string {
    const { codec, stream, epoch } = this.#journal.stream.cursors;
    return codec.encode({ kind, stream, epoch, position, extra });
  }
}

/** 48 bits of the digest of a checkpoint. */
function tagOf(checkpoint: string): number {
  return Buffer.from(sha256(checkpoint)).readUIntBE(0, 6);
}
