/** Rules that are written as texts, as other tools have them: `Bash(npm test:*)`, `edit(src/**)`, `shell: git push`. */
import type { Rule } from "../../../permissions/rule.js";
import { FILE_TOOLS, OWN_TOOLS, SHELL } from "./tools.js";

/** The tools of other agents, by their names in lower case. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ...["bash", "sh", "terminal", "run", "exec", "execute", "command", "cmd", "run_command", "powershell"].map(
    (name) => [name, SHELL] as const,
  ),
  ...["grep", "ripgrep", "find", "codesearch"].map((name) => [name, "search"] as const),
  ...["glob", "ls", "list_files", "dir"].map((name) => [name, "list"] as const),
  ...["multiedit", "patch", "apply_patch", "str_replace", "replace"].map((name) => [name, "edit"] as const),
  ...["create", "write_file", "save"].map((name) => [name, "write"] as const),
  ...["read_file", "cat", "view", "open"].map((name) => [name, "read"] as const),
  ...["task", "agent", "subagent"].map((name) => [name, "delegate"] as const),
  ...["ask", "question", "askuserquestion"].map((name) => [name, "ask_user"] as const),
]);

/** Our tool for a name in another spelling, or of another agent. */
export function toolMeant(name: string): string | undefined {
  const plain = name.toLowerCase().replaceAll("-", "_");
  return OWN_TOOLS.includes(plain) ? plain : FOREIGN.get(plain);
}

const LONGEST_NAME = 40;

/** The rule that a text describes; undefined if it names no tool. */
export function ruleInText(text: string): Rule | undefined {
  const written = text.trim();
  const [name = ""] = /^[A-Za-z_-]+/.exec(written.slice(0, LONGEST_NAME)) ?? [];
  const after = written.slice(name.length).trimStart();
  const isInParentheses = after.startsWith("(") && after.endsWith(")");
  if (after !== "" && !isInParentheses && !after.startsWith(":")) return undefined;
  const tool = toolMeant(name);
  if (tool === undefined) return undefined;
  const about = after.slice(1, isInParentheses ? -1 : undefined).trim();
  if (about === "" || about === "*") return { tool };
  if (tool === SHELL) return { tool, command: about.replace(/:\*$/, " *") };
  return FILE_TOOLS.includes(tool) ? { tool, path: about } : undefined;
}
