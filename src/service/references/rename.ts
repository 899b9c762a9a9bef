/** Renames an entry in the texts of both layers. Every byte that spells no such name stays, and the new texts are read again before they count. */
import { formatPath, type Path } from "../../text/path.js";
import { quote, shortened } from "../../text/quote.js";
import { literalOf } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { eachChild, type Place } from "../../toolkit/read/schema/place.js";
import type { LayerEdit } from "../layer-edit.js";
import { isTorn, keysHolding, missingKeys } from "./kept.js";
import { mistakeIn } from "./meant.js";
import { entriesOf, isIn, isSameName, namedAt, referencesOf, treesOf } from "./named.js";
import { editsOf, isRestorable, type Plan } from "./plan.js";
import { whyNot } from "./refusal.js";

export type Renamed =
  | { readonly kind: "edits"; readonly edits: readonly LayerEdit[]; readonly remarks: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

/** The name to change at an offset, and its span there; undefined where no configured entry is named. */
export function renameAt(
  snapshot: Snapshot,
  layer: Layer,
  offset: number,
): { readonly span: Span; readonly name: string } | undefined {
  const named = namedAt(snapshot, layer, offset);
  if (named === undefined || entriesOf(snapshot, named).length === 0) return undefined;
  const { span, site, name, scalar } = named;
  const isAlias = site !== scalar.span && !isIn(scalar.span, offset);
  return { span: isAlias ? site : span, name };
}

/** The edits that give the entry named at an offset another name in all layers, or the reason why it keeps its own. */
export function renamed(snapshot: Snapshot, layer: Layer, offset: number, to: string): Renamed {
  const named = namedAt(snapshot, layer, offset);
  if (named === undefined) return { kind: "refused", reason: "no name of an entry stands here" };
  if (to === named.name) return { kind: "edits", edits: [], remarks: [] };
  const result = changed(snapshot, named, to);
  return typeof result === "string" ? { kind: "refused", reason: shortened(snapshot.redactor.text(result)) } : result;
}

function changed(snapshot: Snapshot, named: NameReference, to: string): Renamed | string {
  const reason = whyNot(snapshot, named, to);
  if (reason !== undefined) return reason;
  const entries = entriesOf(snapshot, named);
  if (isTorn(snapshot, entries))
    return `without the project, the provider knows the model as ${quote(named.name)}; in the project the model inherits another name`;
  const written = missingKeys(snapshot, entries);
  if (written.length > 0 && snapshot.redactor.text(named.name) !== named.name)
    return "the old name looks like a secret, and would have to be written again";
  const uses = referencesOf(snapshot).filter((one) => isSameName(one, named));
  const first: Plan = { name: named.name, to, uses, written, removed: [] };
  const removed = keysHolding(entries, to).filter((key) => isRestorable(snapshot, first, key));
  const plan = { ...first, removed };
  const edits = editsOf(plan);
  if (edits === undefined) return "a key cannot be added to its entry";
  return mistakeIn(snapshot, edits, plan) ?? { kind: "edits", edits, remarks: remarksOn(snapshot, named, edits, plan) };
}

/** Whether a rename edits the file of the project, which its user may vouch for by its bytes. */
export function editsProject(result: Renamed): boolean {
  return result.kind === "edits" && result.edits.some(({ layer }) => layer.scope === "project");
}

/** What a rename cannot see or change, and what it adds, for the author who asked for it. */
function remarksOn(
  snapshot: Snapshot,
  { section, name }: NameReference,
  edits: readonly LayerEdit[],
  { written, removed, to }: Plan,
): readonly string[] {
  const isGlobal = edits.some(({ layer }) => layer.scope === "global");
  const isOverlay = section === "models" && settingAt(snapshot.settings, [section, name, "provider"]) === undefined;
  const unknown = unknownNames(snapshot, section);
  const remarks = [
    ...(isGlobal ? [`other projects may use the name ${quote(name)}; only this one is changed`] : []),
    ...written.map(
      ({ path, why }) => `${quote(formatPath([section, to, ...path.slice(2)]))} now says ${quote(name)}: ${why}`,
    ),
    ...removed.map(
      ({ path, why }) => `${quote(formatPath([section, to, ...path.slice(2)]))} says the new name, and goes: ${why}`,
    ),
    ...(isOverlay
      ? [`${quote(name)} has no provider: if it overrides a model that is known by this name, it no longer does`]
      : []),
    ...(section === "mcp_servers"
      ? [`rules of permissions are in another file, and may name tools of ${quote(name)}`]
      : []),
    ...unknown.map((path) => `the name in ${quote(formatPath(path))} is known only after loading`),
  ];
  return remarks.map((remark) => shortened(snapshot.redactor.text(remark)));
}

/** The values that name an entry of a section, but are known only after loading. */
function unknownNames(snapshot: Snapshot, section: string): readonly Path[] {
  const found: Path[] = [];
  const visit = (place: Place, path: Path): void => {
    if (place.kind !== "scalar") {
      eachChild(place, (child, step) => visit(child, [...path, step]));
      return;
    }
    const { "x-ref": reference, "x-ref-within": inside } = place.shape?.schema ?? {};
    const isName = (reference ?? inside?.section) === section && typeof place.value === "string";
    if (isName && literalOf(String(place.value)) === undefined) found.push(path);
  };
  for (const tree of treesOf(snapshot).values()) visit(tree, []);
  return found;
}
