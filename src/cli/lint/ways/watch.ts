/** `agentcfg lint --watch`: runs again when a file of the run changes, or a new one appears. */
import { print, type Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { machineClock } from "../../../toolkit/read/host/clock.js";
import { displayName, type Host } from "../../../toolkit/read/host/host.js";
import { interruption } from "../../../toolkit/read/host/interrupt.js";
import type { Choice } from "../../../toolkit/read/layers/choice.js";
import { realName } from "../../../toolkit/read/layers/identity.js";
import { watchedFiles } from "../../../toolkit/read/layers/locate.js";
import { configFiles, permissionFiles } from "../../../toolkit/read/layers/places.js";
import type { WayIn } from "./way.js";

/** Milliseconds between checks of the files. */
const RHYTHM = 500;

/** The exit code of an interrupted program. */
const INTERRUPTED = 130;

interface WatchFlags extends Choice {
  readonly catalog?: string;
}

type Signatures = ReadonlyMap<string, string | undefined>;

/**
 * `find` returns the files to lint, and `lint` receives them before it reads any, so that a later change is noticed. A change in a
 * directory counts only if `find` then returns other files.
 */
export async function lintAgain(
  terminal: Terminal,
  flags: WatchFlags,
  find: () => Promise<WayIn | number>,
  lint: (look: (way: WayIn) => void) => Promise<number>,
): Promise<number> {
  const { host, clock = machineClock, interrupted = interruption() } = terminal;
  let fileSignatures: Signatures = new Map();
  let files: readonly string[] = [];
  let isEmpty = true;
  let directories: Signatures = new Map();
  const look = (way: WayIn): void => {
    fileSignatures = signatures(host, filesOf(host, way.files, flags));
    files = way.files;
    directories = way.directories ?? new Map();
    isEmpty = way.files.length === 0 && way.nothing !== undefined;
  };
  const changedIn = (before: Signatures): readonly string[] =>
    [...before].filter(([file, signature]) => host.signature(file) !== signature).map(([file]) => file);
  /** Files that appeared or disappeared. */
  const changedFiles = async (): Promise<readonly string[]> => {
    if (changedIn(directories).length === 0) return [];
    const way = await find();
    if (typeof way === "number") return [];
    way.done?.();
    directories = way.directories ?? directories;
    const [before, now] = [new Set(files), new Set(way.files)];
    return [...way.files.filter((file) => !before.has(file)), ...files.filter((file) => !now.has(file))];
  };
  let code = await lint(look);
  if (isEmpty) return code;
  while (!interrupted.aborted && !terminal.stdout.isLost) {
    await clock.pause(RHYTHM, interrupted);
    const changed = [
      ...new Set([...changedIn(fileSignatures), ...(await changedFiles()).map((file) => host.resolve(file))]),
    ];
    if (changed.length === 0 || interrupted.aborted) continue;
    const [only = ""] = changed;
    const what = changed.length > 1 ? `${changed.length} files have` : `${printable(displayName(host, only))} has`;
    await print(terminal.stderr, `\n---- ${what} changed ----\n`);
    code = await lint(look);
  }
  return interrupted.aborted ? INTERRUPTED : code;
}

function signatures(host: Host, files: readonly string[]): ReadonlyMap<string, string | undefined> {
  return new Map(files.map((file) => [file, host.signature(file)]));
}

/** All files of the run, and those that would join it if they existed. */
function filesOf(host: Host, names: readonly string[], { catalog, ...choice }: WatchFlags): readonly string[] {
  const named = names.map((name) => host.resolve(name));
  const possible = named.flatMap((name) => [
    ...[host.join(name, ".."), host.join(name, ".agent"), name].flatMap((directory) => [
      ...configFiles(host, directory),
      ...permissionFiles(host, directory),
    ]),
  ]);
  const all = [
    ...named,
    ...possible,
    ...watchedFiles(host, choice),
    ...(catalog === undefined ? [] : [host.resolve(catalog)]),
  ];
  return [...new Set(all)].filter((file) => host.kindOf(realName(host, file)) !== "directory");
}
