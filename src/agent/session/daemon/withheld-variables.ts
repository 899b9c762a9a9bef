/** Variables with names of credentials, which commands get only in a directory that their user vouches for. */
import type { ReadyState } from "../../../generated/protocol/types.js";
import type { Scrubber } from "../scrub/scrubber.js";
import { withheldElsewhere } from "../shell/environment.js";
import type { InUse } from "./configuration.js";
import type { DaemonHost } from "./host.js";

/** Undefined where none is withheld. */
export function withheldVariables(
  inUse: InUse,
  env: DaemonHost["env"],
  scrubber: Scrubber,
  directory: string,
): ReadyState["withheld_variables"] {
  const names = namesIn(inUse, env, scrubber);
  return names.length === 0 ? undefined : { names: [...names], directory };
}

/** Says in the log which ones are withheld, and later that they are not. */
export function sayingVariables({ env, log }: DaemonHost, scrubber: () => Scrubber): (inUse: InUse) => void {
  let last = "";
  return (inUse) => {
    const names = namesIn(inUse, env, scrubber());
    if (names.join() === last) return;
    last = names.join();
    if (names.length > 0) log.say("warn", "commands do not get variables with names of credentials", { names: last });
    else log.say("info", "commands get variables with names of credentials");
  };
}

function namesIn({ standing }: InUse, env: DaemonHost["env"], scrubber: Scrubber): readonly string[] {
  return standing.isOwn ? [] : withheldElsewhere(env, scrubber);
}
