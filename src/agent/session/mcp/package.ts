/** The client package of MCP. It is large: it is loaded when a tool server is configured, and no other file imports more than its types. */

type Whole = typeof import("@modelcontextprotocol/client");

/** What is used of it; nothing else of it is in the built program. */
export const MCP_NAMES = [
  "Client",
  "InsufficientScopeError",
  "ProtocolError",
  "SdkError",
  "SdkErrorCode",
  "SdkHttpError",
  "StreamableHTTPClientTransport",
  "UnauthorizedError",
] as const satisfies readonly (keyof Whole)[];

export type McpPackage = Pick<Whole, (typeof MCP_NAMES)[number]>;

export const loadMcpPackage = (): Promise<McpPackage> => import("@modelcontextprotocol/client");
