/** Who reads an output: somebody at a terminal, a system that runs CI jobs and obeys commands in their output, or a program. */
import type { Output, Terminal } from "./terminal.js";

export type Reader = "terminal" | "ci" | "program";

/** Systems that obey commands in the output of a job, by a variable that each of them sets. */
const CI_SYSTEMS = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];

export function readerOf({ isTTY }: Output, { env }: Pick<Terminal["host"], "env">): Reader {
  if (isTTY === true) return "terminal";
  return CI_SYSTEMS.some((name) => env[name]) ? "ci" : "program";
}
