/**
 * The text of a stream's messages (P-S11, P-S73), as server-sent events or one JSON text per line. This file writes everything around
 * records; the records are their published bytes.
 */
import type { SyncReset } from "../../../generated/protocol/types.js";
import { encodeMessage, ndjson, type StreamEncoding, sse } from "../protocol/encoding.js";

export type Encoding = "sse" | "ndjson";

/** The bytes around the JSON of a message, by encoding. */
export const encodings: Readonly<Record<Encoding, StreamEncoding>> = { sse, ndjson };

/** The bytes before and after the records of a frame, which commas separate. */
export interface Envelope {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const utf8 = new TextEncoder();

export interface StreamSource {
  /** The field that names the epoch, and its value. */
  readonly epoch: readonly [field: "daemon_epoch" | "fleet_epoch", value: string];
  /** Milliseconds from one heartbeat to the next. */
  readonly heartbeat: number;
  /** Issues the cursor of a position. */
  readonly cursorAt: (position: number) => string;
}

/** The messages of one epoch's stream. */
export class StreamMessages {
  readonly #about: string;
  readonly #interval: number;
  readonly #cursorAt: (position: number) => string;

  constructor({ epoch: [field, value], heartbeat, cursorAt }: StreamSource) {
    this.#about = `"version":1,"${field}":${JSON.stringify(value)}`;
    this.#interval = heartbeat / 1000;
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
    const json = `{"event":"heartbeat",${this.#about},"cursor":"${cursor}","interval_seconds":${this.#interval}}`;
    return encodeMessage(encodings[encoding], "heartbeat", cursor, utf8.encode(json));
  }
}

/** The last message of a stream that cannot continue. It has no cursor: its reader begins with a snapshot. */
export function resetMessage(encoding: Encoding, code: SyncReset["code"]): Uint8Array {
  const json = `{"event":"reset","version":1,"code":"${code}"}`;
  return encodeMessage(encodings[encoding], "reset", undefined, utf8.encode(json));
}
