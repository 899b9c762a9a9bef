/** The directory of a layer, with or without a configuration in it. */
import type { Scope } from "../toolkit/read/diagnostic/diagnostic.js";
import { type Host, workingDirectories } from "../toolkit/read/host/host.js";
import { ownPlace, wouldGlobalBeInProject } from "../toolkit/read/layers/identity.js";
import { globalDirectory } from "../toolkit/read/layers/places.js";

/**
 * For a project: the nearest `.agent` directory, or else one at the root of the repository. For the user: the directory of the global layer
 * with its links followed, unless it lies in the project.
 */
export function layerDirectory(host: Host, scope: Scope): string | undefined {
  const own = scope === "global" && !wouldGlobalBeInProject(host) ? globalDirectory(host) : undefined;
  if (scope === "global") return own && ownPlace(host, own);
  const directories = workingDirectories(host).map((directory) => host.join(directory, ".agent"));
  const mayBeDirectory = (path: string): boolean => ![undefined, "file"].includes(host.kindOf(path));
  return directories.find(mayBeDirectory) ?? directories.at(-1);
}
