/** Which files are configurations, by name and place alone (S1, S2). All other files are left to other servers. */
import type { Host } from "../../toolkit/read/host/host.js";
import { realName } from "../../toolkit/read/layers/identity.js";
import { configFiles, globalDirectory, projectOf } from "../../toolkit/read/layers/places.js";

export type Claim =
  | { readonly scope: "global" }
  /** `directory`: the directory of the project. */
  | { readonly scope: "project"; readonly directory: string };

/** `global`: the file that the editor's settings name as the global layer; `false` for none. */
export function claimOf(host: Host, file: string, global: string | false | undefined): Claim | undefined {
  if (typeof global === "string" && realName(host, global) === realName(host, file)) return { scope: "global" };
  const directory = host.join(file, "..");
  if (!configFiles(host, directory).includes(file)) return undefined;
  const project = projectOf(host, file);
  if (project !== undefined && host.join(project, ".agent") === directory)
    return { scope: "project", directory: project };
  const own = global === undefined ? globalDirectory(host) : undefined;
  return own !== undefined && realName(host, own) === realName(host, directory) ? { scope: "global" } : undefined;
}
