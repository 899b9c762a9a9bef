/** The language server on the streams of a program, as a reader and a writer of messages. */
import type { Machine } from "./machine.js";
import {
  type Message,
  type MessageReader,
  type MessageWriter,
  type RAL,
  ReadableStreamMessageReader,
  WriteableStreamMessageWriter,
} from "./protocol.js";
import { serve } from "./server.js";

/** Serves until the client ends or disconnects; returns the exit code. */
export function languageServer(streams: Streams, machine: Machine): Promise<number> {
  const writer = writerOf(streams);
  return serve(readerOf(streams, writer), writer, machine);
}

interface Streams {
  readonly input: AsyncIterable<Uint8Array | string>;
  /** Calls `done` when the text is written, or lost. */
  readonly write: (text: string, done: () => void) => void;
  /** Prints a sentence for the user of the program. */
  readonly complain: (sentence: string) => void;
}

/** The longest message, in bytes. Texts above 1 MB are not read, but a client may open them. */
const LONGEST = 128 * 1024 * 1024;

/** Errors of the protocol, by their numbers. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const NOTHING = { dispose: (): void => {} };

/** Events that never occur: the end of the input also covers a lost output. */
const never = { onError: () => NOTHING, onEnd: () => NOTHING, onClose: () => NOTHING } as const;

/**
 * The package's reader. `writer` answers an invalid body. A broken header ends the input, because the start of the next message is unknown;
 * the messages before it are still handled.
 */
function readerOf({ input, complain }: Streams, writer: MessageWriter): MessageReader {
  /** Bytes since the last body. */
  let waiting = 0;
  let isSplitting = false;
  let isBroken = false;
  let close = (): void => {};

  const decode = async (body: Uint8Array): Promise<Message> => {
    waiting = 0;
    const message = jsonIn(body);
    if (isMessage(message)) return message;
    const error =
      message === undefined
        ? { code: PARSE_ERROR, message: "a message is not JSON" }
        : { code: INVALID_REQUEST, message: "a message is no request, notification or response" };
    void writer.write({ jsonrpc: "2.0", id: idOf(message), error } as Message).catch(() => {});
    throw new Error(error.message);
  };

  /** A failed input counts as ended. */
  const passOn = async (take: (bytes: Uint8Array) => void): Promise<void> => {
    const encoder = new TextEncoder();
    try {
      for await (const chunk of input) {
        const bytes = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
        waiting += bytes.length;
        isSplitting = true;
        take(bytes);
        isSplitting = false;
        if (isBroken) return complain("a message with a broken header came, so the server ends");
        if (waiting > LONGEST) return complain("a message is too long, so the server ends");
      }
    } catch {
      return;
    }
  };

  const readable: RAL.ReadableStream = {
    ...never,
    onData: (take) => {
      void passOn(take).finally(() => close());
      return NOTHING;
    },
    onClose: (listener) => {
      close = listener;
      return NOTHING;
    },
  };
  const reader = new ReadableStreamMessageReader(readable, {
    contentTypeDecoder: { name: "application/json", decode },
  });
  // The timer of this event would keep the program running.
  reader.partialMessageTimeout = 0;
  // The reader splits bytes into bodies at once and decodes them later, so an error in between is one of a header.
  reader.onError(() => {
    isBroken ||= isSplitting;
  });
  return reader;
}

/** Undefined for a text that is not JSON. */
function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** The sender's id of a message; null if it is unreadable. */
function idOf(message: unknown): string | number | null {
  const { id = null } = typeof message === "object" && message !== null ? (message as { id?: unknown }) : {};
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** Whether a value is a request, a notification or a response. A response without a result is valid: some clients omit an empty one. */
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

function writerOf({ write }: Streams): MessageWriter {
  const decoder = new TextDecoder();
  const stream: RAL.WritableStream = {
    ...never,
    write: (data: Uint8Array | string) =>
      new Promise<void>((resolve) => write(typeof data === "string" ? data : decoder.decode(data), resolve)),
    end: () => {},
  };
  return new WriteableStreamMessageWriter(stream);
}
