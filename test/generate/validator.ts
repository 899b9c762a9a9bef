/** A validator that needs nothing at run time: ajv's standalone code. */
import standaloneCode from "ajv/dist/standalone/index.js";
import { transform } from "esbuild";
import { configAjv } from "./ajv.js";

const HEAD = `// @ts-nocheck
/** Made from schema/config.schema.json by \`npm run gen\`; not edited by hand. */
import type { AgentConfig } from "./config.js";

`;

const TAIL = `
/**
 * Whether plain data is a whole configuration according to the schema alone (required keys included).
 * Says nothing of why not, and judges integers above 2^53 as the doubles they are: \`lint\` explains and counts digits.
 */
export const isAgentConfig: (data: unknown) => data is AgentConfig = validate;
`;

/** What says nothing of whether a value is right: its code would hold it. A key of a configuration has an object for its schema. */
function isIdle(key: string, value: unknown): boolean {
  // `x-max-bytes` is the stricter of the two, and `maxLength` alone would need a helper from ajv at run time.
  if (key === "maxLength" || (key === "examples" && Array.isArray(value))) return true;
  if (key.startsWith("x-")) return key !== "x-max-bytes";
  return ["description", "title", "patternErrorMessage"].includes(key) && typeof value === "string";
}

export async function generateValidator(schemaText: string): Promise<string> {
  const ajv = configAjv({ messages: false, inlineRefs: false, code: { source: true, esm: true } });
  const schema = JSON.parse(schemaText, (key, value) => (isIdle(key, value) ? undefined : value));
  const code = standaloneCode.default(ajv, ajv.compile(schema));
  const named = code.replace(/"use strict";export const validate = (\w+);export default \w+;/, "const validate = $1;");
  const { code: small } = await transform(named, { minifyWhitespace: true, minifySyntax: true, target: "es2023" });
  return HEAD + small + TAIL;
}
