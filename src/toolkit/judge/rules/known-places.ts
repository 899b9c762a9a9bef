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
  const places: KnownPlace[] = [];
  const texts: KnownText[] = [];
  const strange: StrangeText[] = [];
  const visit = (place: Place, around: Known | undefined, step: string | number): void => {
    if (isElsewhere(place)) return;
    const here = new Known(place, around, step);
    const isText = place.kind === "scalar" && typeof place.value === "string";
    if (isKnown(here)) {
      places.push(here);
      if (isText) texts.push(here);
    } else if (isText) strange.push({ text: here.text, at: here });
    if (place.kind !== "scalar") eachChild(place, (child, key) => visit(child, here, key));
  };
  visit(tree, undefined, "");
  return { places, texts, strange };
});

/** Inherited fields are listed at their origin. */
function isElsewhere({ inheritedFrom, source }: Place): boolean {
  return inheritedFrom !== undefined || source === "catalog";
}

/** The root is no place of its own. */
function isKnown(known: Known): known is Known & KnownPlace {
  return known.shape !== undefined && known.around !== undefined;
}

/** The places whose schema has the annotation. */
export function placesWith(tree: Place, annotation: Annotation): readonly KnownPlace[] {
  return annotatedPlaces(tree).filter(({ shape }) => shape.schema[annotation] !== undefined);
}

const ANNOTATIONS: readonly Annotation[] = ["x-ref", "x-zero", "x-effect", "x-path"];

const isAnnotated = oncePer(({ schema }: Shape) => ANNOTATIONS.some((annotation) => schema[annotation] !== undefined));

/** Whether a shape or one inside it has an annotation. No shape contains itself. */
const leadsToAnnotated = oncePer(
  (shape: Shape): boolean => isAnnotated(shape) || shapesIn(shape).some(leadsToAnnotated),
);

function shapesIn({ properties, rest, items, tag }: Shape): readonly Shape[] {
  const others = [rest, items].flatMap((shape) => shape ?? []);
  return [...properties.values(), ...others, ...(tag?.variants.values() ?? [])];
}

/** The places with any annotation, an object before its content. Searched once for all rules, and only where there may be some. */
const annotatedPlaces = oncePer((tree: Place): readonly KnownPlace[] => {
  const found: KnownPlace[] = [];
  const visit = (place: Place, around: Known | undefined, step: string | number): void => {
    if (place.shape === undefined || !leadsToAnnotated(place.shape) || isElsewhere(place)) return;
    const here = new Known(place, around, step);
    if (isKnown(here) && isAnnotated(here.shape)) found.push(here);
    if (place.kind !== "scalar") eachChild(place, (child, key) => visit(child, here, key));
  };
  visit(tree, undefined, "");
  return found;
});

/** A place, known or unknown. Its path is computed on demand: few places are reported. */
class Known {
  readonly shape: Shape | undefined;
  /** Empty where the value is no text. */
  readonly text: string;
  private found: Path | undefined = undefined;

  readonly place: Place;
  readonly around: Known | undefined;
  private readonly step: string | number;

  constructor(place: Place, around: Known | undefined, step: string | number) {
    this.place = place;
    this.around = around;
    this.step = step;
    this.shape = place.shape;
    this.text = place.kind === "scalar" && typeof place.value === "string" ? place.value : "";
  }

  get path(): Path {
    this.found ??= this.around === undefined ? [] : this.around.path.concat(this.step);
    return this.found;
  }
}
