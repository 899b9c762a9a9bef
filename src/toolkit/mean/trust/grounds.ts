/** Which directories are a project's, and which one is its user's: asked of the machine once a run. */
import { once } from "../../../text/once.js";
import type { Host } from "../../read/host/host.js";
import { isUsual, projectArea, realName } from "../../read/layers/identity.js";

export interface Grounds {
  /** Whether a real path lies in the project, or in the repository of the working directory. */
  readonly isInProject: (realPath: string) => boolean;
  /**
   * Where programs of the user's own configuration can start without reading a file of the project: the directory of that configuration, or
   * the user's home where the project holds that; undefined without both.
   */
  readonly userDirectory: () => string | undefined;
}

/** `root`: that of the project; `globalFile`: the file of the global layer. */
export function groundsAt(host: Host, root: string, globalFile: string | undefined): Grounds {
  const isInProject = projectArea(host, root);
  const isOfProject = (directory: string): boolean =>
    isInProject(host.join(realName(host, directory), "x")) && !isUsual(host, directory, ".config/agent");
  const isThere = (directory: string): boolean => host.kindOf(realName(host, directory)) === "directory";
  const userDirectory = once(() => {
    const own = globalFile === undefined ? [] : [host.join(host.resolve(globalFile), "..")];
    const candidates = [...own, ...(host.home === undefined ? [] : [host.home])];
    return candidates.find((directory) => isThere(directory) && !isOfProject(directory));
  });
  return { isInProject, userDirectory };
}
