/** The process of a daemon from its start to its first line, or to its end. */
import type { ReadyLine } from "../../../generated/protocol/types.js";
import { isReadyLine } from "../../../generated/protocol/validators.js";
import { sleep } from "../../machine/interfaces/clock.js";
import { FileError, type Files } from "../../machine/interfaces/files.js";
import type { Spawned } from "../../machine/node/spawn.js";
import { parsed } from "../../session/store/check.js";
import { machine } from "../common/machine.js";

/** Milliseconds for a daemon to print its first line, and to end after a signal. */
const PATIENCE = 60_000;
const GRACE = 2000;

/** Its first line; undefined when the line is not as it should be, when it ends without one or takes too long, or when `signal` aborts. */
export async function firstLine({ line }: Spawned, signal: AbortSignal): Promise<ReadyLine | undefined> {
  const waiting = new AbortController();
  const tooLong = sleep(machine.clock, PATIENCE, AbortSignal.any([waiting.signal, signal])).then(() => undefined);
  const text = await Promise.race([line, tooLong]);
  waiting.abort();
  const said = text === undefined ? undefined : parsed(Buffer.from(text));
  return isReadyLine(said) ? said : undefined;
}

/** Waits for its end and returns its exit code; undefined after a signal. A daemon that does not end in time is killed. */
export async function ended(child: Spawned, isAsked: boolean): Promise<number | undefined> {
  if (isAsked) child.kill("SIGTERM");
  const waiting = new AbortController();
  const tooLong = sleep(machine.clock, GRACE, waiting.signal).then(() => child.kill("SIGKILL"));
  const code = await child.ended;
  waiting.abort();
  await tooLong;
  return code;
}

/** Most bytes of a log that are shown. */
const LOG_BYTES = 65_536;

/** The text of a log after `offset`; empty when it cannot be read. */
export async function textAfter(files: Files, path: string, offset: number): Promise<string> {
  try {
    const file = await files.open(path, "read");
    try {
      return new TextDecoder().decode(await file.readAt(offset, LOG_BYTES));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof FileError) return "";
    throw error;
  }
}
