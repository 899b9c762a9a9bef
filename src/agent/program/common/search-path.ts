/** The messages about a `PATH` that a daemon and its children get in part (P-S97). */
import type { Terminal } from "../../../terminal/terminal.js";
import { logTo } from "../../machine/interfaces/log.js";
import { withheldFromChildren } from "../../machine/interfaces/search-path.js";
import { sayPath } from "../../session/daemon/search-path.js";
import { complain } from "./complain.js";
import { machine } from "./machine.js";

export async function complainOfPath(terminal: Terminal): Promise<void> {
  if (withheldFromChildren(terminal.host.env) === 0) return;
  const why = "so that a repository does not decide what runs";
  await complain(terminal, `your PATH has empty or relative entries; no program is looked for there, ${why}`);
}

/** Writes into the log of a daemon what the daemon cannot see: its own `PATH` is whole. Rejects with a `FileError`. */
export async function notePath({ host }: Terminal, logFile: string): Promise<void> {
  const { files, clock } = machine;
  let line = "";
  if (
    !sayPath(
      logTo((text) => (line = text), clock),
      host.env,
    )
  )
    return;
  const file = await files.open(logFile, (await files.status(logFile)) === undefined ? "create" : "append");
  try {
    await file.append(Buffer.from(line));
  } finally {
    await file.close();
  }
}
