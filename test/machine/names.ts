/** What files are called on the machines of tests: `~/…` is in the user's home directory, `/etc/…` in the root, any other name starts at the repository. */
import { posix } from "node:path";
import type { Format } from "../../src/toolkit/read/document/formats.js";

export const globalFile = (format: Format): string => `~/.config/agent/config.${format}`;
export const projectFile = (format: Format): string => `.agent/config.${format}`;

export const GLOBAL = globalFile("yaml");
export const PROJECT = projectFile("yaml");

/** The policy of the machine. */
export const POLICY = "/etc/agentcfg/policy.yaml";

/** The path that a name means, for a user with such directories. */
export function pathOf(
  name: string,
  { root, home, repository }: { readonly root: string; readonly home: string; readonly repository: string },
): string {
  if (name.startsWith("/etc/")) return posix.join(root, name);
  return name.startsWith("~/") ? posix.join(home, name.slice(2)) : posix.join(repository, name);
}
