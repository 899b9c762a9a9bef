/**
 * The names under which tools are offered, and the files of servers (P-S82, P-S84). Names of two tools always differ: a name that
 * ends like a digest, or does not show where the server ends and the tool begins, gets a digest too.
 */
import { sha256Hex } from "../../machine/interfaces/hash.js";

/** The longest name that providers take. */
const LONGEST = 64;
const OFFERED = /^[A-Za-z0-9_-]{1,64}$/;
const DIGEST = 16;
const LIKE_DIGEST = /_[0-9a-f]{16}$/;

/** The name of a tool in a configuration, such as in `block_list` (spec 2.10). */
export function configuredName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

/** Whether a name is that of a tool of some server. */
export function isOfServer(name: string): boolean {
  return name.startsWith("mcp__");
}

/** The name that a model is told. */
export function offeredName(server: string, tool: string): string {
  const name = configuredName(server, tool);
  const isAmbiguous = server.includes("__") || server.endsWith("_");
  if (OFFERED.test(name) && !isAmbiguous && !LIKE_DIGEST.test(name)) return name;
  return withDigest(name, JSON.stringify([server, tool]), LONGEST);
}

/** The beginning of the names of a server's log files: no path, whatever the name of the server. */
export function logName(server: string): string {
  if (OFFERED.test(server) && !LIKE_DIGEST.test(server)) return server;
  return withDigest(server, server, LONGEST);
}

function withDigest(name: string, whole: string, longest: number): string {
  const kept = name.slice(0, longest - DIGEST - 1).replaceAll(/[^A-Za-z0-9_-]/g, "_");
  return `${kept}_${sha256Hex(whole).slice(0, DIGEST)}`;
}
