/** Rules for tools in the form of other agents, in the place of a file pattern: `Read(./.env)`, `deny: Bash(cat:*)`, `deny .env`. */

import { unquoted } from "./pattern-look.js";

export interface ToolRule {
  readonly kind: "reader" | "writer" | "command";
  /** The intended pattern in the form of this agent; undefined if the rule names no file. */
  readonly pattern: string | undefined;
  /** Whether the author certainly meant to forbid reading the file. */
  readonly isCertain: boolean;
}

const KINDS: Readonly<Record<ToolRule["kind"], RegExp>> = {
  reader: /^(?:notebook_?|file_?)?(?:read|view|glob|grep|ls|list|search)/i,
  writer: /^(?:multi_?|notebook_?)?(?:edit|write|delete|replace)/i,
  command: /^(?:bash|shell|powershell|run|exec|execute|command|fetch|web_?fetch|web_?search|task|tool|mcp)/i,
};

/** The rest of the name of a tool: `read_file`, `WriteFileTool`. */
const TOOL_END = /(?:_?(?:many|shell|files?|dir|directory|folder|tool|command))*$/i;

const VERDICT = /^(?:deny|allow|ask|block|disallow|forbid|exclude|ignore|hide)\b(?::\s{0,8}|\s{1,8})?/i;

/** A verdict around a rule or a path: `Deny(Read(.env))`. */
const AROUND = /^(deny|allow|ask)\((.*)\)$/i;

/** A tool without brackets. */
const BARE_TOOL = /^(?:read|edit|write|bash|shell)(?::\s{0,8}|\s{1,8})/i;

/** The rule that a text spells; undefined for a text that may be a pattern. */
export function toolRule(text: string): ToolRule | undefined {
  const written = text.trim();
  const [, around = "", inside = ""] = AROUND.exec(written) ?? [];
  if (/[./~*(]/.test(inside)) return toolRule(`${around}: ${inside}`);
  if (/^mcp__\w/i.test(written)) return { kind: "command", pattern: undefined, isCertain: false };
  const rules = written.split(/(?<=\))\s*[,;|\s]\s*/);
  if (rules.length > 1 && rules.every((one) => toolRule(one) !== undefined))
    return { kind: "reader", pattern: undefined, isCertain: false };
  const verdict = VERDICT.exec(written)?.[0] ?? "";
  const call = written.slice(verdict.length);
  const open = call.indexOf("(");
  const inner = call.slice(open + 1).replace(/\)$/, "");
  const kind = open === -1 ? undefined : toolKind(call.slice(0, open).trimEnd());
  // `ls(1)` is a page of a manual.
  if (kind !== undefined && !inner.includes(")") && !/^\d+$/.test(inner)) return called(kind, verdict, inner.trim());
  const tool = BARE_TOOL.exec(call)?.[0] ?? "";
  return bare(tool === "" ? verdict : tool, call.slice(tool.length));
}

function toolKind(word: string): ToolRule["kind"] | undefined {
  return (["reader", "writer", "command"] as const).find((kind) => {
    const start = KINDS[kind].exec(word)?.[0];
    return start !== undefined && TOOL_END.exec(word.slice(start.length))?.index === 0;
  });
}

/** In these rules, `/` begins at the project's root and `//` at that of the machine. */
function called(kind: ToolRule["kind"], verdict: string, argument: string): ToolRule {
  const path = unquoted(argument) ?? argument;
  const isFromProject = /^\/(?!\/)/.test(path);
  const pattern = path.replace(/^\.?\//, "");
  // An argument may have a name: `file_path:.env`.
  const isFile = kind !== "command" && /[^\s*/.]/.test(pattern) && !/^\w{2,}[:=]/.test(pattern);
  const isCertain = kind === "reader" && !isFromProject && !/^allow/i.test(verdict);
  return { kind, pattern: isFile ? pattern : undefined, isCertain };
}

/** Without a colon, only a path can follow: a file may be called `Read me.txt`. */
function bare(word: string, rest: string): ToolRule | undefined {
  const isRule = word.includes(":") || (word.endsWith(" ") && /^[./~*]/.test(rest));
  if (!isRule) return undefined;
  const kind = /^(?:bash|shell)/i.test(word) ? "command" : "reader";
  return { kind, pattern: kind === "command" ? undefined : rest, isCertain: false };
}
