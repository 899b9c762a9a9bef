/** JSON as people write it: what fits on a line stands on one. */
import type { Json } from "../../src/toolkit/read/document/data.js";

const WIDTH = 90;

export function prettyJson(value: Json, indent = 0): string {
  const flat = inline(value);
  if (flat.length + indent <= WIDTH && indent > 0) return flat;
  const pad = " ".repeat(indent + 2);
  if (Array.isArray(value)) {
    const items = value.map((item) => pad + prettyJson(item, indent + 2));
    return `[\n${items.join(",\n")}\n${" ".repeat(indent)}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(
      ([key, child]) => `${pad}${JSON.stringify(key)}: ${prettyJson(child, indent + 2)}`,
    );
    return `{\n${entries.join(",\n")}\n${" ".repeat(indent)}}`;
  }
  return flat;
}

function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${inline(child)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
