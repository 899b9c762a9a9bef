/** `agentcfg lint DIRECTORY`: checks every project below it. */
import { EXIT } from "../../../terminal/command.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { printable } from "../../../text/escape.js";
import { enumerate } from "../../../text/quote.js";
import { directoryOf } from "../../../toolkit/read/discovery/directory.js";
import { ignoredAbove } from "../../../toolkit/read/discovery/ignored.js";
import { walk } from "../../../toolkit/read/discovery/walk.js";
import { displayName, type Host, slashed } from "../../../toolkit/read/host/host.js";
import { listDirectory } from "../../../toolkit/read/host/node.js";
import { realName } from "../../../toolkit/read/layers/identity.js";
import type { Unreadable } from "../../../toolkit/read/layers/layer.js";
import { locateNamed } from "../../../toolkit/read/layers/locate.js";
import { configFiles, globalDirectory, permissionFiles } from "../../../toolkit/read/layers/places.js";
import type { Nothing } from "../reporting/result.js";
import { type Progress, progressOn } from "./progress.js";
import type { WayFlags, WayIn } from "./way.js";

/** The files of one named path. */
interface NamedPath {
  readonly name: string;
  /** Empty for a directory without a configuration. */
  readonly files: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

export function wayBelow(terminal: Terminal, names: readonly string[], { gitignore, watch = false }: WayFlags): WayIn {
  const { host } = terminal;
  const progress = progressOn(terminal);
  let looked = 0;
  const directories = new Map<string, string | undefined>();
  const tick = (directory: string): void => {
    looked += 1;
    if (watch) directories.set(directory, host.signature(directory));
    progress.say(() => `looking for configurations: ${looked} directories`);
  };
  const ignored = gitignore ? ignoredAbove(host) : () => undefined;
  const options = { host, list: listDirectory, gitignore, tick };
  const isConfigured = configuredIn(host);
  const ways = names.map((name): NamedPath => {
    const real = directoryOf(host, name);
    const directory = host.resolve(name);
    if (real === undefined || isConfigured(directory, real)) return { name, files: [name], unreadable: [] };
    const { names: files, unreadable } = walk(directory, ignored(directory), options);
    return {
      name,
      files: files.length + unreadable.length === 0 && hasOwn(host, directory) ? [name] : files,
      unreadable,
    };
  });
  const configurations = ways.flatMap(({ files }) => files);
  const unreadable = ways.flatMap((one) => one.unreadable);
  const vain = ways.filter((one) => one.files.length === 0 && one.unreadable.length === 0).map(({ name }) => name);
  // A directory without a configuration is a mistake if others have one.
  const files = configurations.length + unreadable.length === 0 ? [] : [...configurations, ...vain];
  const nothing = nothingIn(host, vain, gitignore);
  return { files, host: counting(host, files.length, progress), directories, unreadable, nothing, done: progress.end };
}

/** Whether a directory holds one configuration instead of projects: the user's own, or an `.agent` directory. */
function configuredIn(host: Host): (directory: string, real: string) => boolean {
  const global = globalDirectory(host);
  const own = global === undefined ? undefined : realName(host, global);
  return (directory, real) => (slashed(directory).endsWith("/.agent") || real === own) && hasOwn(host, directory);
}

function hasOwn(host: Host, directory: string): boolean {
  return [configFiles, permissionFiles].some((filesOf) => locateNamed(host, directory, filesOf).kind !== "missing");
}

function nothingIn(host: Host, directories: readonly string[], gitignore: boolean): Nothing {
  const places = enumerate(directories.map((name) => printable(displayName(host, name))));
  const hint = gitignore ? "; `--no-gitignore` searches what ignore files exclude, too" : "";
  return { why: `no configuration found in ${places} or below${hint}`, code: EXIT.noConfig };
}

/** A host that reports the progress of reading. */
function counting(host: Host, total: number, { say }: Progress): Host {
  let count = 0;
  return {
    ...host,
    readFile: (file, limit, realPath) => {
      count += 1;
      say(() => `reading configurations: ${Math.min(count, total)} of ${total}`);
      return host.readFile(file, limit, realPath);
    },
  };
}
