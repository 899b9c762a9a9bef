/** Finds the script of `agent_behavior.shell.init_script`: a file in the project, also after all links are followed (spec 2.6). */
import { FileError, type Files } from "../../ports/files.js";
import { isAbsolute } from "../store/paths.js";

export type ScriptFound =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "refused"; readonly why: string };

type Places = Pick<Files, "status" | "join" | "realPath">;

export async function scriptIn(project: string, script: string, files: Places): Promise<ScriptFound> {
  if (script === "" || script.includes("\0")) return refused("it names no file");
  if (isAbsolute(script)) return refused("its path does not start at the project");
  try {
    const [root, path] = await Promise.all([files.realPath(project), files.realPath(files.join(project, script))]);
    if (root === undefined || path === undefined) return refused("there is no such file");
    // The separator of the system follows the directory.
    if (!path.startsWith(files.join(root, "x").slice(0, -1))) return refused("it leads out of the project");
    if ((await files.status(path))?.kind !== "file") return refused("it is not a file");
    return { kind: "file", path };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return refused(`it cannot be read (${error.detail})`);
  }
}

function refused(why: string): ScriptFound {
  return { kind: "refused", why };
}
