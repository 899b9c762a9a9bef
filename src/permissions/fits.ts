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

/** A rule without a tool is about all tools. Beside a server the tool may be named as that one does. */
export function fitsTool({ tool, server }: Rule, call: Pick<PermissionCall, "tool" | "server">): boolean {
  if (tool === undefined || fits(tool, call.tool)) return true;
  if (server !== undefined && call.server !== undefined && fits(tool, call.server.tool)) return true;
  return CHANGING.has(call.tool) && [...CHANGING].some((other) => fits(tool, other));
}

export function fitsServer({ server }: Rule, call: Pick<PermissionCall, "server">): boolean {
  return server === undefined || (call.server !== undefined && fits(server, call.server.name));
}
