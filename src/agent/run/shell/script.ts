/** Finds the script of `agent_behavior.shell.init_script`: a file in the project, also after all links are followed (spec 2.6). */
import { FileError, type Files } from "../../ports/files.js";
import type { RealPath } from "../../ports/real-path.js";
import { isAbsolute } from "../store/paths.js";

export type ScriptFound =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "refused"; readonly why: string };

interface Places {
  readonly files: Pick<Files, "status" | "join">;
  readonly realPath: RealPath;
}

export async function scriptIn(project: string, script: string, { files, realPath }: Places): Promise<ScriptFound> {
  if (script === "" || script.includes("\0")) return refused("it names no file");
  if (isAbsolute(script)) return refused("its path does not start at the project");
  const [root, path] = await Promise.all([realPath(project), realPath(files.join(project, script))]);
  if (root === undefined || path === undefined) return refused("there is no such file");
  // The separator of the system follows the directory.
  if (!path.startsWith(files.join(root, "x").slice(0, -1))) return refused("it leads out of the project");
  try {
    if ((await files.status(path))?.kind !== "file") return refused("it is not a file");
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return refused(`it cannot be read (${error.detail})`);
  }
  return { kind: "file", path };
}

function refused(why: string): ScriptFound {
  return { kind: "refused", why };
}
