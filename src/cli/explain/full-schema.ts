/** The schema with its descriptions, which the generated copy of the program lacks. */
import { packageFile } from "../../terminal/package-file.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { Path } from "../../text/path.js";
import { type Setting, settingAt } from "../../toolkit/mean/configuration/setting.js";
import { variantOf } from "../../toolkit/read/schema/place.js";
import { compileSchema, configShape, keyShape, type Shape } from "../../toolkit/read/schema/shape.js";

export function fullSchema(terminal: Terminal): Shape {
  const text = packageFile(terminal, "schema/config.schema.json");
  return text === undefined ? configShape : compileSchema(JSON.parse(text));
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
