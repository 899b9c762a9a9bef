/** Whether the path of a rule means a file. A rule that allows means files below the working directory, or those of an absolute path, and no others. */
import { folded, namesOf } from "../text/file-pattern.js";
import { literalSegment } from "../text/glob.js";
import type { PermissionCall } from "./call.js";
import { SecretPaths } from "./secret-paths.js";

/** Whether a rule that denies or asks means a file or a folder, which is an absolute path. */
export function pathIsMeant(pattern: string, path: string, cwd: string): boolean {
  const names = namesOf(folded(path));
  const own = namesOf(folded(cwd));
  const shared = names.findIndex((name, index) => name !== own[index]);
  const known = shared === -1 ? Math.min(names.length, own.length) : shared;
  const paths = new SecretPaths([pattern], Number.POSITIVE_INFINITY);
  return paths.find({ segments: names.map(literalSegment), isTail: false, known }, false) !== undefined;
}

/** Whether a rule that allows means a file, which is an absolute path. */
export function pathIsAllowed(
  pattern: string,
  path: string,
  { cwd, home }: Pick<PermissionCall, "cwd" | "home">,
): boolean {
  if (pattern.split("/").includes("..")) return false;
  if (pattern.startsWith("/")) return pathIsMeant(pattern, path, "/");
  if (pattern.startsWith("~"))
    return pattern.startsWith("~/") && home !== undefined && pathIsMeant(`${home}/${pattern.slice(2)}`, path, "/");
  return isBelow(path, cwd) && pathIsMeant(pattern, path, cwd);
}

/** Names are compared as they are written: two that differ in case alone may be two directories. */
function isBelow(path: string, directory: string): boolean {
  const own = namesOf(directory);
  const names = namesOf(path);
  return names.length > own.length && own.every((name, index) => names[index] === name);
}
