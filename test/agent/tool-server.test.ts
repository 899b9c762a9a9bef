/** The built program beside a tool server that says what nobody asked for: the client of MCP reports errors, and the session goes on. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OFFLINE } from "../daemon/bench.js";
import { call } from "../daemon/wire.js";
import { daemon, place } from "./process.js";

/** Reports the progress of no call, then answers an unknown one, and then has another tool. */
const SERVER = `
let tool = "early";
const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo: { name: "s", version: "1" } } });
  if (method !== "tools/list") return;
  send({ id, result: { tools: [{ name: tool, inputSchema: { type: "object" } }] } });
  if (tool === "late") return;
  tool = "late";
  send({ method: "notifications/progress", params: { progressToken: "nobody's", progress: 1 } });
  send({ id: 99999, result: {} });
  console.log("no JSON");
  send({ method: "notifications/tools/list_changed" });
});`;

test("a tool server that breaks the protocol does not end the daemon", async () => {
  const at = place();
  const script = join(at.path, "server.cjs");
  writeFileSync(script, SERVER);
  const server = { transport: "stdio", command: process.execPath, args: [script] };
  writeFileSync(at.config, `${OFFLINE}\nmcp_servers: { s: ${JSON.stringify(server)} }\n`);
  const { url, running } = await daemon(at);
  const tools = async (): Promise<string> => (await call(url, "/daemon-state")).text;
  while (!(await tools()).includes("mcp__s__late")) expect(running.isOver).toBe(false);
  running.child.kill("SIGTERM");
  expect((await running.ended()).code).toBe(0);
});
