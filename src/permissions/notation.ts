/** A rule on one line: `shell: npm test`, `edit: src/**`, `mcp: github`, or the name of a tool alone. */
import { suggest } from "../text/suggest.js";
import { commandPattern } from "./command-pattern.js";
import type { Rule } from "./rule.js";

export type RuleRead =
  | { readonly kind: "rule"; readonly rule: Rule }
  /** `message`: a clause that follows the text. */
  | { readonly kind: "mistake"; readonly message: string };

/** Tools whose rules name files. */
const OF_FILES: readonly string[] = ["read", "edit", "write", "search", "list"];

/** What may stand before the colon. */
const RULE_HEADS: readonly string[] = ["shell", ...OF_FILES, "path", "mcp"];

export function ruleOf(text: string): RuleRead {
  const trimmed = text.trim();
  const colon = trimmed.indexOf(":");
  const head = (colon === -1 ? trimmed : trimmed.slice(0, colon)).trim();
  const rest = colon === -1 ? "" : trimmed.slice(colon + 1).trim();
  if (head === "") return mistake("names no tool: write for example `shell: npm test`");
  if (!/^[A-Za-z0-9_*.-]+$/.test(head)) return mistake(commandHint(trimmed));
  if (colon === -1) return isKnown(head) ? rule({ tool: head }) : mistake(unknownHead(head));
  if (rest === "") return mistake(`has nothing behind the colon: write \`${head}\` alone for all its calls`);
  if (head === "shell") return commandRule(rest);
  if (OF_FILES.includes(head)) return rule({ tool: head, path: rest });
  if (head === "path") return rule({ path: rest });
  if (head === "mcp") return serverRule(rest);
  return mistake(unknownHead(head));
}

function isKnown(tool: string): boolean {
  return /^mcp__|\*/.test(tool) || ["shell", ...OF_FILES, "ask_user", "delegate", "skill"].includes(tool);
}

function commandRule(command: string): RuleRead {
  const { problem } = commandPattern(command);
  return problem === undefined ? rule({ tool: "shell", command }) : mistake(`is no rule: its command ${problem}`);
}

function serverRule(text: string): RuleRead {
  const [server = "", tool, ...more] = text.split(/[\s/]+/);
  if (more.length > 0 || !/^[^\s/]+$/.test(server) || tool === "")
    return mistake("names a server as `mcp: github`, and a tool of it as `mcp: github create_issue`");
  return rule(tool === undefined ? { server } : { server, tool });
}

function unknownHead(head: string): string {
  const [near] = suggest(head, RULE_HEADS);
  return `begins with \`${head}\`, which is no tool: ${near === undefined ? `use ${RULE_HEADS.join(", ")}` : `did you mean \`${near}\`?`}`;
}

function commandHint(text: string): string {
  return `names no tool: write \`shell: ${text}\` for a command`;
}

function rule(one: Rule): RuleRead {
  return { kind: "rule", rule: one };
}

function mistake(message: string): RuleRead {
  return { kind: "mistake", message };
}

/** A rule on the line that `ruleOf` reads. */
export function ruleText({ tool, command, path, server }: Rule): string {
  const fields = [command ?? [], path ?? []].flat();
  if (server !== undefined) return `mcp: ${[server, tool ?? [], fields].flat().join(" ")}`;
  if (fields.length === 0) return tool ?? "";
  return `${tool ?? (command === undefined ? "path" : "shell")}: ${fields.join(" ")}`;
}
