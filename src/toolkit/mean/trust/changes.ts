/** The changes that a project makes to its user's agent: every value that it sets or removes, by its capability. */
import { type Path, toPointer } from "../../../text/path.js";
import { keyAt, type PathAnchor, valueAt } from "../../read/diagnostic/anchor.js";
import type { Json } from "../../read/document/data.js";
import type { Layer } from "../../read/layers/layer.js";
import { jsonOf, type Place } from "../../read/schema/place.js";
import type { Capability } from "../../read/schema/schema-node.js";
import { anything, compileSchema, type Shape } from "../../read/schema/shape.js";
import { childrenOf, type Setting, type Shadowed } from "../configuration/setting.js";
import { templatesIn } from "../substitution/find.js";
import { effectOf, leadOf } from "./environment.js";

/** The entry of a section that holds a value: `providers.acme`, `mcp_servers.files`. */
interface Entry {
  readonly path: Path;
  /** Whether only the project defines it. */
  readonly isOwn: boolean;
}

export interface Change {
  readonly path: Path;
  readonly capability: Exclude<Capability, "benign">;
  /** The shape of the place; that of the map around it if the schema describes its entries together. */
  readonly shape: Shape;
  readonly entry: Entry | undefined;
  /** The value in effect now; undefined if the project removed it. */
  readonly now: Json | undefined;
  /** The value in effect without the project, excluding defaults. */
  readonly before: Json | undefined;
}

/** The place of a change; for a removal, the key alone. */
export function anchorOf({ path, now }: Change): PathAnchor {
  return now === undefined ? { ...keyAt(...path), layer: "project" } : valueAt(...path);
}

/** The entry around a place, and the shape that gives its capability. */
type Around = Pick<Change, "entry"> & { readonly shape: Shape | undefined };

/** All risky changes of a project, in the order of the configuration. `below`: the settings without the project. */
export function changesOf(settings: Setting, project: Layer, below: Setting): readonly Change[] {
  const changes: Change[] = [];
  const add = (path: Path, { shape = UNKNOWN, entry }: Around, values: Pick<Change, "now" | "before">): void => {
    const capability = shape.schema["x-capability"];
    if (capability !== undefined && capability !== "benign")
      changes.push({ path, capability, shape, entry, ...values });
  };
  const visit = (setting: Setting, path: Path, around: Around, lower: Setting | undefined): void => {
    // The project did not change it.
    if (setting === lower) return;
    const own = aroundAt(setting, around);
    if (isLeaf(setting)) {
      if (setting.source !== project || setting.inheritedFrom !== undefined) return;
      const lost = placeBelow(setting.shadowed, project);
      const [now, before] = [jsonOf(setting), lost && jsonOf(lost)];
      const isSame = lost !== undefined && JSON.stringify(now) === JSON.stringify(before) && !holdsCommand(setting);
      if (!isSame) add(path, own, { now, before });
      return;
    }
    for (const [key, child] of setting.entries) {
      const inside = path.concat(key);
      const there = childrenOf(lower).get(key);
      const entry = holdsEntries(setting, path) ? { path: inside, isOwn: there === undefined } : own.entry;
      visit(child, inside, entry === own.entry ? own : { ...own, entry }, there);
    }
    for (const [key, shadowed] of setting.absent) {
      const lost = placeBelow(shadowed, project);
      if (lost !== undefined) visitLost(lost, path.concat(key), own);
    }
  };
  const visitLost = (place: Place, path: Path, around: Around): void => {
    const own = aroundAt(place, around);
    if (isLeaf(place)) add(path, own, { now: undefined, before: jsonOf(place) });
    else
      for (const [key, child] of place.entries) {
        const inside = path.concat(key);
        visitLost(child, inside, holdsEntries(place, path) ? { ...own, entry: { path: inside, isOwn: false } } : own);
      }
  };
  visit(settings, [], { shape: BENIGN, entry: undefined }, below);
  return changes;
}

/** Whether the keys at a path name entries. */
function holdsEntries({ shape }: Place, { length, 0: section }: Path): boolean {
  return (length === 1 && shape?.rest !== undefined) || (length === 3 && section === "integrations");
}

/** The shape of an unknown key, which may hold text for the model. */
const UNKNOWN: Shape = compileSchema({ "x-capability": "context" });
const BENIGN: Shape = compileSchema({ "x-capability": "benign" });

function aroundAt({ shape }: Place, around: Around): Around {
  if (shape?.schema["x-capability"] !== undefined) return { ...around, shape };
  const isUnknown = shape === undefined || shape === anything;
  return isUnknown && around.shape === BENIGN ? { ...around, shape: UNKNOWN } : around;
}

function isLeaf<Some extends Place>(place: Some): place is Exclude<Some, { readonly kind: "object" }> {
  return place.kind !== "object" || place.shape?.schema["x-opaque"] === true;
}

/** Whether a value contains a command, which has another meaning in a project than in the user's file. */
function holdsCommand(place: Place): boolean {
  return templatesIn(place).some(({ scan: { parts } }) => parts.some(({ kind }) => COMMANDS.has(kind)));
}

const COMMANDS: ReadonlySet<string> = new Set(["command", "fallback"]);

/** The user's value that a project overrode or removed. */
function placeBelow(shadowed: readonly Shadowed[], project: Layer): Place | undefined {
  const isLost = ({ layer, why }: Shadowed): boolean =>
    layer !== project && ["overridden", "unset", "other-variant"].includes(why);
  return shadowed.findLast(isLost)?.place;
}

/**
 * The changes that decide which programs run: the first in each entry, and in each section without entries. In such a section, a removed
 * script counts, too: it may have been a protection.
 */
export function programsIn(changes: readonly Change[]): readonly Change[] {
  const first = new Map<string, Change>();
  for (const change of changes) {
    const { path, entry, now } = change;
    if (change.capability !== "runs-code" ? !loadsCode(change) : entry !== undefined && now === undefined) continue;
    const place = toPointer(entry?.path ?? path.slice(0, -1));
    if (!first.has(place)) first.set(place, change);
  }
  return [...first.values()];
}

/** Whether a variable of a user's server decides which code runs in it; variables that do so in every program are refused anyway. */
function loadsCode({ path, entry, now }: Change): boolean {
  const variable = path[2] === "env" && entry?.isOwn === false ? String(path[3]) : "";
  const isRefused = (): boolean => effectOf(variable, () => (typeof now === "string" ? now : undefined)) !== undefined;
  return variable !== "" && leadOf(variable, now) === "code" && !isRefused();
}
