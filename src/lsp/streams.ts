/** A program's streams as a reader and a writer of messages. */
import { Frames } from "./frames.js";
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
  type RAL,
  WriteableStreamMessageWriter,
} from "./protocol.js";

export interface Streams {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** `done` is called when the text is written, or lost. */
  readonly write: (text: string, done: () => void) => void;
}

const NOTHING = { dispose: (): void => {} };

export function readerOf({ input }: Streams): MessageReader {
  return new StreamReader(input);
}

/** Unlike the package's own, it goes on after a broken header, and no error quotes a message. */
class StreamReader extends AbstractMessageReader {
  readonly #input: Streams["input"];
  readonly #frames = new Frames();

  constructor(input: Streams["input"]) {
    super();
    this.#input = input;
  }

  listen(callback: DataCallback): Disposable {
    void this.#passOn(callback).finally(() => this.fireClose());
    return NOTHING;
  }

  /** An input that fails has ended. */
  async #passOn(callback: DataCallback): Promise<void> {
    const encoder = new TextEncoder();
    try {
      for await (const chunk of this.#input)
        for (const body of this.#frames.take(typeof chunk === "string" ? encoder.encode(chunk) : chunk))
          this.#deliver(body, callback);
    } catch {
      return;
    }
  }

  #deliver(body: Uint8Array, callback: DataCallback): void {
    try {
      callback(JSON.parse(new TextDecoder().decode(body)) as Message);
    } catch {
      this.fireError(new Error("a message is not JSON"));
    }
  }
}

/** Nothing is ever reported to these listeners: loss of the output shows in the end of the input. */
const never = { onError: () => NOTHING, onEnd: () => NOTHING, onClose: () => NOTHING } as const;

export function writerOf({ write }: Streams): MessageWriter {
  const decoder = new TextDecoder();
  const stream: RAL.WritableStream = {
    ...never,
    write: (data: Uint8Array | string) =>
      new Promise<void>((resolve) => write(typeof data === "string" ? data : decoder.decode(data), resolve)),
    end: () => {},
  };
  return new WriteableStreamMessageWriter(stream);
}
