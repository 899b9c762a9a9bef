/**
 * The configuration that two layers come to, worked out once more from the decisions (S11, S12, S14, S17 to S22, S29, S33, S34) and from the
 * schema as it is published, with other parsers and none of the program's code. For layers without a mistake.
 */
import { readFileSync } from "node:fs";
import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseYaml } from "yaml";
import type { Text } from "./case.js";

/** A scalar, and whether a project wrote it. */
interface Leaf {
  readonly value: unknown;
  readonly isProjects: boolean;
}

/** The data of a layer: leaves in lists and maps. */
type Tree = Leaf | readonly Tree[] | ReadonlyMap<string, Tree>;

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly allOf?: readonly { readonly if: Schema; readonly then: Schema }[];
  readonly const?: string;
  readonly "x-opaque"?: boolean;
  readonly "x-ignore-case"?: boolean;
  readonly "x-trim"?: boolean;
  readonly "x-zero"?: string;
  readonly "x-scope"?: string;
  readonly format?: string;
}

/** S34: of what needs more than 53 bits, the nearest number that does not need more than 64. */
function below64Bits(value: unknown): unknown {
  return value === 2 ** 64 ? 2 ** 64 - 2048 : value;
}

const SCHEMA = JSON.parse(readFileSync("schema/config.schema.json", "utf8")) as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>;
};

function resolved(schema: Schema | undefined): Schema {
  const { $ref, anyOf: [either] = [], ...own } = schema ?? {};
  if (either !== undefined) return resolved({ ...either, ...own });
  return $ref === undefined ? own : { ...resolved(SCHEMA.$defs[$ref.replace("#/$defs/", "")]), ...own };
}

const isMap = (tree: Tree | undefined): tree is ReadonlyMap<string, Tree> => tree instanceof Map;
const isLeaf = (tree: Tree | undefined): tree is Leaf => tree !== undefined && "isProjects" in tree;
const textIn = (tree: Tree | undefined): unknown => (isLeaf(tree) ? tree.value : undefined);

function treeOf(value: unknown, isProjects: boolean): Tree {
  if (Array.isArray(value)) return value.map((item) => treeOf(item, isProjects));
  if (typeof value !== "object" || value === null) return { value, isProjects };
  return new Map(Object.entries(value).map(([key, child]) => [key, treeOf(child, isProjects)]));
}

/** What the `allOf` of a tagged object means for a tag: the keys of its variant, and those that all variants share. */
function variantOf(schema: Schema, lower: Tree | undefined, upper: ReadonlyMap<string, Tree>) {
  const variants = (schema.allOf ?? []).map(({ if: { properties = {} }, then }) => {
    const [key = "", { const: tag } = {}] = Object.entries(properties)[0] ?? [];
    return { key, tag, properties: resolved(then).properties ?? {} };
  });
  const [first] = variants;
  const before = isMap(lower) && first !== undefined ? textIn(lower.get(first.key)) : undefined;
  const tag = textIn(upper.get(first?.key ?? "")) ?? before;
  const chosen = variants.find((one) => one.tag === tag);
  const isShared = (key: string): boolean => variants.every(({ properties }) => key in properties);
  const survives = (key: string): boolean => before === tag || key in (schema.properties ?? {}) || isShared(key);
  return { properties: { ...schema.properties, ...chosen?.properties }, survives };
}

/** The schema of an entry; undefined where no entry can have that name (S26). */
function childOf(schema: Schema, properties: NonNullable<Schema["properties"]>, key: string): Schema | undefined {
  const { additionalProperties: rest, allOf } = schema;
  if (Object.hasOwn(properties, key)) return resolved(properties[key]);
  if (typeof rest === "object") return resolved(rest);
  return rest === false || allOf !== undefined ? undefined : {};
}

/** Values that a project cannot take away. */
function ownPart(lower: Tree | undefined, { properties = {} }: Schema): Tree | undefined {
  if (!isMap(lower)) return undefined;
  const own = [...lower].filter(([key]) => resolved(properties[key])["x-scope"] === "global");
  return own.length > 0 ? new Map(own) : undefined;
}

/** One layer over another; undefined where nothing is left. */
function over(lower: Tree | undefined, upper: Tree, schema: Schema, isProjects: boolean): Tree | undefined {
  if (schema["x-opaque"]) return upper;
  if (isLeaf(upper) && schema["x-zero"] === "unset" && Number(upper.value) === 0) return undefined;
  if (isLeaf(upper) && upper.value === null) return isProjects ? ownPart(lower, schema) : undefined;
  if (isLeaf(upper) && schema.format === "uint64") return { ...upper, value: below64Bits(upper.value) };
  if (!isMap(upper)) return upper;
  const { properties, survives } = variantOf(schema, lower, upper);
  const merged = new Map([...(isMap(lower) ? lower : [])].filter(([key]) => survives(key)));
  for (const [key, value] of upper) {
    const same = schema["x-ignore-case"]
      ? [...merged.keys()].find((name) => name.toLowerCase() === key.toLowerCase())
      : key;
    const child = childOf(schema, properties, key);
    if (child === undefined || (isProjects && child["x-scope"] === "global")) continue;
    const result = over(merged.get(same ?? key), value, child, isProjects);
    if (same !== key || result === undefined) merged.delete(same ?? key);
    if (result !== undefined) merged.set(key, result);
  }
  return merged;
}

/** The text after substitution; undefined where this model does not understand its commands. */
function substituted(text: string, isProjects: boolean, world: World): string | undefined {
  let isUnclear = false;
  const result = text.replace(
    /\$\$(?=[({])|\$\(([^()'"`\\$#]*)\)|\$\{([A-Za-z_]\w*)(?::-([^{}()'"`\\$#]*))?\}|\$[({]/g,
    (whole, command?: string, name?: string, fallback?: string) => {
      if (whole === "$$") return "$";
      const runs = !isProjects && world.commands;
      const variable = name === undefined ? undefined : world.env[name];
      if (command !== undefined) return runs ? world.answer(command).replace(/\n+$/, "") : whole;
      if (name === undefined) isUnclear = true;
      else if (fallback === undefined && variable !== undefined) return variable;
      else if (fallback !== undefined && runs) return variable || world.answer(fallback).replace(/\n+$/, "");
      return whole;
    },
  );
  // An escape is no start of anything, and what follows it is text.
  return isUnclear || /\$\$[({]/.test(text) ? undefined : result;
}

interface World {
  readonly commands: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly answer: (command: string) => string;
}

const INHERITED = ["provider", "provider_name", "class", "context_window"];

/** A model with what it takes over; `path`: those that ask for it. */
function inherited(
  models: ReadonlyMap<string, Tree>,
  name: string,
  path: readonly string[] = [],
): ReadonlyMap<string, Tree> {
  const own = models.get(name);
  const parentName = isMap(own) ? textIn(own.get("inherits")) : undefined;
  if (!isMap(own) || typeof parentName !== "string" || path.includes(name)) return isMap(own) ? own : new Map();
  if (!models.has(parentName)) return own;
  const parent = inherited(models, parentName, [...path, name]);
  const taken = new Map(own);
  for (const key of INHERITED) {
    const lent = parent.get(key) ?? (key === "provider_name" ? { value: parentName, isProjects: false } : undefined);
    if (!own.has(key) && lent !== undefined) taken.set(key, lent);
  }
  const options = [parent.get("request_option_defaults"), own.get("request_option_defaults")].filter(isMap);
  if (options.length > 0) taken.set("request_option_defaults", new Map(options.flatMap((map) => [...map])));
  return taken;
}

/** Every scalar of the configuration by its path, defaults aside; undefined where the model does not reach. */
export function expectedLeaves(
  global: Text | undefined,
  project: Text | undefined,
  world: Omit<World, "commands">,
): ReadonlyMap<string, unknown> | undefined {
  const read = ({ format, text = "" }: Text): unknown =>
    format === "yaml" ? parseYaml(text, { logLevel: "silent" }) : parseJsonc(text);
  const texts = [global, project].flatMap((text) => (text === undefined ? [] : [read(text)]));
  // An older layer is upgraded first.
  if (texts.some((data) => (data as { version?: unknown } | null)?.version !== 3)) return undefined;
  const lower = over(undefined, treeOf((global && read(global)) ?? {}, false), SCHEMA, false);
  const merged = over(lower, treeOf((project && read(project)) ?? {}, true), SCHEMA, true);
  if (!isMap(merged)) return undefined;
  const commands = textIn(merged.get("config_command_substitution")) === true;
  const models = merged.get("models");
  const complete = new Map(merged);
  if (isMap(models)) complete.set("models", new Map([...models.keys()].map((name) => [name, inherited(models, name)])));
  const leaves = new Map<string, unknown>();
  let isClear = true;
  const visit = (tree: Tree, path: string, schema: Schema): void => {
    if (isLeaf(tree)) {
      const text =
        typeof tree.value === "string" ? substituted(tree.value, tree.isProjects, { ...world, commands }) : "";
      if (text === undefined) isClear = false;
      const value = typeof tree.value === "string" ? text : tree.value;
      leaves.set(path, schema["x-trim"] ? String(value).trim() : value);
    } else if (isMap(tree)) {
      const { properties } = variantOf(schema, undefined, tree);
      for (const [key, child] of tree)
        visit(
          child,
          `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
          childOf(schema, properties, key) ?? {},
        );
    } else for (const [index, item] of tree.entries()) visit(item, `${path}/${index}`, {});
  };
  for (const [key, tree] of complete)
    if (!["version", "$schema"].includes(key)) visit(tree, `/${key}`, resolved(SCHEMA.properties?.[key]));
  return isClear ? leaves : undefined;
}
