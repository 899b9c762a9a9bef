/** The schema with its descriptions, which the generated copy of the program lacks. */
import { packageFile } from "../../terminal/package-file.js";
import type { Terminal } from "../../terminal/terminal.js";
import { compileSchema, configShape, type Shape } from "../../toolkit/read/schema/shape.js";

export function fullSchema(terminal: Terminal): Shape {
  const text = packageFile(terminal, "schema/config.schema.json");
  return text === undefined ? configShape : compileSchema(JSON.parse(text));
}
