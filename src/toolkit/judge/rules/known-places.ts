/** The places of a tree that the schema knows, for rules that walk over all of them. */
import { oncePer } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { eachChild, type Place } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import type { Annotation, KnownPlace, KnownText, StrangeText } from "./rule.js";

/**
 * All known places, those of them with a text, and the texts below unknown keys. Cached per tree: a layer below many projects has the same
 * ones for each.
 */
export const allPlaces = oncePer((tree: Place) => {
  const strange: StrangeText[] = [];
  const places = placesIn(tree, () => true, strange);
  return { places, texts: places.filter(isText), strange };
});

function isText(known: KnownPlace): known is KnownText {
  const { place } = known;
  return place.kind === "scalar" && typeof place.value === "string";
}

/** The places whose schema has the annotation. */
export function placesWith(tree: Place, annotation: Annotation): readonly KnownPlace[] {
  return annotatedPlaces(tree).filter(({ shape }) => shape.schema[annotation] !== undefined);
}

const ANNOTATIONS: readonly Annotation[] = ["x-ref", "x-zero", "x-effect", "x-path"];

/** The places with any annotation. Searched once for all rules. */
const annotatedPlaces = oncePer((tree: Place) =>
  placesIn(tree, ({ schema }) => ANNOTATIONS.some((annotation) => schema[annotation] !== undefined)),
);

/** The places below a tree, an object before its content; inherited fields are left out, for they are listed at their origin. */
function placesIn(tree: Place, isWanted: (shape: Shape) => boolean, strange?: StrangeText[]): readonly KnownPlace[] {
  const found: KnownPlace[] = [];
  const visit = (place: Place, around: Known | undefined, step: string | number): void => {
    if (place.inheritedFrom !== undefined || place.source === "catalog") return;
    const isFound = around !== undefined && place.shape !== undefined && isWanted(place.shape);
    if (!isFound && place.kind === "scalar") {
      if (strange !== undefined && place.shape === undefined && typeof place.value === "string")
        strange.push({ text: place.value, at: new Known(place, around, step) });
      return;
    }
    const here = new Known(place, around, step);
    if (isFound) found.push(here as KnownPlace);
    if (place.kind === "scalar") return;
    eachChild(place, (child, key) => visit(child, here, key));
  };
  visit(tree, undefined, "");
  return found;
}

/** A place, known or unknown. Its path is computed on demand: few places are reported. */
class Known {
  readonly shape: Shape | undefined;
  private found: Path | undefined = undefined;

  readonly place: Place;
  readonly around: Known | undefined;
  private readonly step: string | number;

  constructor(place: Place, around: Known | undefined, step: string | number) {
    this.place = place;
    this.around = around;
    this.step = step;
    this.shape = place.shape;
  }

  get text(): string {
    return this.place.kind === "scalar" ? String(this.place.value) : "";
  }

  get path(): Path {
    this.found ??= this.around === undefined ? [] : this.around.path.concat(this.step);
    return this.found;
  }
}
