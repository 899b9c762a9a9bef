/** The ways into `lint`: files as they are named, what is below directories, and what git says has changed. */
import type { Terminal } from "../../../terminal/terminal.js";
import { directoryOf } from "../../../toolkit/read/discovery/directory.js";
import type { WayFlags, WayIn } from "./way.js";

/** The files that are meant by some names; or the exit code, after saying what is wrong. */
export async function wayIn(terminal: Terminal, names: readonly string[], flags: WayFlags): Promise<WayIn | number> {
  const { host } = terminal;
  if (asksGit(flags)) return (await import("./changed.js")).wayByGit(terminal, names, flags);
  if (names.every((name) => directoryOf(host, name) === undefined)) return { files: names, host, unreadable: [] };
  return (await import("./below.js")).wayBelow(terminal, names, flags);
}

function asksGit({ changed, since, staged }: WayFlags): boolean {
  return changed === true || staged === true || since !== undefined;
}

/** What of the options contradicts the rest of them. */
export function misuseOfWays(flags: WayFlags, names: readonly string[]): string | undefined {
  const { changed, since, staged, watch, fix, diff } = flags;
  if ([changed, since, staged].filter((one) => one !== undefined).length > 1)
    return "`--changed`, `--since` and `--staged` are three questions: ask one of them";
  if (staged && fix) return "`--staged` looks at the index and `--fix` writes the working tree: say one of them";
  if (asksGit(flags) && names.includes("-")) return "git knows nothing of standard input: leave out `-`";
  if (!watch) return undefined;
  if (fix || diff) return "`--watch` writes nothing and shows no fixes: leave out `--fix` and `--diff`";
  if (asksGit(flags))
    return "`--watch` looks at files, not at what git says: leave out `--changed`, `--since` and `--staged`";
  return names.includes("-") ? "standard input does not change: leave out `-`" : undefined;
}
