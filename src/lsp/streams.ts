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

/** Errors of the protocol, by their numbers. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const NOTHING = { dispose: (): void => {} };

/** `writer`: answers a body that is no message. */
export function readerOf({ input }: Streams, writer: MessageWriter): MessageReader {
  return new StreamReader(input, writer);
}

/** Unlike the package's own, it goes on after a broken header, answers what is no message, and no error quotes a message. */
class StreamReader extends AbstractMessageReader {
  readonly #input: Streams["input"];
  readonly #writer: MessageWriter;
  readonly #frames = new Frames();

  constructor(input: Streams["input"], writer: MessageWriter) {
    super();
    this.#input = input;
    this.#writer = writer;
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
    const message = jsonIn(body);
    if (message === undefined) this.#refuse(PARSE_ERROR, "a message is not JSON");
    else if (isMessage(message)) this.#pass(message, callback);
    else this.#refuse(INVALID_REQUEST, "a message is no request, notification or response", idOf(message));
  }

  /** The package throws at some parameters of its own notifications. */
  #pass(message: Message, callback: DataCallback): void {
    try {
      callback(message);
    } catch {
      this.fireError(new Error("a message has wrong parameters"));
    }
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    this.fireError(new Error(message));
    const answer = { jsonrpc: "2.0", id, error: { code, message } };
    void this.#writer.write(answer).catch(() => {});
  }
}

/** Undefined for a text that is not JSON. */
function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** The id by which the sender knows a message; null where none can be read. */
function idOf(message: unknown): string | number | null {
  const { id = null } = typeof message === "object" && message !== null ? (message as { id?: unknown }) : {};
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** Whether a value is a request, a notification or an answer. An answer without a result is one too: some clients leave an empty one out. */
function isMessage(value: unknown): value is Message {
  if (typeof value !== "object" || value === null) return false;
  const { method, id, result, error } = {
    method: undefined,
    id: undefined,
    result: undefined,
    error: undefined,
    ...value,
  };
  const isNamed = typeof id === "string" || typeof id === "number";
  if (method === undefined) return isNamed || result !== undefined || error !== undefined;
  return typeof method === "string" && (isNamed || id === undefined);
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
