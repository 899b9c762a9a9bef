/** TypeScript types of everything that the protocol sends and stores. */
import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { Node, Protocol } from "./bundle.js";

const BANNER = "/** Made from schema/protocol by `npm run gen`; not edited by hand. */\n";

export async function generateProtocolTypes({ definitions }: Protocol): Promise<string> {
  const whole = {
    title: "ProtocolTypes",
    type: "object",
    properties: Object.fromEntries(Object.keys(definitions).map((name) => [name, { $ref: `#/$defs/${name}` }])),
    required: Object.keys(definitions),
    $defs: forTypes(definitions),
  };
  const code = await compile(whole as JSONSchema, "ProtocolTypes", {
    additionalProperties: false,
    bannerComment: BANNER,
    format: true,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 140 },
  });
  // The whole is there to have all of them made, and nobody's type.
  return code.replace(/export interface ProtocolTypes \{\n(?: .*\n)*\}\n/, "");
}

/** A choice by kind is a union, and a title within a type would be the name of another one. */
function forTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forTypes);
  if (typeof node !== "object" || node === null) return node;
  const { allOf, ...rest } = node as Node;
  if (!Array.isArray(allOf))
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, forTypes(value)]));
  return { title: rest["title"], description: rest["description"], oneOf: allOf.map(({ then }: Node) => then) };
}
