/** The reader of an output: a person at a terminal, a CI system that obeys commands in job output, or a program. */
import type { Output, Terminal } from "./terminal.js";

export type Reader = "terminal" | "ci" | "program";

/** CI systems that obey commands in job output, by a variable that each of them sets. */
const CI_SYSTEMS = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];

export function readerOf({ isTTY }: Output, { env }: Pick<Terminal["host"], "env">): Reader {
  if (isTTY === true) return "terminal";
  return CI_SYSTEMS.some((name) => env[name]) ? "ci" : "program";
}

/** Whether a program runs in a job of a CI system: even where that has a terminal, no person looks at it. */
export function isInJob(env: Terminal["host"]["env"]): boolean {
  return ["CI", ...CI_SYSTEMS].some((name) => ![undefined, "", "0", "false"].includes(env[name]));
}
