/** TypeScript types of a configuration file, made from the schema. */
import { compile, type JSONSchema } from "json-schema-to-typescript";

const BANNER = "/** Made from schema/config.schema.json by `npm run gen`; not edited by hand. */\n";

export async function generateTypes(schemaText: string): Promise<string> {
  const types = await compile(forTypes(JSON.parse(schemaText)) as JSONSchema, "AgentConfig", {
    bannerComment: BANNER,
    format: true,
    style: { printWidth: 140 },
  });
  return types;
}

/** Annotations say nothing about types, and a choice by tag is a union. */
function forTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forTypes);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => !key.startsWith("x-"));
  const { allOf, properties, required, ...rest } = Object.fromEntries(
    kept.map(([key, value]) => [key, forTypes(value)]),
  );
  if (Array.isArray(allOf)) return { ...rest, oneOf: allOf.map((choice: { then: unknown }) => choice.then) };
  return {
    ...rest,
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
  };
}
