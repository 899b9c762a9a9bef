/** Spec 2.10: the variables that a server gets. */
import type { Json } from "../../../read/document/data.js";

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
