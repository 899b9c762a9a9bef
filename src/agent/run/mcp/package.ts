/** The client package of MCP. It is large: it is loaded when a tool server is configured, and no other file imports more than its types. */

export type McpPackage = Pick<
  typeof import("@modelcontextprotocol/client"),
  "Client" | "StreamableHTTPClientTransport" | "ProtocolError" | "SdkHttpError" | "UnauthorizedError"
>;

export const loadMcpPackage = (): Promise<McpPackage> => import("@modelcontextprotocol/client");
