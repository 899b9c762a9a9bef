/** Removal of credentials, as turns need it: everything that comes from people and models goes through it before it is kept or told. */

/** A text that comes in pieces; what it returns does not depend on the cuts. */
export interface ScrubStream {
  /** The text that is certain to hold no credential. */
  push(text: string): string;
  /** The rest, after the last piece. */
  end(): string;
}

export interface Scrubber {
  scrub(text: string): string;
  stream(): ScrubStream;
  /** `scrubbed`: the bytes are text, and hold no credential now. Other bytes are returned as they are. */
  scrubBytes(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly scrubbed: boolean };
}
