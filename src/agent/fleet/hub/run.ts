import type { Clock } from "../../machine/interfaces/clock.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { TokenCodec } from "../../wire/protocol/token.js";
import type { SourceHost } from "./sources/daemon.js";

/** One run of a hub: its machine, and the values that stay the same until it stops. */
export interface HubRun extends SourceHost {
  readonly clock: Clock;
  readonly log: Log;
  /** The state directory. */
  readonly state: string;
  readonly codec: TokenCodec;
  /** The fleet's. */
  readonly epoch: string;
}
