/** `agentcfg/client`: a client of an agent's daemon and of a hub of many, for Node.js and browsers. It has no dependencies. */
export type {
  Actions,
  ClientOperationResultV1,
  ContextSize,
  DaemonState,
  FleetEventV1,
  FleetMessage,
  FleetProject,
  HistoryItem,
  InputList,
  Interrogative,
  ItemAttachment,
  LoginCallbackRequest,
  OperationKey,
  OperationOutcome,
  PermissionMonitor,
  PromptAttachment,
  PromptRequest,
  QueuedInput,
  SessionRow,
  SyncFrame,
  SyncMessage,
  SyncRecordV1,
  SyncSnapshot,
  SyncSummary,
  TurnError,
  TurnFinished,
} from "../../../generated/protocol/types.js";
export type { Clock } from "../../machine/interfaces/clock.js";
export type { FetchLike, FetchRequest, FetchResponse } from "../../machine/interfaces/fetch.js";
export type { Random } from "../../machine/interfaces/random.js";
export type { ReadText } from "../../machine/interfaces/web.js";
export { applyFleetEvent, emptyFleet, type FleetState, fleetOf } from "../core/fleet.js";
export { fold, type SessionState } from "../core/session.js";
export { stateOf } from "../core/snapshot.js";
export { SaveFailed } from "./apply-steps.js";
export type { AttachmentOptions } from "./attachment.js";
export type { Answer, Dequeued, Responded, Sent, SentCompaction, SentInput } from "./command-answers.js";
export {
  type CallOptions,
  type ClientOptions,
  Daemon,
  daemon,
  type Prompt,
  type ToolServerChange,
} from "./daemon.js";
export {
  ClientError,
  DaemonError,
  DamagedMessage,
  NotRunning,
  OperationFailed,
  OperationUnknown,
  type Server,
  Unreachable,
} from "./errors.js";
export type { Fleet, FleetApplying, FleetChange, FleetPoint } from "./fleet.js";
export type { Where } from "./folder.js";
export type { Applying, Change, FollowOptions } from "./follow.js";
export type { HistoryOptions } from "./history.js";
export {
  type CapturedPage,
  type CaptureOptions,
  type FleetEventsOptions,
  type FollowFleetOptions,
  Hub,
  type HubOptions,
  hub,
} from "./hub.js";
export type { StreamFormat } from "./messages.js";
export type { Address } from "./place.js";
export type { Point } from "./point.js";
export type { OperationResult } from "./run-once.js";
export type {
  Capture,
  Checkpoint,
  Cursor,
  Epoch,
  FleetCursor,
  FleetEpoch,
  Opaque,
  PageToken,
  Window,
} from "./tokens.js";
