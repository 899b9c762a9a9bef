/** The three ways to choose files for `lint`: by name, below directories, and by git's list of changed files. */
import type { Terminal } from "../../../terminal/terminal.js";
import { directoryOf } from "../../../toolkit/read/discovery/directory.js";
import type { WayFlags, WayIn } from "./way.js";

/** The files of some names; or the exit code, after printing the mistake. */
export async function wayIn(terminal: Terminal, names: readonly string[], flags: WayFlags): Promise<WayIn | number> {
  const { host } = terminal;
  if (asksGit(flags)) return (await import("./changed.js")).wayByGit(terminal, names, flags);
  if (names.every((name) => directoryOf(host, name) === undefined)) return { files: names, host, unreadable: [] };
  return (await import("./below.js")).wayBelow(terminal, names, flags);
}

function asksGit({ changed, since, staged }: WayFlags): boolean {
  return changed === true || staged === true || since !== undefined;
}

/** The first contradiction between the options. */
export function misuseOfWays(flags: WayFlags, names: readonly string[]): string | undefined {
  const { changed, since, staged, watch, fix, diff } = flags;
  if ([changed, since, staged].filter((one) => one !== undefined).length > 1)
    return "`--changed`, `--since` and `--staged` exclude each other: use one of them";
  if (staged && fix) return "`--staged` reads the index and `--fix` writes the working tree: use one of them";
  if (asksGit(flags) && names.includes("-")) return "git does not track standard input: leave out `-`";
  if (!watch) return undefined;
  if (fix || diff) return "`--watch` writes nothing and shows no fixes: leave out `--fix` and `--diff`";
  if (asksGit(flags))
    return "`--watch` looks at files and does not ask git: leave out `--changed`, `--since` and `--staged`";
  return names.includes("-") ? "standard input does not change: leave out `-`" : undefined;
}
