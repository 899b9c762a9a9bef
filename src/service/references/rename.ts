/** Renames an entry in the texts of both layers. Every byte that spells no such name stays, and the new texts are read again before they count. */
import { quote, shortened } from "../../text/quote.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { LayerEdit } from "../layer-edit.js";
import { isTorn, keysHolding, missingKeys } from "./kept.js";
import { mistakeIn } from "./meant.js";
import { entriesOf, isIn, isSameName, namedAt, referencesOf } from "./named.js";
import { editsOf, type Plan } from "./plan.js";
import { whyNot } from "./refusal.js";
import { remarksOn } from "./remarks.js";
import { isRestorable } from "./restore.js";

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
