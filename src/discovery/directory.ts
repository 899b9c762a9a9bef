/** Whether a name is a directory's. Most runs name only files, and are not to look at each of them twice. */
import type { Host } from "../host/host.js";
import { realName } from "../layers/identity.js";

/** What ends as a configuration does is taken for one, and not looked at. */
export function isDirectory(host: Host, name: string): boolean {
  return !/\.(?:ya?ml|jsonc?)$/.test(name) && host.kindOf(realName(host, name)) === "directory";
}
