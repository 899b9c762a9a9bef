/** The place of a follower in a session, as a value to save (spec 2.1). */
import type { SyncPoint } from "../core/replica.js";
import type { Tally } from "../core/tally.js";
import { ClientError } from "./errors.js";

/** JSON of about 200 bytes. Its fields are private to the client; a program saves it whole. */
export interface Point {
  readonly version: 1;
  readonly session_id: string;
  /** The number of applied items of history: the next one has this index. */
  readonly items: number;
  /** The stream after the last applied record; absent while items before a snapshot are not applied yet. */
  readonly stream?: {
    readonly daemon_epoch: string;
    readonly cursor: string;
    readonly open: Tally["open"];
  };
}

/** The point of the stream; undefined if the follower needs a snapshot first. */
export function syncPointOf({ items, stream }: Point): SyncPoint | undefined {
  if (stream === undefined) return undefined;
  return { epoch: stream.daemon_epoch, cursor: stream.cursor, tally: { items, open: stream.open } };
}

/** A saved point, after reading it back. Throws for any other value: an unreadable place is not the beginning. */
export function checkedPoint(value: unknown): Point | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isPoint(value)) throw new ClientError("invalid_point", "the kept point is none of this client");
  return value;
}

function isPoint(value: unknown): value is Point {
  if (!isObject(value) || value["version"] !== 1 || typeof value["session_id"] !== "string") return false;
  const { items, stream } = value;
  if (!Number.isSafeInteger(items) || Number(items) < 0) return false;
  if (stream === undefined) return true;
  if (!isObject(stream) || typeof stream["daemon_epoch"] !== "string" || typeof stream["cursor"] !== "string")
    return false;
  return Array.isArray(stream["open"]) && stream["open"].every(isOpenLength);
}

function isOpenLength(value: unknown): boolean {
  return isObject(value) && typeof value["item_id"] === "string" && Number.isSafeInteger(value["length"]);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
