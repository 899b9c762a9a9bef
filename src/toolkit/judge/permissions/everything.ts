/** Rules that allow more than anybody looks through: every call, every command, every server. */
import type { Rule } from "../../../permissions/rule.js";
import type { PermissionFact } from "./facts.js";
import { fits, SHELL } from "./tools.js";

type Everything = Pick<Extract<PermissionFact, { readonly kind: "allows-everything" }>, "what" | "command">;

/** Programs that run any other command. */
const RUNNERS: ReadonlySet<string> = new Set([
  ...["sh", "bash", "zsh", "dash", "ksh", "fish", "pwsh", "powershell", "cmd"],
  ...["eval", "exec", "sudo", "doas", "xargs", "env", "nohup", "ssh"],
]);

export function everythingIn({ tool, command, path, server }: Rule): Everything | undefined {
  if (command !== undefined) {
    const [program = "", rest, more] = command.trim().split(/\s+/);
    const isAny = program === "*" || (RUNNERS.has(program.replace(/^.*\//, "")) && rest === "*" && more === undefined);
    return isAny ? { what: "command", command: command.trim() } : undefined;
  }
  if (server !== undefined) return server === "*" && isAny(tool) ? { what: "server", command: undefined } : undefined;
  if (path !== undefined)
    return isAny(tool) && /^[*/]+$/.test(path.trim()) ? { what: "file", command: undefined } : undefined;
  if (tool === undefined || !fits(tool, SHELL)) return undefined;
  return { what: tool === SHELL ? "command" : "call", command: undefined };
}

function isAny(pattern: string | undefined): boolean {
  return pattern === undefined || /^\*+$/.test(pattern);
}
