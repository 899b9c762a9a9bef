/** One request for the summary of a daemon. An answer that is too long, no summary, of another run or of another session is a failure (P-S51). */

import { limits } from "../../../generated/protocol/tables.js";
import type { SyncSummary } from "../../../generated/protocol/types.js";
import { isSyncSummary } from "../../../generated/protocol/validators.js";
import { type Clock, within } from "../../ports/clock.js";
import { type Connect, ConnectError, type InboundResponse } from "../../ports/connect.js";
import { jsonBytes } from "../../wire/core/text-size.js";
import { parseJson } from "../../wire/protocol/json.js";
import { locate, type SourceHost } from "./daemon.js";

export interface PollHost extends SourceHost {
  readonly clock: Clock;
  readonly connect: Connect;
}

/** Levels of a summary, with room for fields of later versions. */
const DEPTH = 16;

/** Bytes of an opaque text of a summary as JSON; with longer ones its row could be too long. */
const LONGEST = 256;

/** Undefined when there is no good answer within three seconds, or when `ending` aborts. */
export async function poll(
  host: PollHost,
  state: string,
  sessionId: string,
  ending: AbortSignal,
): Promise<SyncSummary | undefined> {
  const located = await locate(host, state, sessionId);
  if (located.kind !== "running") return undefined;
  const ask = async (signal: AbortSignal): Promise<SyncSummary | undefined> => {
    const response = await host.connect({
      ...{ url: `${located.url}/sync/summary`, method: "GET", signal },
      headers: [
        ["authorization", `Bearer ${located.token}`],
        ["accept", "application/json"],
      ],
    });
    const summary = await summaryIn(response);
    const isRight = summary?.session_id === sessionId && summary.daemon_epoch === located.epoch && isShort(summary);
    return isRight ? summary : undefined;
  };
  try {
    return await within(host.clock, limits.observerTimeout, ask, ending);
  } catch (error) {
    if (error instanceof ConnectError) return undefined;
    throw error;
  }
}

async function summaryIn({ status, body }: InboundResponse): Promise<SyncSummary | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    // Leaving the loop ends the connection.
    if (status !== 200 || length > limits.summaryBytes) return undefined;
    pieces.push(piece);
  }
  if (status !== 200) return undefined;
  const read = parseJson(Buffer.concat(pieces), DEPTH);
  return "value" in read && isSyncSummary(read.value) ? read.value : undefined;
}

function isShort({ daemon_epoch, cursor, catalog_revision }: SyncSummary): boolean {
  return [daemon_epoch, cursor, catalog_revision].every((text) => jsonBytes(text, LONGEST) <= LONGEST);
}
