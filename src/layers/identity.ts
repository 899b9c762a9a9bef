/** Which file a name means: a file is its real path (S37). */
import { type Host, isInside, repositoryOf } from "../host/host.js";
import { once } from "../text/once.js";
import { configFiles, globalDirectory, projectOf } from "./places.js";

/** The real path of a file, or its name where it leads nowhere. */
export function realName(host: Host, file: string): string {
  return host.realPath(host.resolve(file)) ?? host.resolve(file);
}

/** Whether a file is the global one, under whatever name: the one that `named` says, or one where the global layer is looked for. */
export function isGlobalFile(host: Host, named: string | false | undefined, file: string): boolean {
  return globalFiles(host, named)(realName(host, file));
}

/** The same of many real names. Where the global layer is, is looked up once. */
export function globalFiles(host: Host, named: string | false | undefined): (real: string) => boolean {
  const real = once(() => {
    const directory = globalDirectory(host);
    const standard = directory === undefined || isGlobalInProject(host) ? [] : configFiles(host, directory);
    return new Set([...standard, ...(named ? [named] : [])].map((one) => realName(host, one)));
  });
  return (name) => real().has(name);
}

/** Whether a real path lies outside of a project; never without one. */
export function isOutside(host: Host, realPath: string, root: string | undefined): boolean {
  return root !== undefined && !isInside(realPath, realName(host, root));
}

/** Whether a real path is another than the name of the file in its project says, or that name ends in a link: a link is on the way. */
export function isLinked(host: Host, file: string, realPath: string, root: string | undefined): boolean {
  if (root === undefined) return [file, host.join(file, "..")].some((path) => host.kindOf(path) === "link");
  return host.join(realName(host, root), restOf(host, file, root)) !== realPath;
}

/** Whether a project's file would be written somewhere else than its name says. */
export function isWrittenElsewhere(host: Host, file: string): boolean {
  const root = projectOf(host, file);
  const directory = host.join(file, "..");
  if (root === undefined || host.kindOf(directory) === undefined) return false;
  return isLinked(host, directory, realName(host, directory), root);
}

/**
 * Whether the directory of the global layer lies in the repository that its user works in, or in `root`. What counts is where the
 * configurations of all programs are: a link from there into a repository is its user's own.
 */
export function isGlobalInProject(host: Host, root?: string): boolean {
  const directory = globalDirectory(host);
  const place = directory === undefined ? undefined : host.realPath(host.join(directory, ".."));
  return place !== undefined && isInProject(host, `${place}/agent`, root);
}

/** Whether a real path lies in the repository that its user works in, or in `root`. */
export function isInProject(host: Host, realPath: string, root?: string): boolean {
  const roots = [repositoryOf(host, host.cwd), root];
  return roots.some((one) => one !== undefined && isInside(realPath, realName(host, one)));
}

function restOf(host: Host, file: string, root: string): string {
  return host
    .resolve(file)
    .slice(host.join(host.resolve(root), ".").length)
    .replace(/^(?![\\/])/, "/");
}
