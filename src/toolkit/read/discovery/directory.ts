/** Tells directories from files by name. Most runs name only files, and this saves a second look at them. */
import type { Host } from "../host/host.js";
import { realName } from "../layers/identity.js";

/**
 * The real path of a directory; undefined for anything else. The ending of a configuration makes a name a file without a look at the disk.
 */
export function directoryOf(host: Host, name: string): string | undefined {
  if (/\.(?:ya?ml|jsonc?)$/.test(name)) return undefined;
  const real = realName(host, name);
  return host.kindOf(real) === "directory" ? real : undefined;
}
