/** What the readers of answers make of bytes, without a network. */
import { type AnswerReader, BadAnswer, type ModelEvent } from "../../src/agent/session/model/event.js";

export interface Read {
  readonly events: readonly ModelEvent[];
  readonly bad?: string;
  readonly status?: number | undefined;
}

export const encoder = new TextEncoder();

/** Reads answers that come in pieces, each with a new reader. */
export function reading(newReader: () => AnswerReader): (...pieces: readonly (string | Uint8Array)[]) => Read {
  return (...pieces) => {
    const reader = newReader();
    const events: ModelEvent[] = [];
    try {
      for (const piece of pieces)
        events.push(...reader.push(typeof piece === "string" ? encoder.encode(piece) : piece));
      events.push(...reader.end());
    } catch (error) {
      if (!(error instanceof BadAnswer)) throw error;
      return { events, bad: error.kind, status: error.status };
    }
    return { events };
  };
}

export const text = (words: string): ModelEvent => ({ kind: "text", text: words });
export const reasoning = (words: string): ModelEvent => ({ kind: "reasoning", text: words });
