/** TypeScript types made from the schema: of what may be written, and of what is in effect. */
import { compile, type JSONSchema } from "json-schema-to-typescript";

const BANNER = "/** Made from schema/config.schema.json by `npm run gen`; not edited by hand. */\n";

const OPTIONS = { bannerComment: BANNER, format: true, style: { printWidth: 140 } };

type SchemaNode = { readonly [key: string]: unknown };

/** Types of a configuration file: everything optional and nullable that may be. */
export function generateTypes(schemaText: string): Promise<string> {
  return compile(forTypes(JSON.parse(schemaText), asWritten) as JSONSchema, "AgentConfig", OPTIONS);
}

/** Types of a file beside configurations: of a policy, or of the permissions. */
export function generateCompanionTypes(file: string, schemaText: string): Promise<string> {
  const schema = JSON.parse(schemaText);
  const bannerComment = BANNER.replace("config", file);
  return compile(forTypes(schema, asWritten) as JSONSchema, schema.title, { ...OPTIONS, bannerComment });
}

/** Types of the effective configuration: no nulls, and what has a default is always there. */
export function generateEffectiveTypes(schemaText: string): Promise<string> {
  const schema: SchemaNode = JSON.parse(schemaText);
  const effective = inEffect(schema["$defs"] as Readonly<Record<string, SchemaNode>>);
  const named = { ...(forTypes(schema, effective) as SchemaNode), title: "EffectiveConfig" };
  return compile(named as JSONSchema, "EffectiveConfig", OPTIONS);
}

/** Annotations say nothing about types, and a choice by tag is a union. */
function forTypes(node: unknown, view: (node: SchemaNode) => SchemaNode): unknown {
  if (Array.isArray(node)) return node.map((item) => forTypes(item, view));
  if (typeof node !== "object" || node === null) return node;
  const seen = withValues(view(node as SchemaNode));
  const kept = Object.entries(seen).filter(([key]) => !key.startsWith("x-"));
  const { allOf, properties, required, ...rest } = Object.fromEntries(
    kept.map(([key, value]) => [key, forTypes(value, view)]),
  );
  const isAnything = "description" in rest && Object.keys(rest).length === 1 && properties === undefined;
  if (isAnything) return { ...rest, tsType: "unknown" };
  if (Array.isArray(allOf)) return { ...rest, oneOf: allOf.map((choice: { then: unknown }) => choice.then) };
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
  };
}

/** What the values mean is for whoever reads the types, too. */
function withValues({ "x-value-descriptions": values, ...node }: SchemaNode): SchemaNode {
  if (values === undefined || node["description"] === undefined) return node;
  const lines = Object.entries(values as Readonly<Record<string, string>>).map(
    ([value, text]) => `- \`${value}\`: ${text}`,
  );
  return { ...node, description: [node["description"], "", ...lines].join("\n") };
}

const asWritten = (node: SchemaNode): SchemaNode => node;

function inEffect(definitions: Readonly<Record<string, SchemaNode>>): (node: SchemaNode) => SchemaNode {
  const hasDefault = (node: SchemaNode): boolean => {
    if (node["default"] !== undefined) return true;
    const choices = node["anyOf"] as readonly SchemaNode[] | undefined;
    const reference = (node["$ref"] ?? choices?.[0]?.["$ref"]) as string | undefined;
    const target = reference === undefined ? node : definitions[reference.replace("#/$defs/", "")];
    if (target?.["default"] !== undefined) return true;
    if (target === undefined || target["allOf"] !== undefined || target["required"] !== undefined) return false;
    return Object.values((target["properties"] ?? {}) as Readonly<Record<string, SchemaNode>>).some(hasDefault);
  };
  return (node) => {
    const { default: _, anyOf, type, enum: values, ...rest } = node;
    const [only] = (anyOf ?? []) as readonly SchemaNode[];
    const properties = Object.entries((node["properties"] ?? {}) as Readonly<Record<string, SchemaNode>>);
    const standing = properties.filter(([, child]) => hasDefault(child)).map(([key]) => key);
    const required = [...((node["required"] ?? []) as readonly string[]), ...standing];
    return {
      ...only,
      ...rest,
      ...(type === undefined ? {} : { type: Array.isArray(type) ? withoutNull(type) : type }),
      ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
      ...(properties.length > 0 && required.length > 0 ? { required } : {}),
    };
  };
}

function withoutNull(types: readonly string[]): string | readonly string[] {
  const rest = types.filter((type) => type !== "null");
  return rest.length === 1 ? (rest[0] ?? rest) : rest;
}
