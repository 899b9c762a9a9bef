/** `agentcfg/client`: a client of an agent's daemon, for Node.js and browsers. It has no dependency. */
export type {
  Actions,
  ClientOperationResultV1,
  HistoryItem,
  InputList,
  ItemAttachment,
  OperationKey,
  OperationOutcome,
  PromptAttachment,
  PromptRequest,
  QueuedInput,
  SyncFrame,
  SyncMessage,
  SyncRecordV1,
  SyncSnapshot,
  SyncSummary,
  TurnError,
  TurnFinished,
} from "../../../generated/protocol/types.js";
export type { Clock } from "../../ports/clock.js";
export type { FetchLike, FetchRequest, FetchResponse } from "../../ports/fetch.js";
export type { Random } from "../../ports/random.js";
export type { ReadText } from "../../ports/web.js";
export { fold, type SessionState } from "../core/session.js";
export { stateOf } from "../core/snapshot.js";
export type { AttachmentOptions } from "./attachment.js";
export { type CallOptions, type ClientOptions, Daemon, daemon, type Prompt, type Where } from "./daemon.js";
export {
  ClientError,
  DaemonError,
  DamagedMessage,
  NotRunning,
  OperationFailed,
  OperationUnknown,
  Unreachable,
} from "./errors.js";
export { type FollowOptions, SaveFailed } from "./follow.js";
export type { HistoryOptions } from "./history.js";
export type { StreamFormat } from "./messages.js";
export type { Address } from "./place.js";
export type { Point } from "./point.js";
export type { OperationResult } from "./repeated.js";
export type { Dequeued, Sent, SentInput } from "./sent.js";
export type { Applying, Change } from "./step.js";
export type { Checkpoint, Cursor, Epoch, Opaque, PageToken, Window } from "./tokens.js";
