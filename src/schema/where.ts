import type { Path } from "../text/path.js";
import type { Place } from "./place.js";
import type { Shape } from "./shape.js";

/** Where a place is: its path, what the merged tree has there, and the shape of the object that it is in. */
export interface Where {
  readonly path: Path;
  readonly merged: Place | undefined;
  readonly around: Shape | undefined;
}
