import type { Path } from "../../../text/path.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

/** The location of a place: its path, computed on demand; its counterpart in the merged tree; the shape of the object around it. */
export class Where {
  private cachedPath: Path | undefined = undefined;

  private readonly parent: Where | undefined;
  private readonly step: string | number;
  readonly merged: Place | undefined;
  readonly around: Shape | undefined;
  /** The number of steps in the path. */
  readonly depth: number;

  /** `around`: the shape of the object that holds the place. */
  constructor(parent: Where | undefined, step: string | number, merged: Place | undefined, around: Shape | undefined) {
    this.parent = parent;
    this.step = step;
    this.merged = merged;
    this.around = around;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  get path(): Path {
    this.cachedPath ??= this.parent === undefined ? [] : this.parent.path.concat(this.step);
    return this.cachedPath;
  }

  within(key: string, around: Shape | undefined): Where {
    const { merged } = this;
    return new Where(this, key, merged?.kind === "object" ? merged.entries.get(key) : undefined, around);
  }

  /** This place, as if its object were in one of another shape. */
  inside(around: Shape): Where {
    return new Where(this.parent, this.step, this.merged, around);
  }

  item(index: number): Where {
    return new Where(this, index, undefined, undefined);
  }
}
