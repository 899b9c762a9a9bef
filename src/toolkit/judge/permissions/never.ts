/** Why a rule fits no call at all, whatever its tools do. */
import type { Rule } from "../../../permissions/rule.js";
import { FILE_TOOLS, fits, SHELL, serverIn } from "./tools.js";

/** `field`: the field at fault. */
export type Fault =
  /** A command is judged part by part. */
  | {
      readonly why: "operator";
      readonly field: "command";
      readonly operator: string;
      readonly parts: readonly string[];
    }
  /** A field that the tool's calls do not have. */
  | { readonly why: "other-tool"; readonly field: "command" | "path"; readonly tool: string }
  /** Two fields that no call has together. */
  | { readonly why: "two-kinds"; readonly field: "command" | "path"; readonly other: "command" | "server" }
  /** A tool of another server. */
  | { readonly why: "other-server"; readonly field: "tool"; readonly server: string; readonly own: string };

export function faultIn(rule: Rule): Fault | undefined {
  return kindFault(rule) ?? (rule.command === undefined ? undefined : commandFault(rule.command));
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

/** A text in quotes or behind a backslash, an operator of the shell, or another character. */
const PIECE = /\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|(&&|\|\||\$\(|[;|`\n]|&(?![>\d]))|[\s\S]/g;

function commandFault(command: string): Fault | undefined {
  const cuts = Array.from(command.trim().matchAll(PIECE)).filter(([, operator]) => operator !== undefined);
  const [first] = cuts;
  if (first?.[1] === undefined) return undefined;
  const ends = [...cuts.map(({ index }) => index), command.trim().length];
  const starts = [0, ...cuts.map(({ index, 0: { length } }) => index + length)];
  const parts = starts.map((start, index) => command.trim().slice(start, ends[index]).trim());
  return { why: "operator", field: "command", operator: first[1], parts: parts.filter((part) => part !== "") };
}
