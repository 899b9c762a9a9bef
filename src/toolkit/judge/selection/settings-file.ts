/** The place of the user's settings of `lint`. Most runs only look for the file, so this file has nothing else. */
import type { Host } from "../../read/host/host.js";
import { globalDirectory } from "../../read/layers/places.js";

/** The only valid name; undefined on a machine without a home. */
export function settingsFile(host: Host): string | undefined {
  const directory = globalDirectory(host);
  return directory === undefined ? undefined : host.join(directory, "../agentcfg/lint.yaml");
}

/** Whether a file or directory has that name. */
export function hasSettings(host: Host): boolean {
  const file = settingsFile(host);
  return file !== undefined && host.kindOf(file) !== undefined;
}
