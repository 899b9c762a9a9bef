/** The messages of one connection, those of one piece of it together, until it ends or is silent for three heartbeats (P-S11, C279). */
import type { SyncMessage } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { Replica } from "../core/replica.js";
import { Silence } from "./silence.js";
import type { Wire } from "./wire.js";

/** Silence ends it with `Unreachable`. The time that the caller takes for messages is no silence. */
export async function* heard(
  wire: Wire,
  replica: Replica,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly SyncMessage[], void, undefined> {
  const silence = new Silence(clock, signal);
  const listen = (): void => {
    replica.waits(clock.monotonic());
    silence.listen(replica.due - clock.monotonic());
  };
  listen();
  try {
    for await (const messages of wire.events(replica.point.cursor, { signal: silence.signal })) {
      silence.end();
      yield messages;
      listen();
    }
  } finally {
    silence.end();
  }
}
