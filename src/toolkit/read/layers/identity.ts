/** Identifies files by their real paths (S37). */
import { once } from "../../../text/once.js";
import { type Host, isInside, repositoryOf } from "../host/host.js";
import { configFiles, globalDirectory, projectOf } from "./places.js";

/** The real path of a file, or else its absolute name. */
export function realName(host: Host, file: string): string {
  return host.realPath(host.resolve(file)) ?? host.resolve(file);
}

/** Whether a file is the global one, under any name: the file `named`, or one at the usual places of the global layer. */
export function isGlobalFile(host: Host, named: string | false | undefined, file: string): boolean {
  return globalFiles(host, named)(realName(host, file));
}

/** `isGlobalFile` for many real names; the global layer is looked up once. */
export function globalFiles(host: Host, named: string | false | undefined): (real: string) => boolean {
  const real = once(() => {
    const directory = globalDirectory(host);
    const standard = directory === undefined || isGlobalInProject(host) ? [] : configFiles(host, directory);
    return new Set([...standard, ...(named ? [named] : [])].map((one) => realName(host, one)));
  });
  return (name) => real().has(name);
}

/** Whether a real path lies outside a project; false without a project. */
export function isOutside(host: Host, realPath: string, root: string | undefined): boolean {
  return root !== undefined && !isInside(realPath, realName(host, root));
}

/**
 * Whether a link leads to a file: its real path differs from its name in the project, or, without a project, the file or its directory is a
 * link.
 */
export function isLinked(host: Host, file: string, realPath: string, root: string | undefined): boolean {
  if (root === undefined) return [file, host.join(file, "..")].some((path) => host.kindOf(path) === "link");
  return host.join(realName(host, root), restOf(host, file, root)) !== realPath;
}

/** Whether writing a project's file would write to another place than its name gives. */
export function isWrittenElsewhere(host: Host, file: string): boolean {
  const root = projectOf(host, file);
  const directory = host.join(file, "..");
  if (root === undefined || host.kindOf(directory) === undefined) return false;
  return isLinked(host, directory, realName(host, directory), root);
}

/**
 * Whether the directory of the global layer lies in the repository of the working directory, or in `root`. The directory with the
 * configurations of all programs decides: a link inside it into a repository is the user's own, and so is the usual place (S47).
 */
export function isGlobalInProject(host: Host, root?: string): boolean {
  return isConfigInProject(host, "agent", [root]);
}

/** `isGlobalInProject` for a global layer before it is written: its directory need not exist. */
export function wouldGlobalBeInProject(host: Host): boolean {
  return isConfigInProject(host, "agent", [undefined], realPlace);
}

/** `isGlobalInProject` for the directory of another program. `realOf` returns the real path of the directory of all programs. */
export function isConfigInProject(
  host: Host,
  program: string,
  roots: readonly (string | undefined)[],
  realOf: (host: Host, path: string) => string | undefined = (_, path) => host.realPath(path),
): boolean {
  const directory = globalDirectory(host);
  if (directory === undefined) return false;
  const configs = host.join(directory, "..");
  const place = realOf(host, configs);
  const isIn = place !== undefined && roots.some((root) => isInProject(host, `${place}/${program}`, root));
  return isIn && !isUsual(host, configs, ".config");
}

/** The real path of a place that need not exist: below the real path of its nearest existing directory. */
export function realPlace(host: Host, path: string): string {
  const above = host.join(path, "..");
  return host.realPath(path) ?? (above === path ? path : host.join(realPlace(host, above), path.slice(above.length)));
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}

/**
 * Whether a path is the usual one, `name`, in the home of the user's account: only the user, or somebody with full control, can create it
 * (S47).
 */
export function isUsual(host: Host, path: string, name: string): boolean {
  const { home } = host;
  if (home === undefined || host.join(path, ".") !== host.join(home, name)) return false;
  const account = host.accountHome?.();
  return account !== undefined && realName(host, account) === realName(host, home);
}

/**
 * The real place of a user's file, existing or not, if the file or its directory is a link of the user's own (S47); its name if a link lies
 * in the project, or leads nowhere.
 */
export function ownPlace(host: Host, file: string): string {
  const directory = host.join(file, "..");
  const links = [directory, file].filter((path) => host.kindOf(path) === "link");
  if (links.length === 0 || links.some((link) => isOfProject(host, link))) return file;
  if (host.kindOf(file) !== undefined) return host.realPath(file) ?? file;
  const there = host.realPath(directory);
  return there === undefined ? file : host.join(there, nameOf(host.resolve(file)));
}

/** Whether a link may belong to the project. */
function isOfProject(host: Host, link: string): boolean {
  const around = host.join(link, "..");
  if ([".config", ".config/agent"].some((usual) => isUsual(host, around, usual))) return false;
  return isInProject(host, host.join(realName(host, around), "link"));
}

/** Whether a real path lies in the repository of the working directory, or in `root`. */
function isInProject(host: Host, realPath: string, root?: string): boolean {
  return projectArea(host, root)(realPath);
}

/** `isInProject` for many paths; the directories are looked up once. */
export function projectArea(host: Host, root?: string): (realPath: string) => boolean {
  const roots = once(() =>
    [repositoryOf(host, host.cwd), root].flatMap((one) => (one === undefined ? [] : [realName(host, one)])),
  );
  return (realPath) => roots().some((one) => isInside(realPath, one));
}

function restOf(host: Host, file: string, root: string): string {
  return host
    .resolve(file)
    .slice(host.join(host.resolve(root), ".").length)
    .replace(/^(?![\\/])/, "/");
}
