/** Applies steps one after another, and saves the place after each (C081): for sessions and for fleets. */
import { ClientError } from "./errors.js";
import type { Point } from "./point.js";

/** `save` has failed. The change of the point was applied: a follower that starts from this point applies no change twice. */
export class SaveFailed<Place = Point> extends ClientError {
  override readonly name = "SaveFailed";
  readonly point: Place;

  constructor(point: Place, cause: unknown) {
    super("save_failed", "the place after an applied change could not be kept", { cause });
    this.point = point;
  }
}

interface StepOf<Change, Place> {
  readonly change: Change;
  readonly point: Place;
  mayBeRepeated: boolean;
}

interface Applier<Change, Place> {
  readonly apply: (change: Change, about: StepOf<Change, Place>) => Promise<void> | void;
  readonly save: ((point: Place) => Promise<void> | void) | undefined;
  readonly signal: AbortSignal;
  /** Whether an earlier run may have applied the first change. */
  readonly isResumed: boolean;
}

/** Resolves after the last step, or when the signal aborts. */
export async function applySteps<Change, Place>(
  changes: AsyncIterable<readonly StepOf<Change, Place>[]>,
  { apply, save, signal, isResumed }: Applier<Change, Place>,
): Promise<void> {
  let mayBeRepeated = isResumed;
  try {
    for await (const steps of changes)
      for (const step of steps) {
        step.mayBeRepeated = mayBeRepeated;
        mayBeRepeated = false;
        const applying = apply(step.change, step);
        if (applying !== undefined) await applying;
        if (save !== undefined) await saved(save, step.point);
        if (signal.aborted) return;
      }
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error;
  }
}

async function saved<Place>(save: (point: Place) => Promise<void> | void, point: Place): Promise<void> {
  try {
    await save(point);
  } catch (error) {
    throw new SaveFailed(point, error);
  }
}
