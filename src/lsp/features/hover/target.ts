/** The entry that a reference names, as a line of a hover. */
import { placeName } from "../../../service/place-name.js";
import type { Path } from "../../../text/path.js";
import type { Snapshot } from "../../../toolkit/judge/analysis/snapshot.js";
import { parseModelReference } from "../../../toolkit/mean/configuration/models.js";
import { childrenOf, definitionAt, settingAt, shapeAt } from "../../../toolkit/mean/configuration/setting.js";
import { find } from "../../../toolkit/read/document/node.js";
import type { Layer } from "../../../toolkit/read/layers/layer.js";
import type { Line } from "../../prose.js";
import { modelLines } from "./model.js";

export function targetLines(snapshot: Snapshot, { root }: Layer, path: Path): readonly Line[] {
  const section = shapeAt(snapshot.settings, path)?.schema["x-ref"];
  const node = root && find(root, path)?.node;
  if (section === undefined || node?.kind !== "scalar" || typeof node.value !== "string") return [];
  const names = childrenOf(settingAt(snapshot.settings, [section]));
  const name = section === "models" ? parseModelReference(node.value, (one) => names.has(one)).model : node.value;
  const target = [section, name];
  const definition = definitionAt(snapshot.settings, target);
  const where: Line =
    definition === undefined
      ? [{ code: name }, " is in no file"]
      : [{ code: name }, " is defined at ", { code: placeName(definition) }];
  return [where, ...modelLines(snapshot, target)];
}
