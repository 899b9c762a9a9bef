/** The archive that `npm run vscode` writes. */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Writes the archive to a new directory, and returns its name. */
export function packed(): string {
  const file = join(mkdtempSync(join(tmpdir(), "packed-")), "agentcfg.vsix");
  return execFileSync(process.execPath, [".build/vscode.js", file], { encoding: "utf8" }).trim();
}

/** A directory with the files of a new archive, which another program reads. */
export function unpacked(): string {
  const directory = mkdtempSync(join(tmpdir(), "vsix-"));
  execFileSync("python3", ["-m", "zipfile", "-e", packed(), directory]);
  return directory;
}
