/** What a program prints, as text without credentials (P-S33). A credential is found over the borders of pieces, before anything is left out. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { ScrubStream } from "../scrub/stream.js";
import { KeptText } from "./kept.js";

export class Output {
  readonly #kept: KeptText;
  readonly #scrubbing: ScrubStream;
  /** One for each output: a character may come in pieces. Other bytes become replacement characters; control characters stay. */
  readonly #decoders = { stdout: decoder(), stderr: decoder() };

  constructor(scrubber: Scrubber, most: number = limits.shellOutputBytes) {
    this.#kept = new KeptText(most);
    this.#scrubbing = scrubber.stream();
  }

  readonly take = (output: "stdout" | "stderr", bytes: Uint8Array): void => {
    this.#pass(this.#decoders[output].decode(bytes, { stream: true }));
  };

  /** Nothing is taken after it. */
  end(): string {
    for (const one of Object.values(this.#decoders)) this.#pass(one.decode());
    this.#kept.take(this.#scrubbing.end());
    return this.#kept.text;
  }

  /** Bytes that the text is short of, once it has ended. */
  get missing(): number {
    return this.#kept.missing;
  }

  #pass(text: string): void {
    this.#kept.take(this.#scrubbing.push(text));
  }
}

function decoder() {
  return new TextDecoder("utf-8", { ignoreBOM: true });
}
