/** What others stream with, installed into a temporary folder. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export const VERSIONS = {
  ...{ hono: "4.13.19", "@hono/node-server": "2.1.8", "@durable-streams/server": "0.3.7" },
  fastify: "5.12.8",
};

/** What their servers take of them. */
const ENTRIES = {
  "hono.mjs": `export { Hono } from "hono";
export { streamSSE } from "hono/streaming";
export { serve } from "@hono/node-server";
`,
  "fastify.mjs": `export { fastify } from "fastify";
`,
  "durable.mjs": `export { DurableStreamTestServer } from "@durable-streams/server";
`,
};

/** Whether they are there now. */
export function installPeers(folder) {
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  for (const [name, text] of Object.entries(ENTRIES)) writeFileSync(join(folder, name), text);
  const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const args = ["install", "--silent", "--no-audit", "--no-fund", ...wanted];
  const { status } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" });
  return status === 0;
}
