/** The bundled client of MCP, from which what a client does not need is left out: it still works with a real server. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { OAUTH_NAMES } from "../../src/agent/run/mcp/oauth/package.js";
import { MCP_NAMES } from "../../src/agent/run/mcp/package.js";
import { problemOf } from "../../src/agent/run/mcp/problem.js";
import { httpServer } from "./http-server.js";

type McpClient = typeof import("@modelcontextprotocol/client");

const bundled: McpClient = createRequire(import.meta.url)("../../dist/mcp.cjs");
const { Client, ProtocolError, StreamableHTTPClientTransport } = bundled;

test("it has everything that is used of it", () => {
  expect(Object.keys(bundled)).toEqual(expect.arrayContaining([...MCP_NAMES, ...OAUTH_NAMES]));
  expect(problemOf(new Error("x"), bundled).message).toBe("it answers with something that is not MCP");
});

test("it lists tools and calls them, and reports the error of a server", async () => {
  const server = await httpServer();
  const client = new Client({ name: "test", version: "1" }, { capabilities: {} });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("echo");
  const { content } = await client.callTool({ name: "echo", arguments: { words: "hello" } });
  expect(content).toEqual([{ type: "text", text: "hello" }]);
  await expect(client.callTool({ name: "nothing" })).rejects.toThrow(ProtocolError);
  await client.close();
});
