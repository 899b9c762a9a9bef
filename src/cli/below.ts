/** `agentcfg lint DIRECTORY`: what is below it, in a bundle of its own beside the one for `lint`. */
import { walk } from "../discovery/walk.js";
import { displayName, type Host, slashed } from "../host/host.js";
import { listDirectory } from "../host/list.js";
import { realName } from "../layers/identity.js";
import type { Unreadable } from "../layers/layer.js";
import { locateNamed } from "../layers/locate.js";
import { globalDirectory } from "../layers/places.js";
import { printable } from "../text/escape.js";
import { enumerate } from "../text/quote.js";
import { EXIT } from "./command.js";
import { type Progress, progressOn } from "./progress.js";
import type { Nothing } from "./result.js";
import type { Terminal } from "./terminal.js";
import type { WayFlags, WayIn } from "./way-in.js";

/** What one name stands for. */
interface Meant {
  readonly name: string;
  /** Empty where a directory was named for nothing. */
  readonly files: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

export function wayBelow(terminal: Terminal, names: readonly string[], { gitignore }: WayFlags): WayIn {
  const { host } = terminal;
  const progress = progressOn(terminal);
  let looked = 0;
  const tick = (): void => {
    looked += 1;
    progress.say(() => `looking for configurations: ${looked} directories`);
  };
  const meant = names.map((name) =>
    meantBy(host, name, (directory) => walk(directory, { host, list: listDirectory, gitignore, tick })),
  );
  const found = meant.flatMap(({ files }) => files);
  const unreadable = meant.flatMap((one) => one.unreadable);
  const vain = meant.filter((one) => one.files.length === 0 && one.unreadable.length === 0).map(({ name }) => name);
  // Beside others, one that was named for nothing is a mistake.
  const files = found.length + unreadable.length === 0 ? [] : [...found, ...vain];
  const nothing = nothingIn(host, vain, gitignore);
  return { files, host: counting(host, files.length, progress), unreadable, nothing, done: progress.end };
}

function meantBy(
  host: Host,
  name: string,
  look: (directory: string) => { readonly names: readonly string[]; readonly unreadable: readonly Unreadable[] },
): Meant {
  const directory = host.resolve(name);
  if (host.kindOf(realName(host, name)) !== "directory") return { name, files: [name], unreadable: [] };
  const hasOwn = locateNamed(host, name).kind !== "missing";
  if (hasOwn && isConfigured(host, directory)) return { name, files: [name], unreadable: [] };
  const { names, unreadable } = look(directory);
  return { name, files: names.length === 0 && hasOwn ? [name] : names, unreadable };
}

/** Whether a directory is one that configurations lie in, not a place of projects. */
function isConfigured(host: Host, directory: string): boolean {
  const own = globalDirectory(host);
  return (
    slashed(directory).endsWith("/.agent") || (own !== undefined && realName(host, own) === realName(host, directory))
  );
}

function nothingIn(host: Host, directories: readonly string[], gitignore: boolean): Nothing {
  const places = enumerate(directories.map((name) => printable(displayName(host, name))));
  const hint = gitignore ? "; with `--no-gitignore`, what ignore files leave out is looked at too" : "";
  return { why: `no configuration found in ${places} or below${hint}`, code: EXIT.noConfig };
}

/** A machine that tells how far reading has come. */
function counting(host: Host, total: number, { say }: Progress): Host {
  let count = 0;
  return {
    ...host,
    readFile: (file, limit) => {
      count += 1;
      say(() => `reading configurations: ${Math.min(count, total)} of ${total}`);
      return host.readFile(file, limit);
    },
  };
}
