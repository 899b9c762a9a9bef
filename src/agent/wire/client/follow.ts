/** A follower that keeps its place (spec 1, steps 5 to 8; C081): each change is applied, then its point is kept. */
import type { SyncSnapshot } from "../../../generated/protocol/types.js";
import { applied } from "./applied.js";
import { SessionCourse, type SessionKinds } from "./changes.js";
import { stepsOf } from "./follower.js";
import type { Timing } from "./patience.js";
import { checkedPoint, type Point } from "./point.js";
import type { Applying, Change } from "./step.js";
import type { DaemonWire } from "./surfaces.js";
import type { Opaque } from "./tokens.js";

export interface FollowOptions {
  /** The point that was kept last; undefined at the very first start. */
  readonly load?: () => Promise<Point | undefined> | Point | undefined;
  /** Keeps a point, after the change that leads to it was applied. */
  readonly save?: (point: Point) => Promise<void> | void;
  /** Applies a change. The next one is read from the connection when this has ended: a slow program slows the daemon's stream, and fills no memory. */
  readonly apply: (change: Change, about: Applying) => Promise<void> | void;
  /** Without a kept point: from the beginning of history, or from now (default `beginning`). */
  readonly from?: "beginning" | "now";
  /**
   * Milliseconds in a row that the daemon may be away (default: without end for a folder, whose daemon may be continued; 60,000 for a fixed
   * address).
   */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** Milliseconds that the daemon of a fixed address may be away. */
const PATIENCE = 60_000;

/**
 * Resolves when the session stops, or when the signal aborts. Rejects with a `ClientError`; with the error of `load` or `apply`, which ends the
 * following before the point is kept; and with `SaveFailed`.
 */
export async function follow(
  wire: DaemonWire,
  timing: Timing,
  heard: (snapshot: Opaque<SyncSnapshot>) => void,
  { load, save, apply, from, signal = new AbortController().signal, ...options }: FollowOptions,
): Promise<void> {
  const isFolder = wire.place.sessionDirectory !== undefined;
  const { patience = isFolder ? Number.POSITIVE_INFINITY : PATIENCE } = options;
  const point = checkedPoint(await load?.());
  const course = new SessionCourse(wire, timing, { point, from, signal, heard });
  await applied<Change, Point>(stepsOf<SessionKinds>(course, timing, { patience, signal }), {
    apply,
    save,
    signal,
    isResumed: load !== undefined,
  });
}
