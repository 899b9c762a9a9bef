/** A hub of its own process for rounds, beside what it watches: its address, a token for its callers, its memory and its processor time. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeProcesses } from "../../../dist/agent/machine/node/processes.js";
import { TOKEN } from "./token.js";

const program = fileURLToPath(new URL("../../../bin/agent.cjs", import.meta.url));

export async function startHub(state) {
  const made = spawnSync(
    process.execPath,
    [program, "hub", "token", "create", "--kind", "machine", "--scope", "machine", "--state-dir", state],
    { encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`no token: ${made.stderr}`);
  const { token } = JSON.parse(made.stdout);
  const start = performance.now();
  const child = spawn(process.execPath, [program, "hub", "--state-dir", state], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const line = await new Promise((resolve, reject) => {
    child.stdout.once("data", resolve);
    child.once("exit", (code) => reject(new Error(`the hub ended with ${code}`)));
  });
  const { url } = JSON.parse(line);
  const ps = (field) => execFileSync("ps", ["-o", `${field}=`, "-p", String(child.pid)], { encoding: "utf8" }).trim();
  return {
    ...{ url, port: Number(new URL(url).port), token, start },
    get: async (path) => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    /** MiB. */
    memory: () => Number(ps("rss")) / 1024,
    /** Seconds so far; the time of a processor is counted in hundredths. */
    processor: () => {
      const [utime, stime] = readFileSync(`/proc/${child.pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ")
        .slice(11, 13);
      return (Number(utime) + Number(stime)) / 100;
    },
    stop: async () => {
      child.kill();
      await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

/** Puts the folder of a daemon that answers at a port, and whose process is this one, into a state directory. */
export function runningDaemon(state, session_id, { daemon_epoch, port }) {
  const folder = join(state, "sessions-v1", session_id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { pid } = process;
  const url = `http://127.0.0.1:${port}`;
  const started_at = new Date().toISOString();
  const files = {
    "session.json": sessionFiles(session_id, state)["session.json"],
    lock: { version: 1, ...nodeProcesses().self, token: "0" },
    "startup.json": { version: 1, state: "ready", pid, session_id, daemon_epoch, started_at, url },
    "credential.json": { version: 1, kind: "agent-daemon-credential", token: TOKEN },
  };
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(value), { mode: 0o600 });
}

/** Writes the files of a session, by name. */
export function sessionFiles(session_id, working_directory) {
  const at = new Date().toISOString();
  return {
    "session.json": { version: 1, session_id, created_at: at, working_directory },
    "final.json": {
      ...{ version: 1, session_id, finalized_at: at, last_at: at, title: `The work of session ${session_id}` },
      ...{ model: "sonnet", facet: null, total_items: 12, entries: 20 },
      segments: [{ name: "000001.log", bytes: 4096, sha256: "0".repeat(64) }],
    },
  };
}
