/** Why a rule fits no call at all, whatever its tools do. */
import { commandPattern } from "../../../permissions/command-pattern.js";
import type { Effect, Rule } from "../../../permissions/rule.js";
import { FILE_TOOLS, fits, SHELL, serverIn } from "./tools.js";

/** `field`: the field at fault. */
export type Fault =
  /** A text that is no command of a shell; `problem` completes "the command". */
  | { readonly why: "command"; readonly field: "command"; readonly problem: string }
  /** A path that a rule cannot allow. */
  | { readonly why: "outside"; readonly field: "path" }
  /** A field that the tool's calls do not have. */
  | { readonly why: "other-tool"; readonly field: "command" | "path"; readonly tool: string }
  /** Two fields that no call has together. */
  | { readonly why: "two-kinds"; readonly field: "command" | "path"; readonly other: "command" | "server" }
  /** A tool of another server. */
  | { readonly why: "other-server"; readonly field: "tool"; readonly server: string; readonly own: string };

export function faultIn(rule: Rule, effect: Effect): Fault | undefined {
  const { command, path } = rule;
  const fault = kindFault(rule);
  if (fault !== undefined) return fault;
  const problem = command === undefined ? undefined : commandPattern(command).problem;
  if (problem !== undefined) return { why: "command", field: "command", problem };
  const isOutside = path !== undefined && (path.split("/").includes("..") || /^~(?!\/)/.test(path));
  return isOutside && effect === "allow" ? { why: "outside", field: "path" } : undefined;
}

function kindFault({ tool, command, path, server }: Rule): Fault | undefined {
  if (command !== undefined && path !== undefined) return { why: "two-kinds", field: "path", other: "command" };
  if (server !== undefined && command !== undefined) return { why: "two-kinds", field: "command", other: "server" };
  if (server !== undefined && path !== undefined) return { why: "two-kinds", field: "path", other: "server" };
  if (tool === undefined) return undefined;
  if (command !== undefined && !fits(tool, SHELL)) return { why: "other-tool", field: "command", tool };
  if (path !== undefined && !FILE_TOOLS.some((one) => fits(tool, one)))
    return { why: "other-tool", field: "path", tool };
  const own = server === undefined ? undefined : serverIn(tool);
  return server === undefined || own === undefined || fits(server, own) || own.includes("*")
    ? undefined
    : { why: "other-server", field: "tool", server, own };
}
