/** The question as every kind of item sees it. */
import type { Typed } from "./completion.js";
import type { Names } from "./names.js";
import type { SpotPlace } from "./place.js";
import type { Spot } from "./placed.js";

export interface About {
  readonly typed: Typed;
  readonly offset: number;
  readonly spot: Spot;
  readonly place: SpotPlace;
  readonly names: Names;
  readonly variables: readonly string[];
}
