/** The messages of one connection, those of one piece of it together, until it ends or is silent for three heartbeats (P-S11, C279). */
import type { SyncMessage } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { Replica } from "../core/replica.js";
import type { Wire } from "./wire.js";

/** A silent connection ends without a failure. The time that the caller takes for messages is no silence. */
export async function* heard(
  wire: Wire,
  replica: Replica,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly SyncMessage[], void, undefined> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  let forget = (): void => {};
  const listen = (): void => {
    replica.waits(clock.monotonic());
    forget = clock.after(replica.due - clock.monotonic(), () => silence.abort());
  };
  listen();
  try {
    for await (const messages of wire.events(replica.point.cursor, { signal: either })) {
      forget();
      yield messages;
      listen();
    }
  } catch (error) {
    if (signal.aborted || !silence.signal.aborted) throw error;
  } finally {
    forget();
  }
}
