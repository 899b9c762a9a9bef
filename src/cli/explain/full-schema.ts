/** The schemas with their descriptions, which the generated copies of the program lack. */
import { PERMISSIONS_SCHEMA_FILE, POLICY_SCHEMA_FILE, packageFile, SCHEMA_FILE } from "../../terminal/package-file.js";
import type { Terminal } from "../../terminal/terminal.js";
import { permissionsShape } from "../../toolkit/judge/permissions/file-rules.js";
import { policyShape } from "../../toolkit/judge/policy/policy.js";
import { compileSchema, configShape, type Shape } from "../../toolkit/read/schema/shape.js";

export function fullSchema(terminal: Terminal): Shape {
  return shapeIn(terminal, SCHEMA_FILE) ?? configShape;
}

export function fullPolicySchema(terminal: Terminal): Shape {
  return shapeIn(terminal, POLICY_SCHEMA_FILE) ?? policyShape();
}

export function fullPermissionsSchema(terminal: Terminal): Shape {
  return shapeIn(terminal, PERMISSIONS_SCHEMA_FILE) ?? permissionsShape();
}

function shapeIn(terminal: Terminal, name: string): Shape | undefined {
  const text = packageFile(terminal, name);
  return text === undefined ? undefined : compileSchema(JSON.parse(text));
}
