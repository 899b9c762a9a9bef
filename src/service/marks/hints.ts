/**
 * Hints after values that both files set: in a project, the global value that it overrides; in the global file, the project's value that
 * overrides it. Shows only text that the redactor shows, and no contents of lists and mappings.
 */
import { printable } from "../../text/escape.js";
import { type Path, toPointer } from "../../text/path.js";
import { cutTo } from "../../text/width.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { Withheld } from "../../toolkit/judge/analysis/withheld.js";
import { childrenOf, type Setting, type Shadowed } from "../../toolkit/mean/configuration/setting.js";
import type { Redactor } from "../../toolkit/mean/redaction/redactor.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { firstLine } from "../../toolkit/read/document/source.js";
import { isAlias } from "../../toolkit/read/document/within.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { Place } from "../../toolkit/read/schema/place.js";
import { afterValue } from "./spans.js";

export interface Hint {
  /** After the value, on its first line. */
  readonly offset: number;
  readonly text: string;
  /** The first line of the other value. */
  readonly about?: { readonly layer: Layer; readonly span: Span };
}

const LONGEST = 40;

/** A longer text is not searched for secrets just to be cut. */
const LONGEST_READ = 10_000;

/** A place of a layer, with the values of all layers there. */
interface PlaceValues {
  readonly place: Place;
  readonly path: Path;
  /** Undefined without a value in effect. */
  readonly setting: Setting | undefined;
  readonly shadowed: readonly Shadowed[];
  /** Whether the project's value is withheld, because its user does not vouch for the project. */
  readonly isWithheld: boolean;
}

/**
 * The hints of a layer, in the order of its text; empty without a project. `withheld`: the values of a project that its user does not vouch
 * for.
 */
export function hintsOf(
  { layers, trees, settings, redactor }: Snapshot,
  layer: Layer,
  withheld: readonly Withheld[] = [],
): readonly Hint[] {
  const tree = trees.get(layer);
  if (tree === undefined || !layers.some(({ scope }) => scope === "project")) return [];
  const hintAt = layer.scope === "project" ? beaten : beating;
  const hints: Hint[] = [];
  const lost = new Set(withheld.flatMap(({ path, instead }) => (instead === undefined ? [toPointer(path)] : [])));
  const visit = (place: Place, path: Path, around: Setting, isAroundWithheld: boolean): void => {
    if (place.kind !== "object") return;
    const settingsHere = childrenOf(around);
    for (const [key, child] of place.entries) {
      const setting = settingsHere.get(key);
      const shadowed = setting?.shadowed ?? (around.kind === "object" ? around.absent.get(key) : undefined) ?? [];
      const at = [...path, key];
      const isWithheld = isAroundWithheld || (lost.size > 0 && lost.has(toPointer(at)));
      const hint = hintAt({ place: child, path: at, setting, shadowed, isWithheld }, redactor);
      if (hint !== undefined) hints.push({ ...hint, offset: afterValue(layer.document.source, child) });
      // The text of an alias is elsewhere, at another path.
      else if (setting !== undefined && !isAlias(child.node)) visit(child, at, setting, isWithheld);
    }
  };
  visit(tree, [], settings, false);
  return hints.toSorted((a, b) => a.offset - b.offset);
}

type HintText = Omit<Hint, "offset">;

/** For a value of the project: the global one that it overrides. */
function beaten({ place, path, setting, shadowed, isWithheld }: PlaceValues, redactor: Redactor): HintText | undefined {
  const isNull = place.kind === "scalar" && place.value === null;
  if (setting?.node !== place.node && !(setting === undefined && isNull)) return undefined;
  const last = shadowed.findLast(({ layer }) => layer.scope === "global");
  if (last === undefined || last.why === "unfit") return undefined;
  return {
    text: `${isWithheld ? "withheld; " : ""}global: ${shown(last.place, path, redactor)}`,
    about: aboutValue(last.layer, last.place),
  };
}

/** For a value of the global file: the effect of the project on it. */
function beating(
  { place, path, setting, shadowed, isWithheld }: PlaceValues,
  redactor: Redactor,
): HintText | undefined {
  if (isWithheld) return undefined;
  const why = shadowed.find((one) => one.place.node === place.node)?.why;
  const isOverridden = why !== undefined && typeof setting?.source === "object" && setting.source.scope === "project";
  if (isOverridden) {
    return {
      text: `overridden in the project: ${shown(setting, path, redactor)}`,
      about: aboutValue(setting.source, setting),
    };
  }
  if (why === "unset") return { text: "unset in the project" };
  if (why === "other-variant") return { text: "the project chose another kind" };
  return why === "overridden" ? { text: "overridden in the project" } : undefined;
}

function aboutValue(layer: Layer, { node }: Place): NonNullable<Hint["about"]> {
  return { layer, span: firstLine(layer.document.source, node.span) };
}

/** A value in a few words on one line. */
function shown(place: Place, path: Path, redactor: Redactor): string {
  if (place.kind === "object") return "a mapping";
  if (place.kind === "list") return place.items.length === 0 ? "an empty list" : `a list of ${place.items.length}`;
  // In a place without a schema, the names around a value may make it secret.
  if (place.shape?.types === undefined) return "another value";
  if (typeof place.value === "string" && place.value.length > LONGEST_READ) return "a long text";
  const value = redactor.json(place, path);
  const text = typeof value === "string" && value.trim() === "" ? JSON.stringify(value) : String(value);
  return cutTo(printable(redactor.text(text)), LONGEST);
}
