/** The client of MCP as a part of its own: what `src/agent/run/mcp` uses of it. */
import { readFileSync } from "node:fs";

/** Its validator of schemas, which compiles code and is never asked: results are checked where they are used. */
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

/** What makes JSON Schemas of Zod's own ones, which servers ask for and clients do not. */
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

/** What `src/agent/run/mcp` uses of it. */
const MCP = [
  ...["Client", "ProtocolError", "SdkHttpError", "StreamableHTTPClientTransport", "UnauthorizedError"],
  ...["checkResourceAllowed", "discoverAuthorizationServerMetadata", "discoverOAuthServerInfo"],
  ...["exchangeAuthorization", "extractWWWAuthenticateParams", "refreshAuthorization", "registerClient"],
  ...["resourceUrlFromServerUrl", "startAuthorization", "validateAuthorizationResponseIssuer"],
];

export const mcpClient = {
  stdin: { contents: `export { ${MCP.join()} } from "@modelcontextprotocol/client";`, resolveDir: "." },
  plugins: [noValidator, noJsonSchemas],
};
