/** The language server on the streams of a program. */
import type { Machine } from "./machine.js";
import { serve } from "./server.js";
import { readerOf, type Streams, writerOf } from "./streams.js";

/** Serves until the client ends or goes away; returns the exit code. */
export function languageServer(streams: Streams, machine: Machine): Promise<number> {
  const writer = writerOf(streams);
  return serve(readerOf(streams, writer), writer, machine);
}
