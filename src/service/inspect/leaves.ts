/** The values of a setting without children, in the order of the printed value: the fold that prints every origin. */
import { once } from "../../text/once.js";
import { itemAt, type Path } from "../../text/path.js";
import { REDACTED } from "../../toolkit/mean/redaction/cover.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import type { Place } from "../../toolkit/read/schema/place.js";

/** A printed value without children. */
export interface Leaf<Where extends Place = Place> {
  /** The path in the printed value, where names with secrets are hidden. */
  readonly path: Path;
  readonly value: Json;
  /** The path in the configuration. */
  readonly at: Path;
  /** Undefined for a value that only the printed form has. */
  readonly place: Where | undefined;
}

/** `value`: the printed value of the place; `at`: its path; `isWhole`: whether a place counts as one without children. */
export function leavesOf<Source, Lost>(
  place: Place<Source, Lost>,
  at: Path,
  value: Json,
  redactor: Redactor,
  isWhole: (place: Place) => boolean = () => false,
  path: Path = at,
): readonly Leaf<Place<Source, Lost>>[] {
  const children = isWhole(place) ? [] : childrenIn(value);
  if (children.length === 0) return [{ path, value, at, place }];
  const steps = once(() => new Map(namesIn(place).map((name) => [redactor.path([name])[0], name])));
  return children.flatMap(([printed, child]) => {
    const step = isRedacted(printed) ? (steps().get(printed) ?? printed) : printed;
    const inner = childIn(place, step);
    const below = [...path, printed];
    if (inner === undefined) return [{ path: below, value: child, at: [...at, step], place: undefined }];
    return leavesOf(inner, [...at, step], child, redactor, isWhole, below);
  });
}

/** Whether a place is a list of single values, which people read as one value. */
export function isPlainList(place: Place): boolean {
  return place.kind === "list" && place.items.every(({ kind }) => kind === "scalar");
}

function namesIn(place: Place): readonly string[] {
  return place.kind === "object" ? [...place.entries.keys()] : [];
}

/** Any other step is the one in the configuration. */
function isRedacted(printed: string | number): boolean {
  return typeof printed === "string" && printed.includes(REDACTED);
}

function childIn<Source, Lost>(place: Place<Source, Lost>, step: string | number): Place<Source, Lost> | undefined {
  if (place.kind === "object") return place.entries.get(String(step));
  return place.kind === "list" ? itemAt(place.items, step) : undefined;
}

function childrenIn(value: Json): readonly (readonly [string | number, Json])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : [];
}
