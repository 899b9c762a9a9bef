/** The client's view of the two servers' routes (P-S6, P-S50). */
import { answerGuards, hubAnswerGuards, isFleetMessage, isSyncMessage } from "../../../generated/protocol/answers.js";
import { daemonLines, hubLines } from "../../../generated/protocol/singles.js";
import type { FleetMessage, SyncMessage } from "../../../generated/protocol/types.js";
import type { DaemonRoutes, HubRoutes } from "../protocol/routes.js";
import { ANSWER_LIMIT } from "./answer.js";
import type { Opaque } from "./tokens.js";
import type { Calls, Surface, Wire } from "./wire.js";

export const daemonSurface: Surface<DaemonRoutes> = {
  ...{ lines: daemonLines, guards: answerGuards, isMessage: isSyncMessage },
  most: ANSWER_LIMIT,
};

export const hubSurface: Surface<HubRoutes> = {
  ...{ lines: hubLines, guards: hubAnswerGuards, isMessage: isFleetMessage },
  // Twice a page of history, the largest of them.
  most: 4 * 1024 * 1024,
};

export type DaemonWire = Wire<DaemonRoutes, Opaque<SyncMessage>>;
export type DaemonCalls = Calls<DaemonRoutes>;
export type HubWire = Wire<HubRoutes, Opaque<FleetMessage>>;
export type HubCalls = Calls<HubRoutes>;
