/** ajv with every schema of the protocol, by the name of its type. The oracle of the tests and the maker of the guards. */
import Ajv2020, { type Options } from "ajv/dist/2020.js";
import type { Protocol } from "./bundle.js";

export function protocolAjv({ definitions }: Protocol, options: Options = {}): Ajv2020.default {
  const ajv = new Ajv2020.default({ strict: true, ...options });
  const byName = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(byName);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [
        key,
        key === "$ref" ? String(value).replace("#/$defs/", "") : byName(value),
      ]),
    );
  };
  for (const [name, schema] of Object.entries(definitions)) ajv.addSchema({ $id: name, ...(byName(schema) as object) });
  return ajv;
}
