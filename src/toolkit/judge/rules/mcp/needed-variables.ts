/** Spec 2.10: the variables that a server's command line takes from its environment, and those that the server gets. */
import type { Json } from "../../../read/document/data.js";
import { CONTAINER_OPTIONS, programOf } from "./launchers.js";

export interface NeededVariable {
  readonly name: string;
  /** Index of its argument, and the span in that argument. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The variables that a server gets without `pass_env`. */
export const SAFE_SET: readonly string[] = ["HOME", "PATH", "LANG", "TMPDIR"];

interface Environment {
  readonly env?: { readonly [name: string]: Json | undefined };
  readonly pass_env?: readonly Json[];
}

/** Whether a server gets a variable. */
export function gets({ env, pass_env: passed = SAFE_SET }: Environment, variable: string): boolean {
  return (env !== undefined && Object.hasOwn(env, variable)) || passed.includes(variable);
}

const VALUED: ReadonlySet<string> = new Set(CONTAINER_OPTIONS.split(" "));

/** The variables that `docker run -e NAME` and its relatives pass on to a container, by their names alone. */
export function variablesPassedOn(command: string, args: readonly string[]): readonly NeededVariable[] {
  if (!["docker", "podman", "nerdctl"].includes(programOf(command))) return [];
  const first = args[0] === "container" ? 1 : 0;
  if (!["run", "exec", "create"].includes(args[first] ?? "")) return [];
  const needed: NeededVariable[] = [];
  for (let index = first + 1; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    // The image; what follows is its own.
    if (!arg.startsWith("-") || arg === "--") break;
    const { 1: glued } = /^(?:-e=?|--env=)(.+)$/s.exec(arg) ?? [];
    if (glued !== undefined) needed.push(...neededAt(glued, index, arg.length - glued.length));
    else if (arg === "-e" || arg === "--env") needed.push(...neededAt(args[index + 1] ?? "", index + 1, 0));
    if (VALUED.has(arg)) index += 1;
  }
  return needed;
}

/** With a value behind it, a name needs no variable. */
function neededAt(text: string, index: number, start: number): readonly NeededVariable[] {
  return /^[A-Za-z_]\w*$/.test(text) ? [{ name: text, index, start, end: start + text.length }] : [];
}
