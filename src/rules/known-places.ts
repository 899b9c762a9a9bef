/** The places of a tree that the schema knows, for rules that look at what there is. */
import type { Place } from "../schema/place.js";
import type { Shape } from "../schema/shape.js";
import { oncePer } from "../text/once.js";
import type { Path } from "../text/path.js";
import type { Annotation, KnownPlace } from "./rule.js";

/** An object before what is in it; what is inherited stands elsewhere. A layer below many projects has the same ones for each. */
export const knownPlaces = oncePer((tree: Place): readonly KnownPlace[] => {
  const found: KnownPlace[] = [];
  const visit = (here: Known): void => {
    const { place, shape } = here;
    if (place.inheritedFrom !== undefined || place.source === "catalog") return;
    if (shape !== undefined && here.around !== undefined) found.push(here as KnownPlace);
    if (place.kind === "list") for (const [index, item] of place.items.entries()) visit(new Known(item, here, index));
    else if (place.kind === "object") for (const [key, child] of place.entries) visit(new Known(child, here, key));
  };
  visit(new Known(tree, undefined, ""));
  return found;
});

/** A place, known or not. Where it is, is worked out for the few of which something is said. */
class Known {
  readonly shape: Shape | undefined;
  private found: Path | undefined = undefined;

  constructor(
    readonly place: Place,
    readonly around: Known | undefined,
    private readonly step: string | number,
  ) {
    this.shape = place.shape;
  }

  get path(): Path {
    this.found ??= this.around === undefined ? [] : [...this.around.path, this.step];
    return this.found;
  }
}

const ANNOTATIONS: readonly Annotation[] = ["x-ref", "x-zero", "x-effect", "x-secret-word"];

/** Those of some places of which the schema says such a thing. Looked through once for all rules. */
export function placesWith(places: readonly KnownPlace[], annotation: Annotation): readonly KnownPlace[] {
  return indexOf(places).get(annotation) ?? [];
}

const indexOf = oncePer((places: readonly KnownPlace[]): ReadonlyMap<Annotation, readonly KnownPlace[]> => {
  const index = new Map<Annotation, KnownPlace[]>(ANNOTATIONS.map((name) => [name, []]));
  for (const place of places) {
    const names = annotationsOf(place.shape.schema);
    if (names.length > 0) for (const name of names) index.get(name)?.push(place);
  }
  return index;
});

const annotationsOf = oncePer((schema: Shape["schema"]) => ANNOTATIONS.filter((name) => schema[name] !== undefined));
