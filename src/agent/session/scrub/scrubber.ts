/** Removes the credentials of an inventory, and what has the form of one, from texts and from bytes that are text. */
import { Automaton } from "./automaton.js";
import { ScrubStream } from "./stream.js";

export interface ScrubbedBytes {
  readonly bytes: Uint8Array;
  /** Whether the bytes are text, and were searched (P-S66); all others stay as they are. */
  readonly scrubbed: boolean;
}

export class Scrubber {
  readonly #automaton: Automaton;

  /** `forms`: the secrets in all forms in which they are looked for; none empty. */
  constructor(forms: ReadonlySet<string>) {
    this.#automaton = new Automaton(forms);
  }

  /** For a text that comes in pieces. */
  stream(): ScrubStream {
    return new ScrubStream(this.#automaton);
  }

  /** Whether a text, and any part of it, evidently holds no credential. Most texts do not, and this costs least. */
  isQuiet(text: string): boolean {
    return this.#automaton.isQuiet(text);
  }

  /** A text with `[redacted]` in place of each credential. */
  scrub(text: string): string {
    if (this.isQuiet(text)) return text;
    const stream = this.stream();
    return stream.push(text) + stream.end();
  }

  scrubBytes(bytes: Uint8Array): ScrubbedBytes {
    const text = textOf(bytes);
    if (text === undefined) return { bytes, scrubbed: false };
    const scrubbed = this.scrub(text);
    return { bytes: scrubbed === text ? bytes : new TextEncoder().encode(scrubbed), scrubbed: true };
  }
}

/** The text of bytes that are UTF-8 without NUL, with the mark at its beginning, if it has one. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
