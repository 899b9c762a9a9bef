/** The directory that a layer belongs in, whether there is a configuration in it or not. */
import type { Scope } from "../diagnostic/diagnostic.js";
import { type Host, workingDirectories } from "../host/host.js";
import { isGlobalInProject } from "../layers/identity.js";
import { globalDirectory } from "../layers/places.js";

/** The nearest `.agent` directory, else one at the root of the repository; the user's own, unless there is none outside of the project. */
export function layerDirectory(host: Host, scope: Scope): string | undefined {
  if (scope === "global") return isGlobalInProject(host) ? undefined : globalDirectory(host);
  const directories = workingDirectories(host).map((directory) => host.join(directory, ".agent"));
  const isDirectory = (path: string): boolean => ![undefined, "file"].includes(host.kindOf(path));
  return directories.find(isDirectory) ?? directories.at(-1);
}
