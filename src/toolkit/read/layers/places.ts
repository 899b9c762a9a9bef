/** The places of configuration files, by name alone (S1, S2). No byte of a project decides where the global layer is. */
import { ENDINGS } from "../document/formats.js";
import type { Host } from "../host/host.js";

/** The names a configuration may have, in any directory that holds one (S2). */
const NAMES: readonly string[] = ENDINGS.map((ending) => `config${ending}`);

/** Every name that the configuration in a directory may have. */
export function configFiles(host: Host, directory: string): readonly string[] {
  return NAMES.map((name) => host.join(directory, name));
}

/** Every name that a file of permissions may have, beside a configuration (P-S108). */
const PERMISSIONS: ReadonlySet<string> = new Set(ENDINGS.map((ending) => `permissions${ending}`));

/** Every file that could hold the permissions of a directory. */
export function permissionFiles(host: Host, directory: string): readonly string[] {
  return Array.from(PERMISSIONS, (name) => host.join(directory, name));
}

/** Whether a file, by its name, holds permissions. */
export function isPermissionsFile(file: string): boolean {
  return PERMISSIONS.has(file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1));
}

/** The directory of the global layer; undefined on a machine without a home. */
export function globalDirectory(host: Host): string | undefined {
  const configured = host.env["XDG_CONFIG_HOME"];
  if (configured !== undefined && host.isAbsolute(configured)) return host.join(configured, "agent");
  return host.home === undefined ? undefined : host.join(host.home, ".config/agent");
}

/** The project of a file in its `.agent` directory; undefined for any other file. */
export function projectOf(host: Host, file: string | undefined): string | undefined {
  const steps = file?.split(/[\\/]/).slice(0, -1) ?? [];
  const depth = steps.lastIndexOf(".agent");
  return file === undefined || depth === -1
    ? undefined
    : host.join(host.resolve(file), "../".repeat(steps.length - depth + 1));
}
