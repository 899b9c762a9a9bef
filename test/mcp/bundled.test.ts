/** The bundled client of MCP, from which what a client does not need is left out: it still works with a real server. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { OAUTH_NAMES } from "../../src/agent/session/mcp/oauth/package.js";
import { MCP_NAMES } from "../../src/agent/session/mcp/package.js";
import { problemOf } from "../../src/agent/session/mcp/problem.js";
import { httpServer } from "./http-server.js";

type McpClient = typeof import("@modelcontextprotocol/client");

const bundled: McpClient = createRequire(import.meta.url)("../../dist/programs/agent/mcp.cjs");
const { Client, ProtocolError, StreamableHTTPClientTransport } = bundled;

test("it has everything that is used of it", () => {
  expect(Object.keys(bundled)).toEqual(expect.arrayContaining([...MCP_NAMES, ...OAUTH_NAMES]));
  expect(problemOf(new Error("x"), bundled).message).toBe("it answers with something that is not MCP");
});

test("it speaks the revision of 2026-07-28, with headers and news of tools", async () => {
  const server = await httpServer({ revision: "2026-07-28" });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  let news = (): void => {};
  const told = new Promise<void>((resolve) => {
    news = resolve;
  });
  client.setNotificationHandler("notifications/tools/list_changed", () => news());
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  const subscription = await client.listen({ toolsListChanged: true });
  const { tools } = await client.listTools();
  const [echo] = tools.filter(({ name }) => name === "echo");
  const { content } = await client.callTool(
    { name: "echo", arguments: { words: "hello" } },
    echo === undefined ? {} : { toolDefinition: echo },
  );
  expect(content).toEqual([{ type: "text", text: "hello" }]);
  expect(server.asked.at(-1)?.headers["mcp-param-words"]).toBe("hello");
  await client.callTool({ name: "rename" });
  await told;
  await subscription.close();
  await client.close();
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
