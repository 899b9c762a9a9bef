/**
 * The schema's facts about one place of a configuration, in the form that every stage uses. The JSON Schema is the source; this file knows
 * its few forms and nothing of configurations.
 */
import { schema } from "../../../generated/schema.js";
import { remembered } from "../../../text/once.js";
import type { Json } from "../document/data.js";
import type { PathStart } from "./path-start.js";

export type TypeName = "object" | "array" | "string" | "number" | "integer" | "boolean" | "null";

/**
 * The effect that setting a key can have on the agent's user: start a program, decide where data is sent, hold or reach a credential,
 * remove a protection, put text before the model, choose the model, or none of these.
 */
export type Capability = "runs-code" | "destination" | "credential" | "guard" | "context" | "model" | "benign";

/**
 * The stricter of two values of a guard: a truth value, the lower number, the list with more or with fewer items, the earlier of these;
 * `own`: only a value that the user wrote counts as strict.
 */
type Stricter = boolean | "lower" | "longer" | "shorter" | "own" | readonly string[];

/** The part of JSON Schema 2020-12 that `config.schema.json` uses. */
interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly (string | null)[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  /** Always `[something, null]`. */
  readonly anyOf?: readonly [SchemaNode, SchemaNode];
  /** Always variants, each chosen by the value of its one key with `const`, which its `if` repeats. */
  readonly allOf?: readonly { readonly then: SchemaNode }[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly patternErrorMessage?: string;
  readonly "x-help"?: string;
  readonly format?: "uint64";
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  /** `global`: only the global layer may set it; `file`: it describes its own file, and is never merged. */
  readonly "x-scope"?: "global" | "file";
  /** `by-name`: a value in a map is secret if its key names a credential. */
  readonly "x-secret"?: true | "by-name";
  readonly "x-ref"?: string;
  /** The text contains the name of an entry of this section, between these two texts. */
  readonly "x-ref-within"?: { readonly section: string; readonly before: string; readonly after: string };
  readonly "x-path"?: PathStart;
  readonly "x-zero"?: "unset" | "disables" | "rejected";
  readonly "x-reload"?: "restart";
  readonly "x-effect"?: "reserved";
  readonly "x-capability"?: Capability;
  readonly "x-stricter"?: Stricter;
  /** The value of an unset guard without a default, for comparison. */
  readonly "x-usual"?: string;
  readonly "x-opaque"?: boolean;
  readonly "x-strict"?: boolean;
  /** The likely meaning of a plain text in the place of this object. */
  readonly "x-text"?: string;
  /** The pattern of usual names in this map: a name next to the map that matches it belongs in the map. */
  readonly "x-stray"?: string;
  /** Keys that people look for here, by a text that names their real place. */
  readonly "x-elsewhere"?: Readonly<Record<string, readonly string[]>>;
  /** The value turns a feature on or off, or has another meaning: words such as `yes` are not truth values in YAML 1.2. */
  readonly "x-switch"?: true;
  /** A misspelt name of this key is an error (S42). */
  readonly "x-guard"?: true;
  readonly "x-ignore-case"?: boolean;
  /** Rule that reports a value that does not fit here, instead of the general one. */
  readonly "x-rule"?: string;
  /** Text for people, which is unlikely to contain a command. */
  readonly "x-prose"?: boolean;
  /** White space at both ends is not part of the value (S22). */
  readonly "x-trim"?: boolean;
  /** A word that is secret wherever it stands (spec 2.7). */
  readonly "x-secret-word"?: boolean;
  /** The value that turns the entry off without removing it. */
  readonly "x-off"?: boolean;
  readonly "x-max-bytes"?: number;
  /** Names of this key in other tools; `!` before a name means that its value has the opposite meaning. */
  readonly "x-aliases"?: readonly string[];
  /** Keys of other tools whose value takes another form here, and that form. */
  readonly "x-idioms"?: Readonly<Record<string, string>>;
  /** The meaning of each value of an enum. */
  readonly "x-value-descriptions"?: Readonly<Record<string, string>>;
  /** The values of other tools for ours. */
  readonly "x-value-aliases"?: Readonly<Record<string, string | readonly string[]>>;
  /** The values of an enum that `agent` implements; missing where it implements all. */
  readonly "x-spoken"?: readonly string[];
  /**
   * A default that varies: with the type of the `kind` beside the key; for custom models only; or the name of the entry,
   * where that fits.
   */
  readonly "x-default"?:
    | { readonly by: "kind"; readonly values: Readonly<Record<string, Json>> }
    | { readonly by: "custom"; readonly value: Json }
    | { readonly by: "name" };
}

/** One of several kinds of object, distinguished by the value of one key. */
interface Tag {
  readonly key: string;
  readonly variants: ReadonlyMap<string, Shape>;
}

export interface Shape {
  /** The source of this shape, for its annotations and limits. */
  readonly schema: SchemaNode;
  /** Undefined if the schema accepts any type. */
  readonly types: ReadonlySet<TypeName> | undefined;
  /** The only values accepted, besides null. */
  readonly values: readonly string[] | undefined;
  readonly tag: Tag | undefined;
  readonly properties: ReadonlyMap<string, Shape>;
  /** The shape of keys that are not in `properties`; undefined without one. */
  readonly rest: Shape | undefined;
  /** Whether keys outside the schema are accepted (S26). */
  readonly open: boolean;
  /** The shape of the keys themselves. */
  readonly names: Shape | undefined;
  readonly items: Shape | undefined;
  readonly pattern: RegExp | undefined;
}

/** The shape that a schema describes. Throws only for a schema in other forms than the above. */
export function compileSchema(schema: SchemaNode): Shape {
  const definitions = new Map<string, Shape>();

  const definition = (reference: string): Shape => {
    const known = definitions.get(reference);
    if (known !== undefined) return known;
    const target = schema.$defs?.[reference.replace("#/$defs/", "")];
    if (target === undefined) throw new Error(`the schema has no ${reference}`);
    const shape = shapeOf(target);
    definitions.set(reference, shape);
    return shape;
  };

  const shapeOf = (node: SchemaNode): Shape => {
    if (node.$ref !== undefined) {
      const base = definition(node.$ref);
      return { ...base, schema: { ...base.schema, ...node } };
    }
    if (node.anyOf !== undefined) {
      const base = shapeOf(node.anyOf[0]);
      const types = base.types && typeSet([...base.types, "null"].join(" "));
      return { ...base, schema: { ...base.schema, ...node }, types };
    }
    const rest = node.additionalProperties;
    return {
      schema: node,
      types: typesOf(node),
      values: node.const === undefined ? node.enum?.filter((value) => value !== null) : [node.const],
      tag: node.allOf && tagOf(node.allOf.map((choice) => shapeOf(choice.then))),
      properties: propertiesOf(node.properties),
      rest: typeof rest === "object" ? shapeOf(rest) : undefined,
      open: rest === true || (rest === undefined && typesOf(node) === undefined),
      names: node.propertyNames && shapeOf(node.propertyNames),
      items: node.items && shapeOf(node.items),
      pattern: node.pattern === undefined ? undefined : patternOf(node.pattern),
    };
  };

  const propertiesOf = (properties: SchemaNode["properties"]): Shape["properties"] => {
    if (properties === undefined) return NO_PROPERTIES;
    const shapes = new Map<string, Shape>();
    for (const key in properties) shapes.set(key, shapeOf(properties[key] ?? {}));
    return shapes;
  };

  return shapeOf(schema);
}

// Many places are alike and share these values.
const NO_PROPERTIES: Shape["properties"] = new Map();
export const patternOf = remembered((pattern) => new RegExp(pattern, "u"));
const typeSet = remembered((names) => new Set(names.split(" ") as TypeName[]));

function typesOf(node: SchemaNode): ReadonlySet<TypeName> | undefined {
  if (node.const !== undefined) return typeSet("string");
  if (node.enum !== undefined) return typeSet(node.enum.includes(null) ? "string null" : "string");
  if (node.type === undefined) return node.properties && typeSet("object");
  return typeSet(typeof node.type === "string" ? node.type : node.type.join(" "));
}

function tagOf(shapes: readonly Shape[]): Tag {
  const variants = new Map<string, Shape>();
  let key = "";
  for (const shape of shapes) {
    for (const [name, { schema }] of shape.properties) {
      if (schema.const === undefined) continue;
      key = name;
      variants.set(schema.const, shape);
    }
  }
  return { key, variants };
}

/** The shape of a value without constraints. */
export const anything: Shape = compileSchema({});

/** The shape of a whole configuration. */
export const configShape: Shape = compileSchema(schema);

/** The shape of one key of an object of this shape; undefined when the key is unknown. Everything inside an opaque value is opaque. */
export function keyShape(shape: Shape, key: string): Shape | undefined {
  const known = shape.properties.get(key) ?? shape.rest;
  if (known !== undefined || !shape.open) return known;
  return shape.schema["x-opaque"] ? shape : anything;
}

const NO_REPEATS: ReadonlyMap<string, string> = new Map();

/** Keys that repeat an earlier one when compared without case, each with that one. */
export function repeatedKeys(entries: ReadonlyMap<string, unknown>, shape: Shape): ReadonlyMap<string, string> {
  if (shape.schema["x-ignore-case"] !== true || entries.size < 2) return NO_REPEATS;
  const repeated = new Map<string, string>();
  const first = new Map<string, string>();
  for (const key of entries.keys()) {
    const earlier = first.get(key.toLowerCase());
    if (earlier === undefined) first.set(key.toLowerCase(), key);
    else repeated.set(key, earlier);
  }
  return repeated;
}

/** The paths of the wanted shapes among the places that exist in every configuration, outside of maps and variants. */
export function pathsTo(shape: Shape, isWanted: (shape: Shape) => boolean): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  const visit = ({ properties }: Shape, around: readonly string[]): void => {
    properties.forEach((child, key) => {
      const path = around.concat(key);
      if (isWanted(child)) paths.push(path);
      visit(child, path);
    });
  };
  visit(shape, []);
  return paths;
}
