/** The meaning of a path in one configuration, with the descriptions of the whole schema, which the generated copy of the program lacks. */
import type { Path } from "../../text/path.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type Setting, settingAt, shapeAt } from "../../toolkit/mean/configuration/setting.js";
import { type Meaning, meaningsOf } from "../../toolkit/read/schema/lookup.js";
import { variantOf } from "../../toolkit/read/schema/place.js";
import { keyShape, type Shape } from "../../toolkit/read/schema/shape.js";

/** The meaning of a path in this configuration, or else in any. */
export function meaningsAt(schema: Shape, snapshot: Snapshot, path: Path): readonly Meaning[] {
  const { settings } = snapshot;
  // A written value has its variant without the defaults, and computing those takes long.
  const root = settingAt(settings, path) === undefined ? snapshot.effective : settings;
  const shape = shapeAt(root, path) && (describedAt(schema, root, path) ?? shapeAt(root, path));
  return shape === undefined ? meaningsOf(schema, path) : [{ path, shape, conditions: [] }];
}

/** The shape at a path, in the variants that the configuration chose there. */
export function describedAt(schema: Shape, root: Setting, path: Path): Shape | undefined {
  let shape: Shape | undefined = schema;
  let setting: Setting | undefined = root;
  for (const step of path) {
    const tag: Setting | undefined = shape?.tag && settingAt(setting, [shape.tag.key]);
    const around: Shape | undefined =
      (shape && variantOf(shape, tag?.kind === "scalar" ? tag.value : undefined)) ?? shape;
    const isItem = typeof step === "number" || setting?.kind === "list";
    shape = isItem ? around?.items : around && keyShape(around, step);
    setting = setting && settingAt(setting, [step]);
  }
  return shape;
}
