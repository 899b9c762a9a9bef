/** Programs that tests use where they are there. `REQUIRE=zsh,fish` names those that have to be. */
import { spawnSync } from "node:child_process";

/** Whether a program is there; throws where it is not and has to be. */
export function isThere(program: string, ...args: readonly string[]): boolean {
  const { error } = spawnSync(program, args, { stdio: "ignore" });
  const required = (process.env["REQUIRE"] ?? "").split(",");
  if (error !== undefined && required.includes(program)) throw new Error(`${program} is required, and not there`);
  return error === undefined;
}
