/** Reads files of the package. */
import { readingHost } from "../toolkit/read/host/node.js";
import type { Terminal } from "./terminal.js";

/** The JSON Schema of the configuration. */
export const SCHEMA_FILE = "schema/config.schema.json";

/** The JSON Schema of policies. */
export const POLICY_SCHEMA_FILE = "schema/policy.schema.json";

/** The JSON Schema of permissions. */
export const PERMISSIONS_SCHEMA_FILE = "schema/permissions.schema.json";

/** The largest file of the package, in bytes. */
const MOST = 1024 * 1024;

/** The text of a file by its name in the package; undefined if it is not installed. */
export function packageFile({ directory }: Terminal, name: string): string | undefined {
  const read = readingHost({ cwd: directory }).readFile(name, MOST);
  return read.kind === "bytes" ? new TextDecoder().decode(read.bytes) : undefined;
}
