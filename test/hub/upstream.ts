/** A session whose daemon is at an address that a test names: its folder says so to a hub. */
import { join } from "node:path";
import { replaceFile } from "../../src/agent/machine/interfaces/files.js";
import { machine } from "../../src/agent/program/common/machine.js";
import { jsonBytes } from "../../src/agent/session/store/check.js";
import { takeLock } from "../../src/agent/session/store/lock.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import { writeStartup } from "../../src/agent/session/store/startup.js";

export interface Upstream {
  readonly id: string;
  readonly url: string;
  readonly token: string;
  readonly epoch?: string;
}

/** Makes the folder; this process holds its lock until the returned function is called. */
export async function stand(state: string, { id, url, token, epoch = "e" }: Upstream): Promise<() => Promise<void>> {
  const { files, random, processes } = machine;
  const paths = sessionPaths(join, state, id);
  await files.makeDirectory(paths.directory);
  const at = "2027-01-15T08:00:00.000Z";
  const session = { version: 1, session_id: id, created_at: at, working_directory: state };
  await replaceFile(files, paths.session, jsonBytes(session));
  const credential = { version: 1, kind: "agent-daemon-credential", token };
  await replaceFile(files, paths.credential, jsonBytes(credential));
  const lock = await takeLock({ files, random, processes }, paths.lock);
  await writeStartup(files, paths.startup, {
    ...{ version: 1, state: "ready", pid: processes.self.pid, url, session_id: id, daemon_epoch: epoch },
    started_at: at,
  });
  return async () => lock?.release();
}
