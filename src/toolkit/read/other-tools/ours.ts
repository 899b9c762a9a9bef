/** Whether a file is a configuration of this agent (S53): a key that other tools use as well proves nothing. */
import type { Mapping, Node } from "../document/node.js";
import { configShape, type Shape } from "../schema/shape.js";

/** `config.*` in the directory of a project or of a user. */
const NAME = /(?:^|[\\/])(?:\.agent|\.?config[\\/]agent)[\\/]config\.(?:ya?ml|jsonc?)$/i;

/** True by its name, by a version and a key whose content fits, or by the tag of a provider or a server. */
export function isOurs(root: Mapping, file: string): boolean {
  const sections = [...root.entries].filter(([key]) => configShape.properties.has(key) && !FRAME.has(key));
  if (sections.length > 0 && NAME.test(file)) return true;
  const isVersioned = isNumber(root.entries.get("version")?.value);
  return sections.some(
    ([key, { value }]) => (isVersioned && hasForm(value, configShape.properties.get(key))) || isTagged(key, value),
  );
}

/** Keys of the file itself. */
const FRAME: ReadonlySet<string> = new Set(["$schema", "version"]);

/** Sections whose entries are of several kinds, and the key with the kind. */
const TAGS: ReadonlyMap<string, string> = new Map([
  ["providers", "kind"],
  ["mcp_servers", "transport"],
]);

function isTagged(section: string, node: Node): boolean {
  const tag = TAGS.get(section);
  if (tag === undefined || node.kind !== "mapping") return false;
  return Array.from(node.entries.values()).some(({ value }) => value.kind === "mapping" && value.entries.has(tag));
}

/** Whether a value has the form of its place: the type, and in a mapping at least one known key, if there is any key. */
function hasForm(node: Node, shape: Shape | undefined): boolean {
  if (shape === undefined) return false;
  if (node.kind === "scalar") return node.value === null || shape.types?.has(typeOf(node.value)) === true;
  if (node.kind === "sequence") return shape.types?.has("array") === true;
  if (shape.types?.has("object") !== true) return false;
  if (node.entries.size === 0 || shape.open) return true;
  const { properties, rest, tag } = shape;
  return [...node.entries].some(
    ([key, { value }]) => properties.has(key) || key === tag?.key || (rest !== undefined && hasForm(value, rest)),
  );
}

function typeOf(value: string | number | boolean): "string" | "number" | "integer" | "boolean" {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" ? "string" : "boolean";
}

function isNumber(node: Node | undefined): boolean {
  return node?.kind === "scalar" && /^\d+$/.test(String(node.value));
}
