/** A follower that keeps its place (spec 1, steps 5 to 8; C081): each change is applied, then its point is kept. */
import { changesOf, type Following } from "./changes.js";
import { ClientError } from "./errors.js";
import type { Timing } from "./patience.js";
import { checkedPoint, type Point } from "./point.js";
import type { Applying, Change } from "./step.js";
import type { Wire } from "./wire.js";

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

/** `save` has failed. The change of the point was applied: a follower that begins with this point applies nothing twice. */
export class SaveFailed extends ClientError {
  override readonly name = "SaveFailed";
  readonly point: Point;

  constructor(point: Point, cause: unknown) {
    super("save_failed", "the place after an applied change could not be kept", { cause });
    this.point = point;
  }
}

/** Milliseconds that the daemon of a fixed address may be away. */
const PATIENCE = 60_000;

/**
 * Resolves when the session stops, or when the signal aborts. Rejects with a `ClientError`; with the error of `load` or `apply`, which ends the
 * following before the point is kept; and with `SaveFailed`.
 */
export async function follow(
  wire: Wire,
  timing: Timing,
  heard: Following["heard"],
  { load, save, apply, from, signal = new AbortController().signal, ...options }: FollowOptions,
): Promise<void> {
  const isFolder = wire.place.sessionDirectory !== undefined;
  const { patience = isFolder ? Number.POSITIVE_INFINITY : PATIENCE } = options;
  const point = checkedPoint(await load?.());
  let mayBeRepeated = load !== undefined;
  const changes = changesOf(wire, timing, { point, from, patience, signal, heard });
  try {
    for await (const steps of changes)
      for (const step of steps) {
        step.mayBeRepeated = mayBeRepeated;
        mayBeRepeated = false;
        const applied = apply(step.change, step);
        if (applied !== undefined) await applied;
        if (save !== undefined) await kept(save, step.point);
        if (signal.aborted) return;
      }
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
  }
}

async function kept(save: NonNullable<FollowOptions["save"]>, point: Point): Promise<void> {
  try {
    await save(point);
  } catch (error) {
    throw new SaveFailed(point, error);
  }
}
