/** Whether a rename back would write a key again, byte for byte: only then a rename takes the key out. */
import { escaped } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { applyEdits } from "../../toolkit/read/edit/edits.js";
import { putEdits } from "../../toolkit/read/edit/put.js";
import { type KeptKey, missingKeys } from "./kept.js";
import { referencesOf } from "./named.js";
import { editsOf, type Plan, snapshotAfter } from "./plan.js";

export function isRestorable(snapshot: Snapshot, plan: Plan, key: KeptKey): boolean {
  const [whole, without] = [plan, { ...plan, removed: [key] }].map(editsOf);
  if (whole === undefined || without === undefined) return false;
  const kept = snapshotAfter(snapshot, whole).layers[snapshot.layers.indexOf(key.layer)];
  const after = snapshotAfter(snapshot, without);
  const [section, , last = ""] = key.path;
  const entries = referencesOf(after).filter(
    (one) => one.kind === "entry" && one.section === section && one.name === plan.to,
  );
  const missing = missingKeys(after, entries).find(({ layer }) => layer.scope === key.layer.scope);
  const edits = missing && putEdits(missing.layer.document, [String(section), plan.to, last], escaped(plan.to));
  const text = missing && edits && applyEdits(missing.layer.document.source.text, edits);
  return text !== undefined && text === kept?.document.source.text;
}
