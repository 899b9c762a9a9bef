/** What happens to a call by the rules about it and the permission matcher (P-S34, P-S108), where nothing else has it asked about. */
import type { PermissionCall } from "./call.js";
import type { Decision } from "./decision.js";

/** The values of `default_permission_matcher`. */
export type Matcher = "standard" | "bypass" | "bypass_plus" | "autonomous";

/** `classified`: a model judges the call. */
export type Outcome = "runs" | "asks" | "denied" | "classified";

/** Own tools that do nothing, or nothing that is not asked about itself. The name of a server's tool begins with `mcp__`. */
const FREE: ReadonlySet<string> = new Set(["ask_user", "delegate", "skill"]);

export function outcomeOf({ effect, mayBeDenied }: Decision, call: PermissionCall, matcher: Matcher): Outcome {
  if (matcher === "bypass") return "runs";
  if (effect === "deny") return "denied";
  if (matcher === "bypass_plus" && mayBeDenied !== true) return "runs";
  if (effect === "allow") return "runs";
  if (effect === "ask") return "asks";
  if (whyFree(call) !== undefined) return "runs";
  return matcher === "autonomous" ? "classified" : "asks";
}

/** Why nobody is asked about a call where no rule speaks about it, as a clause; undefined for any other call. */
export function whyFree(call: Pick<PermissionCall, "tool" | "places" | "cwd">): string | undefined {
  if (FREE.has(call.tool)) return "the tool does nothing that is not asked about itself";
  return onlyReads(call) ? "it only reads in the working directory" : undefined;
}

function onlyReads({ places, cwd }: Pick<PermissionCall, "places" | "cwd">): boolean {
  return places?.every(({ path, isChanged }) => !isChanged && isWithin(cwd, path)) ?? false;
}

/** Both without links. */
export function isWithin(directory: string, path: string): boolean {
  if (path === directory) return true;
  const separator = directory.includes("\\") ? "\\" : "/";
  return path.startsWith(directory.endsWith(separator) ? directory : `${directory}${separator}`);
}
