/** A program's streams as a reader and a writer of messages. */
import {
  type Message,
  type MessageReader,
  type MessageWriter,
  type RAL,
  ReadableStreamMessageReader,
  WriteableStreamMessageWriter,
} from "./protocol.js";

export interface Streams {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** `done` is called when the text is written, or lost. */
  readonly write: (text: string, done: () => void) => void;
}

type Listener = () => void;

/** Nothing is ever reported to these listeners: loss of the output shows in the end of the input. */
const never = { onError: () => NOTHING, onEnd: () => NOTHING, onClose: () => NOTHING } as const;
const NOTHING = { dispose: (): void => {} };

export function readerOf({ input }: Streams): MessageReader {
  const closing: Listener[] = [];
  const onData = (listener: (data: Uint8Array) => void): typeof NOTHING => {
    void passOn(input, listener).finally(() => {
      for (const close of closing) close();
    });
    return NOTHING;
  };
  const onClose = (listener: Listener): typeof NOTHING => {
    closing.push(listener);
    return NOTHING;
  };
  const stream: RAL.ReadableStream = { ...never, onData, onClose };
  return new ReadableStreamMessageReader(stream, { contentTypeDecoder: JSON_MESSAGES });
}

/** An input that fails has ended. */
async function passOn(input: Streams["input"], listener: (data: Uint8Array) => void): Promise<void> {
  const encoder = new TextEncoder();
  try {
    for await (const chunk of input) listener(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
  } catch {
    return;
  }
}

/** Like the package's own, but an error does not quote the message. */
const JSON_MESSAGES = {
  name: "application/json",
  decode: async (bytes: Uint8Array): Promise<Message> => {
    const text = new TextDecoder().decode(bytes);
    try {
      return JSON.parse(text) as Message;
    } catch {
      throw new Error("a message is not JSON");
    }
  },
};

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
