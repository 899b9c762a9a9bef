/** A call of a tool as somebody writes it: `shell: git push`, `edit: src/x.ts`, `mcp: github create_issue`, `mcp__github__create_issue`. */
import type { PermissionCall } from "../../permissions/call.js";
import { didYouMean, quote } from "../../text/quote.js";
import { suggest } from "../../text/suggest.js";
import { toolMeant } from "../../toolkit/judge/permissions/rule-text.js";
import { FILE_TOOLS, OWN_TOOLS, SHELL, serverIn } from "../../toolkit/judge/permissions/tools.js";
import type { Host } from "../../toolkit/read/host/host.js";

const MCP = "mcp";
const HEADS: readonly string[] = [...OWN_TOOLS, MCP];

/** Whether a text is a call, right or wrong, and not the path of a configuration or a rule of lint. */
export function isCall(text: string): boolean {
  const [head = "", rest] = partsOf(text);
  if (serverIn(text.trim()) !== undefined) return true;
  if (rest === undefined) return OWN_TOOLS.includes(head);
  return (
    /^[a-z_-]+$/i.test(head) &&
    (HEADS.includes(head) || toolMeant(head) !== undefined || /^:\s/.test(text.slice(text.indexOf(":"))))
  );
}

/** The call that a text of several words may mean: `npm test` is `shell: npm test`, and `edit a.ts` is `edit: a.ts`. */
export function callMeant(text: string): string | undefined {
  const [, head = "", rest = ""] = /^([\w./=-]+)\s+(\S.*)$/s.exec(text.trim()) ?? [];
  if (rest === "") return undefined;
  return HEADS.includes(head) ? `${head}: ${rest}` : `${SHELL}: ${text.trim()}`;
}

/** The call, or the mistake in it. */
export function callIn(text: string, host: Host): PermissionCall | { readonly mistake: string } {
  const [head = "", rest = ""] = partsOf(text);
  const around = { cwd: host.cwd, ...(host.home !== undefined && { home: host.home }) };
  const named = serverIn(text.trim());
  if (named !== undefined) {
    const name = text.trim();
    return { ...around, tool: name, server: { name: named, tool: name.slice(`mcp__${named}__`.length) } };
  }
  if (head === MCP) {
    const [server = "", tool, ...more] = rest.split(/[\s/]+/);
    if (tool === undefined || tool === "" || more.length > 0)
      return { mistake: "a tool of a server is `mcp: SERVER TOOL`, such as `mcp: github create_issue`" };
    return { ...around, tool: `mcp__${server}__${tool}`, server: { name: server, tool } };
  }
  if (!OWN_TOOLS.includes(head)) {
    const own = toolMeant(head);
    return {
      mistake: `there is no tool ${quote(head)}${didYouMean((own === undefined ? suggest(head, HEADS) : [own]).map(quote))}`,
    };
  }
  if (head === SHELL)
    return rest === ""
      ? { mistake: "write the command behind it: `shell: git push`" }
      : { ...around, tool: head, command: { text: rest, shell: "bash" } };
  if (!FILE_TOOLS.includes(head)) return { ...around, tool: head };
  if (rest === "") return { mistake: `write the file behind it: \`${head}: src/main.ts\`` };
  const file = host.resolve(rest.replace(/^~(?=\/)/, host.home ?? "~"));
  const real = host.realPath(file) ?? file;
  const isChanged = head === "edit" || head === "write";
  return { ...around, tool: head, places: [{ path: real, ...(real !== file && { named: file }), isChanged }] };
}

/** The text before the first colon, and that behind it. */
function partsOf(text: string): readonly [string, string?] {
  const colon = text.indexOf(":");
  return colon === -1 ? [text.trim()] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
