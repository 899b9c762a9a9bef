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

/** Of an open union, the kinds that are known: with one that may be anything, no kind could be told from another. */
function forTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.filter((item) => !isUnknownKind(item)).map(forTypes);
  if (typeof node !== "object" || node === null) return node;
  // What is said of it, and nothing of what it is.
  const isAnything = Object.entries(node).every(([key, value]) => key === "description" && typeof value === "string");
  if (isAnything) return { ...node, tsType: "unknown" };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, forTypes(value)]));
}

const UNKNOWN = ["#/$defs/UnknownRecord", "#/$defs/UnknownFleetEvent"];

function isUnknownKind(node: unknown): boolean {
  return typeof node === "object" && node !== null && UNKNOWN.includes(String((node as Node)["$ref"]));
}
