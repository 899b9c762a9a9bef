/** Tells directories from files by name. Most runs name only files, which should not be looked up twice. */
import type { Host } from "../host/host.js";
import { realName } from "../layers/identity.js";

/** The real path of a directory; undefined for anything else. A name with the ending of a configuration counts as a file without a look. */
export function directoryOf(host: Host, name: string): string | undefined {
  if (/\.(?:ya?ml|jsonc?)$/.test(name)) return undefined;
  const real = realName(host, name);
  return host.kindOf(real) === "directory" ? real : undefined;
}
