/** Which names are a directory's. Most runs name only files, and are not to look at each of them twice. */
import type { Host } from "../host/host.js";
import { realName } from "../layers/identity.js";

/** The real path of a directory; undefined for anything else. What ends as a configuration does is taken for one, and not looked at. */
export function directoryOf(host: Host, name: string): string | undefined {
  if (/\.(?:ya?ml|jsonc?)$/.test(name)) return undefined;
  const real = realName(host, name);
  return host.kindOf(real) === "directory" ? real : undefined;
}
