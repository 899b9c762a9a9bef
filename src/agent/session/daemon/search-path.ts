/** What the log of a daemon says of a `PATH` that its children get in part (P-S97). */
import type { Log } from "../../machine/interfaces/log.js";
import { withheldFromChildren } from "../../machine/interfaces/search-path.js";

/** Whether there was something to say. `server`: the tool server whose configuration sets this `PATH`; without one it is the daemon's. */
export function sayPath(log: Log, env: Readonly<Record<string, string | undefined>>, server?: string): boolean {
  const entries = withheldFromChildren(env);
  if (entries > 0)
    log.say("warn", "PATH has empty or relative entries; no program is looked for there", { server, entries });
  return entries > 0;
}
