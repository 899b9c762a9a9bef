/** A segment as lines, a part of it in memory at a time. */
import type { OpenFile } from "../../ports/files.js";

/** Bytes of one read. Other work of the process waits while their lines are taken (P12). */
const CHUNK = 65_536;
const NEWLINE = 0x0a;

/**
 * Calls `take` with each line, its newline included, and its offset; a last line that is incomplete comes without a newline. Waits for a
 * `take` that returns a promise.
 */
export async function eachLine(
  file: OpenFile,
  take: (line: Uint8Array, offset: number) => Promise<void> | undefined,
): Promise<void> {
  let offset = 0;
  let begun: Uint8Array[] = [];
  for (let position = 0; ; ) {
    const chunk = await file.readAt(position, CHUNK);
    if (chunk.length === 0) break;
    position += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const rest = chunk.subarray(from, end + 1);
      const line = begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
      begun = [];
      const taken = take(line, offset);
      if (taken !== undefined) await taken;
      offset += line.length;
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) await take(Buffer.concat(begun), offset);
}
