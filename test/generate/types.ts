/** TypeScript types of a configuration file, made from the schema. */
import { compile, type JSONSchema } from "json-schema-to-typescript";

const BANNER = "/** Made from schema/config.schema.json by `npm run gen`; not edited by hand. */\n";

export async function generateTypes(schemaText: string): Promise<string> {
  const types = await compile(withoutAnnotations(JSON.parse(schemaText)) as JSONSchema, "AgentConfig", {
    bannerComment: BANNER,
    format: true,
    style: { printWidth: 140 },
  });
  return types;
}

/** `discriminator` is for validators; the tags alone make the unions. */
function withoutAnnotations(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutAnnotations);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => !key.startsWith("x-") && key !== "discriminator");
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutAnnotations(value)]));
}
