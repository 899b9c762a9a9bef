/** What a session says, as text for people. */
import { type Output, print } from "../cli/terminal/terminal.js";
import type { DaemonClient } from "../client/daemon.js";
import type { Followed } from "../client/follow.js";
import type { TurnFinished } from "../generated/protocol/types.js";
import { printableLines } from "../text/escape.js";

/** Writes the answers as they come, each piece once, whatever is delivered again. */
export class Talk {
  readonly #output: Output;
  /** Characters of each item that have been written. */
  readonly #written = new Map<string, number>();
  #isAtLineStart = true;

  constructor(output: Output) {
    this.#output = output;
  }

  /** The end of a turn, when that is what happened. */
  async take(followed: Followed): Promise<TurnFinished | undefined> {
    if (followed.kind === "snapshot") {
      for (const item of followed.snapshot.open_items)
        if (item.kind === "assistant_message") await this.#write(item.item_id, 0, item.text);
      return undefined;
    }
    const { record } = followed;
    switch (record.kind) {
      case "item_started":
        if (record.item_kind === "assistant_message") this.#written.set(record.item_id, 0);
        return undefined;
      case "item_delta":
        if (this.#written.has(record.item_id)) await this.#write(record.item_id, record.offset, record.text);
        return undefined;
      case "item_finished": {
        const { item_id, kind, text = "" } = record.item;
        if (kind === "assistant_message") await this.#write(item_id, 0, text);
        return undefined;
      }
      case "turn_finished":
        await this.endLine();
        return record;
      default:
        return undefined;
    }
  }

  async endLine(): Promise<void> {
    if (!this.#isAtLineStart) await print(this.#output, "\n");
    this.#isAtLineStart = true;
  }

  async #write(item: string, offset: number, text: string): Promise<void> {
    const written = this.#written.get(item) ?? 0;
    const fresh = text.slice(Math.max(0, written - offset));
    if (fresh === "" || offset > written) return;
    this.#written.set(item, offset + text.length);
    this.#isAtLineStart = fresh.endsWith("\n");
    await print(this.#output, printableLines(fresh));
  }
}

/** What a finished turn said, read from the history: for a reader that missed the records of it. */
export async function answerOf(client: DaemonClient, promptId: string): Promise<string> {
  const texts: string[] = [];
  let query: Record<string, string> = {};
  for (;;) {
    const { items, checkpoint, next_page: page } = await client.call("history", { query });
    for (const { prompt_id, kind, text = "" } of items)
      if (prompt_id === promptId && kind === "assistant_message") texts.push(text);
    if (page === null) return texts.join("\n");
    query = { checkpoint, page };
  }
}
