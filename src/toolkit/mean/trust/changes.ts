/** What a project changes about its user's agent: every value that it wrote or took away, by what such a value can do. */
import { type Path, toPointer } from "../../../text/path.js";
import { keyAt, type PathAnchor, valueAt } from "../../read/diagnostic/anchor.js";
import type { Json } from "../../read/document/data.js";
import type { Layer } from "../../read/layers/layer.js";
import { jsonOf, type Place } from "../../read/schema/place.js";
import { anything, type Capability, compileSchema, type Shape } from "../../read/schema/shape.js";
import { childrenOf, type Setting, type Shadowed } from "../configuration/setting.js";
import { templatesIn } from "../substitution/find.js";
import { effectOf, leadOf } from "./environment.js";

/** The entry of a section that a value is in: `providers.acme`, `mcp_servers.files`. */
interface Entry {
  readonly path: Path;
  /** Whether nobody but the project speaks of it. */
  readonly isOwn: boolean;
}

export interface Change {
  readonly path: Path;
  readonly capability: Exclude<Capability, "benign">;
  /** Of the place itself; of the map that it is in where the schema speaks of its entries together. */
  readonly shape: Shape;
  readonly entry: Entry | undefined;
  /** What is in effect now; undefined where the project took away what there was. */
  readonly now: Json | undefined;
  /** What would be in effect without the project, defaults aside. */
  readonly before: Json | undefined;
}

/** Where a change is made; what takes something away is a name without a value of its own. */
export function anchorOf({ path, now }: Change): PathAnchor {
  return now === undefined ? { ...keyAt(...path), layer: "project" } : valueAt(...path);
}

/** What the places around one say of it. */
type Around = Pick<Change, "entry"> & { readonly shape: Shape | undefined };

/** Every change that a layer makes and that is not benign, in the order of the configuration. `below`: what there is without it. */
export function changesOf(settings: Setting, project: Layer, below: Setting): readonly Change[] {
  const found: Change[] = [];
  const add = (path: Path, { shape = UNKNOWN, entry }: Around, values: Pick<Change, "now" | "before">): void => {
    const capability = shape.schema["x-capability"];
    if (capability !== undefined && capability !== "benign") found.push({ path, capability, shape, entry, ...values });
  };
  const visit = (setting: Setting, path: Path, around: Around, lower: Setting | undefined): void => {
    // It is what it would be without the layer.
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
    const isSection = path.length === 1 && setting.shape?.rest !== undefined;
    const hasEntries = isSection || (path.length === 3 && path[0] === "integrations");
    setting.entries.forEach((child, key) => {
      const inside = path.concat(key);
      const there = childrenOf(lower).get(key);
      const entry = hasEntries ? { path: inside, isOwn: there === undefined } : own.entry;
      visit(child, inside, entry === own.entry ? own : { ...own, entry }, there);
    });
    setting.absent.forEach((shadowed, key) => {
      const lost = placeBelow(shadowed, project);
      if (lost !== undefined) visitLost(lost, path.concat(key), own);
    });
  };
  const visitLost = (place: Place, path: Path, around: Around): void => {
    const own = aroundAt(place, around);
    if (isLeaf(place)) add(path, own, { now: undefined, before: jsonOf(place) });
    else
      place.entries.forEach((child, key) => {
        visitLost(child, path.concat(key), own);
      });
  };
  visit(settings, [], { shape: BENIGN, entry: undefined }, below);
  return found;
}

/** What nobody knows can do whatever a text can that somebody reads. */
const UNKNOWN: Shape = compileSchema('{ "x-capability": "context" }');
const BENIGN: Shape = compileSchema('{ "x-capability": "benign" }');

function aroundAt({ shape }: Place, around: Around): Around {
  if (shape?.schema["x-capability"] !== undefined) return { ...around, shape };
  const isUnknown = shape === undefined || shape === anything;
  return isUnknown && around.shape === BENIGN ? { ...around, shape: UNKNOWN } : around;
}

function isLeaf<Some extends Place>(place: Some): place is Exclude<Some, { readonly kind: "object" }> {
  return place.kind !== "object" || place.shape?.schema["x-opaque"] === true;
}

/** Commands mean something else in a project than in the file of its user. */
function holdsCommand(place: Place): boolean {
  return templatesIn(place).some(({ scan: { parts } }) => parts.some(({ kind }) => COMMANDS.has(kind)));
}

const COMMANDS: ReadonlySet<string> = new Set(["command", "fallback"]);

/** What a project put something else in the place of, or took away. */
function placeBelow(shadowed: readonly Shadowed[], project: Layer): Place | undefined {
  const isLost = ({ layer, why }: Shadowed): boolean =>
    layer !== project && ["overridden", "unset", "other-variant"].includes(why);
  return shadowed.findLast(isLost)?.place;
}

/**
 * What decides what is run: the first change in each entry, and in each section without entries. There a script that is gone counts, too:
 * it may have been there to protect.
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

/** A variable of its user's server that decides what is run in it; one that does so in every program is refused anyway. */
function loadsCode({ path, entry, now }: Change): boolean {
  const variable = path[2] === "env" && entry?.isOwn === false ? String(path[3]) : "";
  const isRefused = (): boolean => effectOf(variable, () => (typeof now === "string" ? now : undefined)) !== undefined;
  return variable !== "" && leadOf(variable, now) === "code" && !isRefused();
}
