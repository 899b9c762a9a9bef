/** `agentcfg lint --watch`: again whenever a file of the run has changed, or one that could be part of it has appeared. */
import { machineClock } from "../../host/clock.js";
import { displayName, type Host } from "../../host/host.js";
import { interruption } from "../../host/interrupt.js";
import { realName } from "../../layers/identity.js";
import { type Choice, watchedFiles } from "../../layers/locate.js";
import { configFiles } from "../../layers/places.js";
import { printable } from "../../text/escape.js";
import { print, type Terminal } from "../terminal/terminal.js";

/** Milliseconds between looks at the files. */
const RHYTHM = 500;

/** What a shell expects of a program that was interrupted. */
const INTERRUPTED = 130;

interface Watched extends Choice {
  readonly catalog?: string;
}

/** `lint` says which files it is about before it reads them; a change that comes after is seen. */
export async function lintAgain(
  terminal: Terminal,
  flags: Watched,
  lint: (look: (files: readonly string[]) => void) => Promise<number>,
): Promise<number> {
  const { host, clock = machineClock, interrupted = interruption() } = terminal;
  let seen: ReadonlyMap<string, string | undefined> = new Map();
  const round = (): Promise<number> =>
    lint((files) => {
      seen = signatures(host, filesOf(host, files, flags));
    });
  const code = await round();
  if (seen.size === 0) return code;
  while (!interrupted.aborted) {
    await clock.pause(RHYTHM, interrupted);
    const now = signatures(host, [...seen.keys()]);
    const changed = [...now].filter(([file, signature]) => signature !== seen.get(file)).map(([file]) => file);
    if (changed.length === 0 || interrupted.aborted) continue;
    const [only = ""] = changed;
    const what = changed.length > 1 ? `${changed.length} files have` : `${printable(displayName(host, only))} has`;
    await print(terminal.stderr, `\n---- ${what} changed ----\n`);
    await round();
  }
  return INTERRUPTED;
}

function signatures(host: Host, files: readonly string[]): ReadonlyMap<string, string | undefined> {
  return new Map(files.map((file) => [file, host.signature(file)]));
}

/** Every file that the run is about, or would be about if it were there. What else lies in a directory is of no matter. */
function filesOf(host: Host, names: readonly string[], { catalog, ...choice }: Watched): readonly string[] {
  const named = names.map((name) => host.resolve(name));
  const beside = named.flatMap((name) => [
    ...configFiles(host, host.join(name, "..")),
    ...configFiles(host, host.join(name, ".agent")),
    ...configFiles(host, name),
  ]);
  const all = [
    ...named,
    ...beside,
    ...watchedFiles(host, choice),
    ...(catalog === undefined ? [] : [host.resolve(catalog)]),
  ];
  return [...new Set(all)].filter((file) => host.kindOf(realName(host, file)) !== "directory");
}
