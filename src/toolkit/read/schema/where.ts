import type { Path } from "../../../text/path.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

/** Where a place is: its path, which is worked out when there is something to say; what the merged tree has there; the object that it is in. */
export class Where {
  private found: Path | undefined = undefined;

  /** `around`: the shape of the object that the place is in. */
  constructor(
    private readonly parent: Where | undefined,
    private readonly step: string | number,
    readonly merged: Place | undefined,
    readonly around: Shape | undefined,
  ) {}

  get path(): Path {
    this.found ??= this.parent === undefined ? [] : this.parent.path.concat(this.step);
    return this.found;
  }

  within(key: string, around: Shape | undefined): Where {
    const { merged } = this;
    return new Where(this, key, merged?.kind === "object" ? merged.entries.get(key) : undefined, around);
  }

  /** The same place, as if its object were in one of another shape. */
  inside(around: Shape): Where {
    return new Where(this.parent, this.step, this.merged, around);
  }

  item(index: number): Where {
    return new Where(this, index, undefined, undefined);
  }
}
