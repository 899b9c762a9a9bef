/** The client of MCP as a part of its own: what `src/agent/run/mcp` uses of it. */

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

/** What `src/agent/run/mcp` uses of it. */
const MCP = [
  ...["Client", "ProtocolError", "SdkHttpError", "StreamableHTTPClientTransport", "UnauthorizedError"],
  ...["checkResourceAllowed", "discoverAuthorizationServerMetadata", "discoverOAuthServerInfo"],
  ...["exchangeAuthorization", "extractWWWAuthenticateParams", "refreshAuthorization", "registerClient"],
  ...["resourceUrlFromServerUrl", "startAuthorization", "validateAuthorizationResponseIssuer"],
];

export const mcpClient = {
  stdin: { contents: `export { ${MCP.join()} } from "@modelcontextprotocol/client";`, resolveDir: "." },
  plugins: [noValidator],
};
