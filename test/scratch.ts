/** A directory for all that tests write, gone when they have ended: in memory where there is room, which is twice as fast as most disks. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH = 2 ** 30;

export function setup(): () => void {
  const scratch = mkdtempSync(join(hasRoomToRun(MEMORY) ? MEMORY : tmpdir(), "agentcfg-"));
  // Some tests are of other users.
  chmodSync(scratch, 0o755);
  process.env["TMPDIR"] = scratch;
  return () => rmSync(scratch, { recursive: true, force: true });
}

/** Whether a directory has a gigabyte for files, which may be programs. */
function hasRoomToRun(directory: string): boolean {
  try {
    const [, options = "noexec"] =
      readFileSync("/proc/mounts", "utf8").match(RegExp(`^\\S+ ${directory} tmpfs (\\S+)`, "m")) ?? [];
    const { bavail, bsize } = statfsSync(directory);
    return !options.split(",").includes("noexec") && bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}
