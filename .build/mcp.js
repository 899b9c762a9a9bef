/** The client of MCP as a chunk of its own: the parts that `src/agent/session/mcp` uses. */
import { readFileSync } from "node:fs";

/** Its validator of schemas, which compiles code and is never called: results are checked where they are used. */
const noValidator = {
  name: "no-validator",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/client\/_shims$/ }, ({ path }) => ({ path, namespace: "shims" }));
    onLoad({ filter: /.*/, namespace: "shims" }, () => ({
      contents: `
        export const CORS_IS_POSSIBLE = false;
        export class DefaultJsonSchemaValidator {
          getValidator() {
            throw new Error("there is no validator");
          }
        }`,
    }));
  },
};

/** The converter from Zod's schemas to JSON Schemas, which servers need and clients do not. */
const noJsonSchemas = {
  name: "no-json-schemas",
  setup({ onLoad }) {
    const filter = /[\\/]zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/;
    onLoad({ filter }, ({ path }) => {
      const names = readFileSync(path, "utf8").matchAll(
        /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm,
      );
      return { contents: Array.from(names, ([, own, as]) => `export const ${own ?? as} = () => {};`).join("\n") };
    });
  },
};

const { MCP_NAMES } = await import("../dist/agent/session/mcp/package.js");
const { OAUTH_NAMES } = await import("../dist/agent/session/mcp/oauth/package.js");

const NAMES = [...new Set([...MCP_NAMES, ...OAUTH_NAMES])];

export const mcpClient = {
  stdin: { contents: `export { ${NAMES.join()} } from "@modelcontextprotocol/client";`, resolveDir: "." },
  plugins: [noValidator, noJsonSchemas],
};
