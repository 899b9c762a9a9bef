/**
 * The text of a sync stream's messages (P-S11), as server-sent events or one JSON text per line. This file writes everything around records;
 * the records are the bytes of their announcement.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { SyncReset } from "../../../generated/protocol/types.js";
import { encodeMessage, type StreamEncoding } from "../protocol/encoding.js";
import { ndjson } from "../protocol/ndjson.js";
import { sse } from "../protocol/sse.js";

export type Encoding = "sse" | "ndjson";

/** The bytes around the JSON of a message, by encoding. */
export const encodings: Readonly<Record<Encoding, StreamEncoding>> = { sse, ndjson };

/** The bytes before and after the records of a frame, which are divided by commas. */
export interface Envelope {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const utf8 = new TextEncoder();

/** The messages of one epoch's stream. */
export class SyncMessages {
  readonly #about: string;
  readonly #cursorAt: (position: number) => string;

  /** `cursorAt` issues the cursor of a position. */
  constructor(epoch: string, cursorAt: (position: number) => string) {
    this.#about = `"version":1,"daemon_epoch":${JSON.stringify(epoch)}`;
    this.#cursorAt = cursorAt;
  }

  /** The envelope of a frame whose last record has this position. */
  frame(encoding: Encoding, position: number, caughtUp: boolean): Envelope {
    const cursor = this.#cursorAt(position);
    const json = `{"event":"frame",${this.#about},"cursor":"${cursor}","caught_up":${caughtUp},"records":[`;
    const { head, tail } = encodings[encoding];
    return {
      before: Buffer.concat([head("frame", cursor), utf8.encode(json)]),
      after: Buffer.concat([utf8.encode("]}"), tail]),
    };
  }

  /** Tells a reader at this position that it is up to date, and the interval of heartbeats. */
  heartbeat(encoding: Encoding, position: number): Uint8Array {
    const cursor = this.#cursorAt(position);
    const interval = limits.syncHeartbeat / 1000;
    const json = `{"event":"heartbeat",${this.#about},"cursor":"${cursor}","interval_seconds":${interval}}`;
    return encodeMessage(encodings[encoding], "heartbeat", cursor, utf8.encode(json));
  }
}

/** The last message of a stream that cannot go on. It has no cursor: its reader begins with a snapshot. */
export function resetMessage(encoding: Encoding, code: SyncReset["code"]): Uint8Array {
  const json = `{"event":"reset","version":1,"code":"${code}"}`;
  return encodeMessage(encodings[encoding], "reset", undefined, utf8.encode(json));
}
