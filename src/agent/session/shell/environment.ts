/** The environment of a shell: the daemon's, without credentials and without what would make a shell load or do something unasked (P-S33, C307). */
import { withUsualPath } from "../../../text/search-path.js";
import type { Scrubber } from "../scrub/scrubber.js";

export type Environment = Readonly<Record<string, string>>;

/** The daemon's own credentials, and what bash loads or switches on by itself. */
const WITHHELD: ReadonlySet<string> = new Set([
  ...["AGENT_DAEMON_CREDENTIAL_FILE", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "BASH_XTRACEFD", "PROMPT_COMMAND"],
]);

/** Bash would define it: a function of the daemon's environment may stand in the place of a command. */
const IS_FUNCTION = /^BASH_FUNC_/;

/** The environment of the daemon as the first script of a session gets it. */
export function shellEnvironment(env: Readonly<Record<string, string | undefined>>, scrubber: Scrubber): Environment {
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return withoutSecrets(Object.fromEntries(given.filter(([name]) => !IS_FUNCTION.test(name))), scrubber);
}

/** Without the variables whose value, or whose name, holds a credential. Its `PATH` may be one of them. */
export function withoutSecrets(env: Environment, scrubber: Scrubber): Environment {
  const isHarmless = ([name, value]: readonly [string, string]): boolean =>
    !WITHHELD.has(name) && scrubber.scrub(value) === value && scrubber.scrub(name) === name;
  return withUsualPath(Object.fromEntries(Object.entries(env).filter(isHarmless)));
}
