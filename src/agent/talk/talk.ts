/** The answers of a session, printed. */
import type { HistoryItem, SyncRecordV1 } from "../../generated/protocol/types.js";
import { type Output, print, type Terminal } from "../../terminal/terminal.js";
import type { Followed } from "../wire/client/follow.js";
import { type AnswerText, answerTextFor } from "./answer-text.js";

export interface TalkOptions {
  /** The whole text of an elided item; undefined when it cannot be read. */
  readonly whole: (item: HistoryItem) => Promise<string | undefined>;
  /** Whether one answer is the whole output: where its text is exact, no line feed is added after it. */
  readonly isAlone: boolean;
}

interface Reader {
  readonly stdout: Output;
  readonly host: Pick<Terminal["host"], "env">;
}

/** Prints the answers as they come, each piece once, even when it is delivered again. */
export class Talk {
  readonly #output: Output;
  readonly #text: AnswerText;
  readonly #options: TalkOptions;
  /** Characters of each answer that have been printed. */
  readonly #written = new Map<string, number>();
  #isAtLineStart = true;
  #isBetween = false;

  constructor({ stdout, host }: Reader, options: TalkOptions) {
    this.#output = stdout;
    this.#text = answerTextFor(stdout, host);
    this.#options = options;
  }

  /** Prints the text of a snapshot or a record. Returns a finished answer whose whole text cannot be read. */
  async take(followed: Followed): Promise<HistoryItem | undefined> {
    if (followed.kind === "snapshot") {
      let long: HistoryItem | undefined;
      for (const item of followed.missed) long = (await this.#finish(item)) ?? long;
      for (const { kind, item_id, text } of followed.snapshot.open_items)
        if (kind === "assistant_message") await this.#write(item_id, 0, text);
      return long;
    }
    return this.#takeRecord(followed.record);
  }

  /** A known kind without a case does not compile. */
  async #takeRecord(record: SyncRecordV1): Promise<HistoryItem | undefined> {
    switch (record.kind) {
      case "item_started":
        if (record.item_kind === "assistant_message") this.#written.set(record.item_id, 0);
        return undefined;
      case "item_delta":
        if (this.#written.has(record.item_id)) await this.#write(record.item_id, record.offset, record.text);
        return undefined;
      case "item_finished":
        return this.#finish(record.item);
      case "turn_finished":
        await this.end();
        return undefined;
      case "turn_started":
      case "turn_waiting":
      case "input_queued":
      case "input_dequeued":
      case "interrogative_opened":
      case "interrogative_resolved":
      case "operation_updated":
      case "session_changed":
      case "daemon_catalog_changed":
      case "session_stopping":
        return undefined;
      default:
        record satisfies never;
        return undefined;
    }
  }

  /** Prints the rest of the text, and ends its line unless the output is to be exactly the answer. */
  async end(): Promise<void> {
    await this.#print(this.#text.end());
    if (!(this.#options.isAlone && this.#text.isExact)) await this.#endLine();
  }

  async #endLine(): Promise<void> {
    if (!this.#isAtLineStart) await print(this.#output, "\n");
    this.#isAtLineStart = true;
  }

  async #finish(item: HistoryItem): Promise<HistoryItem | undefined> {
    const { item_id, kind, text = "", elided } = item;
    if (kind !== "assistant_message") return undefined;
    const whole = elided === undefined ? text : await this.#options.whole(item);
    await this.#write(item_id, 0, whole ?? text);
    this.#written.delete(item_id);
    await this.end();
    this.#isBetween = true;
    return whole === undefined ? item : undefined;
  }

  async #write(item: string, offset: number, text: string): Promise<void> {
    const written = this.#written.get(item) ?? 0;
    if (offset > written) return;
    const fresh = text.slice(written - offset);
    this.#written.set(item, written + fresh.length);
    if (fresh === "") return;
    if (this.#isBetween) await this.#endLine();
    this.#isBetween = false;
    await this.#print(this.#text.push(fresh));
  }

  async #print(text: string): Promise<void> {
    if (text === "") return;
    this.#isAtLineStart = text.endsWith("\n");
    await print(this.#output, text);
  }
}
