/**
 * The text of a sync stream's messages (P-S11), as server-sent events or one JSON text per line. What stands around records is written here; the
 * records themselves are the bytes that they were announced with.
 */
import { limits } from "../generated/protocol/tables.js";
import type { SyncReset } from "../generated/protocol/types.js";

export type Encoding = "sse" | "ndjson";

/** What stands before and after the records of a frame, which are divided by commas. */
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

  /** Of a frame whose last record has this position. */
  frame(encoding: Encoding, position: number, caughtUp: boolean): Envelope {
    const cursor = this.#cursorAt(position);
    const json = `{"event":"frame",${this.#about},"cursor":"${cursor}","caught_up":${caughtUp},"records":[`;
    const [before, after] = framing(encoding, "frame", cursor);
    return { before: utf8.encode(before + json), after: utf8.encode(`]}${after}`) };
  }

  /** Says that a reader at this position is up to date, and until when it will hear again. */
  heartbeat(encoding: Encoding, position: number): Uint8Array {
    const cursor = this.#cursorAt(position);
    const interval = limits.syncHeartbeat / 1000;
    const json = `{"event":"heartbeat",${this.#about},"cursor":"${cursor}","interval_seconds":${interval}}`;
    return utf8.encode(framing(encoding, "heartbeat", cursor).join(json));
  }
}

/** The last message of a stream that cannot go on. It has no cursor: there is none to come back with. */
export function resetMessage(encoding: Encoding, code: SyncReset["code"]): Uint8Array {
  return utf8.encode(framing(encoding, "reset").join(`{"event":"reset","version":1,"code":"${code}"}`));
}

/** What stands before and after the JSON of a message, which has no line breaks. */
function framing(encoding: Encoding, event: string, id?: string): readonly [string, string] {
  if (encoding === "ndjson") return ["", "\n"];
  return [`event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: `, "\n\n"];
}
