/** What a session says, as text for people. */
import { type Output, print } from "../cli/terminal/terminal.js";
import type { Followed } from "../client/follow.js";
import type { HistoryItem } from "../generated/protocol/types.js";
import { harmless } from "../text/escape.js";

/** Writes the answers as they come, each piece once, whatever is delivered again. */
export class Talk {
  readonly #output: Output;
  /** Characters of each answer that have been written. */
  readonly #written = new Map<string, number>();
  #isAtLineStart = true;

  constructor(output: Output) {
    this.#output = output;
  }

  /** An answer that is too long to be shown whole, when it has ended. */
  async take(followed: Followed): Promise<HistoryItem | undefined> {
    if (followed.kind === "snapshot") {
      let long: HistoryItem | undefined;
      for (const item of followed.missed) long = (await this.#finish(item)) ?? long;
      for (const { kind, item_id, text } of followed.snapshot.open_items)
        if (kind === "assistant_message") await this.#write(item_id, 0, text);
      return long;
    }
    const { record } = followed;
    if (record.kind === "item_started" && record.item_kind === "assistant_message")
      this.#written.set(record.item_id, 0);
    else if (record.kind === "item_delta" && this.#written.has(record.item_id))
      await this.#write(record.item_id, record.offset, record.text);
    else if (record.kind === "item_finished") return this.#finish(record.item);
    else if (record.kind === "turn_finished") await this.endLine();
    return undefined;
  }

  async endLine(): Promise<void> {
    if (!this.#isAtLineStart) await print(this.#output, "\n");
    this.#isAtLineStart = true;
  }

  async #finish(item: HistoryItem): Promise<HistoryItem | undefined> {
    const { item_id, kind, text = "", elided } = item;
    if (kind !== "assistant_message") return undefined;
    await this.#write(item_id, 0, text);
    this.#written.delete(item_id);
    await this.endLine();
    return elided === undefined ? undefined : item;
  }

  async #write(item: string, offset: number, text: string): Promise<void> {
    const written = this.#written.get(item) ?? 0;
    if (offset > written) return;
    const fresh = text.slice(written - offset);
    this.#written.set(item, written + fresh.length);
    if (fresh === "") return;
    this.#isAtLineStart = fresh.endsWith("\n");
    await print(this.#output, harmless(fresh));
  }
}
