/** A long body of JSON, sent piece by piece at its reader's speed, with one piece in memory. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Exchange } from "../../machine/interfaces/listen.js";
import { jsonHeaders } from "../protocol/headers.js";

export interface LongBody {
  /** Bytes of all pieces. */
  readonly length: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** Answers with a body; resolves at its end, or after the reader disconnects. Rejects if a piece cannot be read. */
export async function sendLong(exchange: Exchange, { length, pieces }: LongBody, clock: Clock): Promise<void> {
  let isGone = false;
  let goOn = (): void => {};
  exchange.onClose(() => {
    isGone = true;
    goOn();
  });
  exchange.head(200, [...jsonHeaders, ["content-length", String(length)]]);
  for await (const piece of pieces) {
    // The reader has disconnected, and the connection may belong to another request.
    if (isGone) return;
    if (exchange.write(piece)) continue;
    const forget = clock.after(limits.blockedReader, () => exchange.destroy());
    await new Promise<void>((resolve) => {
      goOn = resolve;
      exchange.onDrain(resolve);
    });
    forget();
  }
  if (!isGone) exchange.end();
}
