/** The search path of this system, with its own separator of entries. */
import { delimiter } from "node:path";
import { isIn, unsafeEntries, withoutPathIn, withSafePath } from "../../../text/search-path.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a child, without empty and relative entries of `PATH` (P-S97). */
export function ofChild<Env extends Environment>(env: Env): Env {
  return withSafePath(env, delimiter);
}

/** The number of entries of `PATH` that a child does not get. */
export function withheldFromChildren(env: Environment): number {
  return unsafeEntries(env, delimiter);
}

/** The environment of a child that runs no program of a stranger's directory (P-S97). One around the user's home is no stranger's. */
export function avoiding<Env extends Environment>(env: Env, directory: string, { HOME: home }: Environment): Env {
  return home !== undefined && isIn(home, directory) ? env : withoutPathIn(env, directory, delimiter);
}
