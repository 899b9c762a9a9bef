/** The artifacts that items of the history list: a client may read those of the items at its checkpoint (spec 4.2, P-S43). */
import type { HistoryItem } from "../../../generated/protocol/types.js";

/** An artifact as the first item that lists it describes it. */
export interface Advertisement {
  /** The index of that item. */
  readonly index: number;
  readonly mediaType: string;
  /** Bytes. */
  readonly length: number;
}

/** The type of a text that is too long for its item. */
const TEXT = "text/plain; charset=utf-8";

export class Advertised {
  /** All of them, by their ids. */
  get all(): ReadonlyMap<string, Advertisement> {
    return this.#artifacts;
  }

  readonly #artifacts = new Map<string, Advertisement>();

  /** Takes an item, in the order of the history. */
  take({ attachments = [], elided }: HistoryItem, index: number): void {
    if (elided?.artifact_id !== undefined) this.#add(elided.artifact_id, TEXT, elided.bytes, index);
    for (const attachment of attachments)
      if ("artifact_id" in attachment)
        this.#add(attachment.artifact_id, attachment.media_type, attachment.total_length, index);
  }

  /** Undefined for an artifact that none of the first `items` items lists. */
  find(id: string, items: number): Advertisement | undefined {
    const found = this.#artifacts.get(id);
    return found !== undefined && found.index < items ? found : undefined;
  }

  /** Equal bytes are one artifact; the first item that lists it describes it. */
  #add(id: string, mediaType: string, length: number, index: number): void {
    if (!this.#artifacts.has(id)) this.#artifacts.set(id, { index, mediaType, length });
  }
}
