/** What the schema asks of single strings and numbers. */
import type { Finding } from "../diagnostic/finding.js";
import type { Path } from "../text/path.js";
import * as say from "./findings.js";
import type { Shape } from "./shape.js";

export function checkString(value: string, shape: Shape, path: Path): readonly Finding[] {
  const findings: Finding[] = [];
  if (shape.values !== undefined && !shape.values.includes(value)) {
    findings.push(say.unknownValue(path, value, shape.values));
  }
  if (shape.pattern !== undefined && !shape.pattern.test(value)) {
    findings.push(say.badFormat({ path, part: "value" }, value, shape));
  }
  const most = shape.schema["x-max-bytes"];
  const length = most === undefined ? 0 : new TextEncoder().encode(value).length;
  if (most !== undefined && length > most) findings.push(say.tooLong(path, length, most));
  return findings;
}

export function checkNumber(value: number, shape: Shape, path: Path): readonly Finding[] {
  const { minimum, exclusiveMinimum, maximum } = shape.schema;
  const fits =
    (minimum === undefined || value >= minimum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (maximum === undefined || value <= maximum);
  return fits ? [] : [say.outOfRange(path, String(value), shape)];
}
