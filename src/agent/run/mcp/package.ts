/** The client package of MCP. It is large: it is loaded when a tool server is configured, and no other file imports more than its types. */

export type McpPackage = Pick<
  typeof import("@modelcontextprotocol/client"),
  | "Client"
  | "ProtocolError"
  | "SdkError"
  | "SdkErrorCode"
  | "SdkHttpError"
  | "StreamableHTTPClientTransport"
  | "UnauthorizedError"
>;

export const loadMcpPackage = (): Promise<McpPackage> => import("@modelcontextprotocol/client");
