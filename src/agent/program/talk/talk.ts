/** The answers of a session, printed. */
import { readerOf } from "../../../terminal/reader.js";
import { type Output, print, type Terminal } from "../../../terminal/terminal.js";
import { harmless, unheeded } from "../../../text/escape.js";
import type { Change, HistoryItem } from "../../wire/client/index.js";

export interface TalkOptions {
  /** The whole text of an elided item; undefined when it cannot be read. */
  readonly whole: (item: HistoryItem) => Promise<string | undefined>;
  /** Whether one answer is the whole output: where its text is exact, no line feed is added after it. */
  readonly isAlone: boolean;
}

type TalkRecord = Extract<Change, { kind: "record" }>["record"];

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

  /** Prints the text of a change. Returns a finished answer whose whole text cannot be read. */
  async take(change: Change): Promise<HistoryItem | undefined> {
    if (change.kind === "item") return this.#finish(change.item);
    if (change.kind === "record") await this.#takeRecord(change.record);
    else
      for (const { kind, item_id, text } of change.snapshot.open_items)
        if (kind === "assistant_message") await this.#write(item_id, 0, text);
    return undefined;
  }

  /** A known kind without a case does not compile. */
  async #takeRecord(record: TalkRecord): Promise<void> {
    switch (record.kind) {
      case "item_started":
        if (record.item_kind === "assistant_message") this.#written.set(record.item_id, 0);
        return;
      case "item_delta":
        if (this.#written.has(record.item_id)) await this.#write(record.item_id, record.offset, record.text);
        return;
      case "turn_finished":
        await this.end();
        return;
      case "turn_started":
      case "turn_waiting":
      case "compacted":
      case "input_queued":
      case "input_dequeued":
      case "interrogative_opened":
      case "interrogative_resolved":
      case "operation_updated":
      case "session_changed":
      case "daemon_catalog_changed":
      case "session_stopping":
        return;
      default:
        record satisfies never;
        return;
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
    const { item_id, kind, text = "", elided, partial = false } = item;
    if (kind !== "assistant_message") return undefined;
    const whole = elided === undefined ? text : await this.#options.whole(item);
    await this.#write(item_id, 0, whole ?? text);
    this.#written.delete(item_id);
    await this.end();
    // The next text continues one that broke off.
    this.#isBetween = !partial;
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

interface AnswerText {
  /** Whether the output equals the text of the model, to the byte. */
  readonly isExact: boolean;
  /** The text that can be written after a piece; the rest waits for the next piece. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

/**
 * The text of a model for its reader (P-S60): exact in a pipe, without control characters on a terminal, without commands in a job of a CI
 * system.
 */
export function answerTextFor(output: Output, host: Pick<Terminal["host"], "env">): AnswerText {
  switch (readerOf(output, host)) {
    case "terminal":
      return held(beforeHalf, harmless, false);
    case "ci":
      return held(afterLines, unheeded, false);
    case "program":
      return held(beforeHalf, (text) => text, true);
  }
}

/** The length without a high surrogate at the end: its other half is still to come. */
function beforeHalf(piece: string): number {
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
}

/** The length of the whole lines: a command is a line. */
function afterLines(piece: string): number {
  return piece.lastIndexOf("\n") + 1;
}

/** `ready` is the length of a piece that can be shown without the next one. */
function held(ready: (piece: string) => number, shown: (text: string) => string, isExact: boolean): AnswerText {
  let waiting = "";
  return {
    isExact,
    push(piece) {
      const units = ready(piece);
      const text = waiting + piece.slice(0, units);
      waiting = units === 0 ? text + piece : piece.slice(units);
      return units === 0 ? "" : shown(text);
    },
    end() {
      const text = waiting;
      waiting = "";
      return shown(text);
    },
  };
}
