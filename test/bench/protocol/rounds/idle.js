/** P6: from the start of a program until it says that it is ready, and until it has answered, and what it holds once it is idle. `node idle.js <ours | servers | bare>`; `servers`: ours with two tool servers over stdio. */
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { callerOf } from "../caller.js";
import { TOKEN } from "../token.js";

const IDLE = 1000;
const folder = mkdtempSync(join(tmpdir(), "agentcfg-bench-idle-"));
const credential = join(folder, "credential.json");
const about = { version: 1, kind: "agent-daemon-credential", token: TOKEN };
writeFileSync(credential, JSON.stringify(about), { mode: 0o600 });
const config = join(folder, "config.yaml");
const provider = (n) => `  p${n}: { kind: { type: custom_beta_compatible }, url: https://p${n}.example/v1 }\n`;
const model = (n) => `  m${n}: { provider: p${n}, class: full, context_window: 200000 }\n`;
const tenOf = (entry) => Array.from({ length: 10 }, (_, n) => entry(n)).join("");
writeFileSync(config, `version: 3\nproviders:\n${tenOf(provider)}models:\n${tenOf(model)}`);

const which = process.argv[2];
const script = JSON.stringify(resolve("fixtures/mcp/stdio.js"));
const server = (n) => `  s${n}: { transport: stdio, command: node, args: [${script}] }\n`;
if (which === "servers") appendFileSync(config, `mcp_servers:\n${server(1)}${server(2)}`);
const ours = [
  ...[resolve("bin/agent.cjs"), "daemon", "--credential-file", credential, "--state-dir", join(folder, "state")],
  ...["--global", config, "--no-project"],
];
const PROGRAMS = {
  ours,
  servers: ours,
  bare: [fileURLToPath(new URL("../servers/bare.js", import.meta.url))],
};

const start = performance.now();
const child = spawn(process.execPath, PROGRAMS[which], { stdio: ["ignore", "pipe", "ignore"] });
try {
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", (code) => reject(new Error(`ended with ${code}`)));
  });
  const told = performance.now() - start;
  const { url } = JSON.parse(line);
  const caller = await callerOf(Number(new URL(url).port), "/sync");
  const { status } = await caller.call();
  const ready = performance.now() - start;
  caller.close();
  if (status !== 200) throw new Error(`status ${status}`);
  await new Promise((resolve) => setTimeout(resolve, IDLE));
  const memory = Number(execFileSync("ps", ["-o", "rss=", "-p", String(child.pid)], { encoding: "utf8" })) / 1024;
  console.log(JSON.stringify({ told, ready, memory }));
} finally {
  child.kill();
  await new Promise((resolve) => child.once("exit", resolve));
  rmSync(folder, { recursive: true, force: true });
}
