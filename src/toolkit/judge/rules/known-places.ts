/** The places of a tree that the schema knows, for rules that walk over all of them. */
import { oncePer } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { eachChild, type ListPlace, type ObjectPlace, type Place } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import type { Annotation, KnownPlace, KnownText, RuleContext, StrangeText } from "./rule.js";

/**
 * All known places, those of them with a text, and the texts below unknown keys. Cached per tree: many projects share the layer below them.
 */
export const allPlaces = oncePer((tree: Place): Pick<RuleContext["layers"][number], "places" | "texts" | "strange"> => {
  const places: KnownPlace[] = [];
  const texts: KnownText[] = [];
  const strange: StrangeText[] = [];
  walk(
    tree,
    () => true,
    (here) => {
      if (isKnown(here)) {
        places.push(here);
        if (isText(here)) texts.push(here);
      } else if (isText(here)) strange.push({ text: here.text, at: here });
    },
  );
  return { places, texts, strange };
});

/** The places whose schema has the annotation. */
export function placesWith(tree: Place, annotation: Annotation): readonly KnownPlace[] {
  return annotatedPlaces(tree).filter(({ shape }) => shape.schema[annotation] !== undefined);
}

const ANNOTATIONS: readonly Annotation[] = ["x-ref", "x-zero", "x-effect", "x-path", "format"];

const isAnnotated = oncePer(({ schema }: Shape) => ANNOTATIONS.some((annotation) => schema[annotation] !== undefined));

/** Whether a shape or one inside it has an annotation. No shape contains itself. */
const leadsToAnnotated = oncePer((shape: Shape): boolean => {
  const { properties, rest, items, tag } = shape;
  const inside = [...properties.values(), ...(tag?.variants.values() ?? []), rest, items];
  return isAnnotated(shape) || inside.some((one) => one !== undefined && leadsToAnnotated(one));
});

/** The places with any annotation, searched once for all rules. */
const annotatedPlaces = oncePer((tree: Place): readonly KnownPlace[] => {
  const places: KnownPlace[] = [];
  const isWanted = ({ shape }: Place): boolean => shape !== undefined && leadsToAnnotated(shape);
  walk(tree, isWanted, (here) => {
    if (isKnown(here) && isAnnotated(here.shape)) places.push(here);
  });
  return places;
});

/** Visits the wanted places of a tree, an object before its content. Skips inherited fields: they are listed at their origin. */
function walk(tree: Place, isWanted: (place: Place) => boolean, meet: (here: Known) => void): void {
  const visit = (place: Place, around: Known | undefined, step: string | number): void => {
    if (place.inheritedFrom !== undefined || place.source === "catalog" || !isWanted(place)) return;
    const here = new Known(place, around, step);
    meet(here);
    if (place.kind !== "scalar") visitInside(place, here);
  };
  const visitInside = (place: ListPlace | ObjectPlace, here: Known): void => {
    eachChild(place, (child, key) => visit(child, here, key));
  };
  visit(tree, undefined, "");
}

/** The root is not a place of its own. */
function isKnown(known: Known): known is Known & KnownPlace {
  return known.shape !== undefined && known.around !== undefined;
}

function isText<Here extends Known>(known: Here): known is Here & { readonly text: string } {
  return known.text !== undefined;
}

/** A place, known or unknown. Its path is computed on demand: few places are reported. */
class Known {
  readonly shape: Shape | undefined;
  readonly text: string | undefined;
  private cachedPath: Path | undefined = undefined;

  readonly place: Place;
  readonly around: Known | undefined;
  readonly step: string | number;

  constructor(place: Place, around: Known | undefined, step: string | number) {
    this.place = place;
    this.around = around;
    this.step = step;
    this.shape = place.shape;
    this.text = place.kind === "scalar" && typeof place.value === "string" ? place.value : undefined;
  }

  get path(): Path {
    this.cachedPath ??= this.around === undefined ? [] : this.around.path.concat(this.step);
    return this.cachedPath;
  }
}
