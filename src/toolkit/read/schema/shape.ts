/**
 * The schema's facts about one place of a configuration, in the form that every stage uses. The JSON Schema is the source; this file knows
 * its few forms and nothing of configurations.
 */
import { schema } from "../../../generated/schema.js";
import { remembered } from "../../../text/once.js";
import type { SchemaNode, TypeName } from "./schema-node.js";

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
