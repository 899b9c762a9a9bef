/** What a rename cannot see or change, and what it adds, for the author who asked for it. */
import { formatPath, type Path } from "../../text/path.js";
import { quote, shortened } from "../../text/quote.js";
import { literalOf } from "../../text/scan.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import { settingAt } from "../../toolkit/mean/configuration/setting.js";
import { eachChild, type Place } from "../../toolkit/read/schema/place.js";
import type { LayerEdit } from "../layer-edit.js";
import { treesOf } from "./named.js";
import type { Plan } from "./plan.js";

export function remarksOn(
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
