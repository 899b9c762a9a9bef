/** Whether the tool and the server of a rule are those of a call. */
import { canMeet, literalSegment, segmentOf } from "../text/glob.js";
import { remembered } from "../text/once.js";
import type { PermissionCall } from "./call.js";
import type { Rule } from "./rule.js";

/** Both change a file: which of them a model has is a matter of its `edit_format`. */
const CHANGING: ReadonlySet<string> = new Set(["edit", "write"]);

const patternOf = remembered((text: string) => segmentOf(text, true));

function fits(pattern: string, name: string): boolean {
  return pattern === name || canMeet(patternOf(pattern), literalSegment(name));
}

/** A rule about paths or commands without a tool is about all tools that have them. */
export function fitsTool({ tool, server }: Rule, call: Pick<PermissionCall, "tool" | "server">): boolean {
  if (tool === undefined || fits(tool, call.tool)) return true;
  // Beside the name of a server, a tool may have the name that the server gives it.
  const prefix = `mcp__${call.server}__`;
  if (server !== undefined && call.server !== undefined && call.tool.startsWith(prefix))
    return fits(tool, call.tool.slice(prefix.length));
  return CHANGING.has(call.tool) && [...CHANGING].some((other) => fits(tool, other));
}

export function fitsServer({ server }: Rule, call: Pick<PermissionCall, "server">): boolean {
  return server === undefined || (call.server !== undefined && fits(server, call.server));
}
