/** The tools that a rule can name, and the kinds of their calls. */

/** The tools of the agent itself. */
export const OWN_TOOLS: readonly string[] = [
  ...["shell", "ask_user", "read", "edit", "write", "search", "list", "delegate", "skill"],
];

/** Those of them whose calls name a file. */
export const FILE_TOOLS: readonly string[] = ["read", "edit", "write", "search", "list"];

/** The tool that runs commands. */
export const SHELL = "shell";

/** The beginning of the name of a server's tool: `mcp__SERVER__TOOL`. */
const MCP = "mcp__";

/** Whether a pattern with `*` for any characters fits a name. Grows with the product of the lengths at most. */
export function fits(pattern: string, name: string): boolean {
  if (!pattern.includes("*")) return pattern === name;
  const parts = pattern.split("*");
  const [head = ""] = parts;
  const tail = parts.at(-1) ?? "";
  if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail)) return false;
  let at = head.length;
  for (const part of parts.slice(1, -1)) {
    const next = name.indexOf(part, at);
    if (next === -1 || next + part.length > name.length - tail.length) return false;
    at = next + part.length;
  }
  return true;
}

/** Whether some tool could have a name that fits. */
export function mayBeTool(pattern: string): boolean {
  return OWN_TOOLS.some((tool) => fits(pattern, tool)) || mayBeOfServer(pattern);
}

/** Whether some tool of a server could have a name that fits. */
function mayBeOfServer(pattern: string): boolean {
  const star = pattern.indexOf("*");
  if (star === -1) return /^mcp__.+?__./.test(pattern);
  const head = pattern.slice(0, star);
  return head.startsWith(MCP) || MCP.startsWith(head);
}

/** The server that the name of a tool begins with: of `mcp__github__list_issues` it is `github`. */
export function serverIn(tool: string): string | undefined {
  const [, server, rest] = /^mcp__((?:(?!__).)+)__(.)/s.exec(tool) ?? [];
  return rest === undefined ? undefined : server;
}
