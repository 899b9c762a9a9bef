/** A rule as messages show it: `{ tool: shell, command: "npm test" }`. */
import type { Rule } from "../../../../permissions/rule.js";

export function sketchOf({ server, tool, command, path }: Rule): string {
  const fields = Object.entries({ server, tool, command, path }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${/^[\w./-]+$/.test(value) ? value : JSON.stringify(value)}`],
  );
  return `{ ${fields.join(", ")} }`;
}
