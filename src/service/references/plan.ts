/** The changes of one rename, as edits of the texts. */
import { uniqueBy } from "../../text/grouped.js";
import { escaped } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import type { TextEdit } from "../../toolkit/read/diagnostic/diagnostic.js";
import { deletionOf } from "../../toolkit/read/edit/delete.js";
import { putEdits } from "../../toolkit/read/edit/put.js";
import { applyEdits } from "../../toolkit/read/edit/text-edits.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { LayerEdit } from "../layer-edit.js";
import { type DefaultedKey, missingKeys } from "./defaulted-keys.js";
import { referencesOf } from "./name-at.js";
import { spelling } from "./spell.js";

export interface Plan {
  readonly name: string;
  readonly to: string;
  /** All places that spell the name. */
  readonly uses: readonly NameReference[];
  /** Keys that get the old name. */
  readonly written: readonly DefaultedKey[];
  /** Keys that the new name makes superfluous. */
  readonly removed: readonly DefaultedKey[];
}

/** The edits, in the order of each text; undefined if only the author can make one of them. */
export function editsOf({ name, to, uses, written, removed }: Plan): readonly LayerEdit[] | undefined {
  const spelled = uses.map((use) => ({ layer: use.layer, edits: [spelling(use, to)] }));
  const added = written.map(({ layer, path }) => ({ layer, edits: putEdits(layer.document, path, escaped(name)) }));
  const taken = removed.map(({ layer, path }) => ({ layer, edits: deletionOf(layer.document, path) }));
  const all: LayerEdit[] = [];
  for (const { layer, edits } of [...spelled, ...added, ...taken]) {
    if (edits === undefined) return undefined;
    for (const { start, end, text } of edits) all.push({ layer, span: { start, end }, text });
  }
  // Aliases spell a name at the place of their anchor.
  const once = uniqueBy(all, ({ layer, span, text }) => `${layer.scope} ${span.start} ${span.end} ${text}`);
  return once.toSorted((a, b) => a.span.start - b.span.start);
}

/** The text of a layer after some edits, which may be of several layers. */
function textAfter({ document }: Layer, edits: readonly LayerEdit[]): string {
  return applyEdits(document.source.text, edits.map(textEdit));
}

/** The configuration after some edits. */
export function snapshotAfter(snapshot: Snapshot, edits: readonly LayerEdit[]): Snapshot {
  return snapshot.layers.reduce((now, layer) => {
    const own = edits.filter((edit) => edit.layer === layer);
    return own.length === 0 ? now : now.with(layer, textAfter(layer, own));
  }, snapshot);
}

function textEdit({ span, text }: LayerEdit): TextEdit {
  return { ...span, text };
}

/** Whether a rename back would write a key again, byte for byte: only then does a rename remove the key. */
export function isRestorable(snapshot: Snapshot, plan: Plan, key: DefaultedKey): boolean {
  const [whole, without] = [plan, { ...plan, removed: [key] }].map(editsOf);
  if (whole === undefined || without === undefined) return false;
  const restored = snapshotAfter(snapshot, whole).layers[snapshot.layers.indexOf(key.layer)];
  const after = snapshotAfter(snapshot, without);
  const [section, , last = ""] = key.path;
  const entries = referencesOf(after).filter(
    (one) => one.kind === "entry" && one.section === section && one.name === plan.to,
  );
  const missing = missingKeys(after, entries).find(({ layer }) => layer.scope === key.layer.scope);
  const edits = missing && putEdits(missing.layer.document, [String(section), plan.to, last], escaped(plan.to));
  const text = missing && edits && applyEdits(missing.layer.document.source.text, edits);
  return text !== undefined && text === restored?.document.source.text;
}
