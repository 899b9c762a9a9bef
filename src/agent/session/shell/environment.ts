/** The environment of a shell: the daemon's, without credentials and without what would make a shell load or do something unasked (P-S33, C307). */
import { namesCredential } from "../../../text/credential-names.js";
import { withUsualPath } from "../../../text/search-path.js";
import type { Scrubber } from "../scrub/scrubber.js";

export type Environment = Readonly<Record<string, string>>;

/** The daemon's own credentials, and what bash loads or switches on by itself. */
const WITHHELD: ReadonlySet<string> = new Set([
  ...["AGENT_DAEMON_CREDENTIAL_FILE", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "BASH_XTRACEFD", "PROMPT_COMMAND"],
]);

/** Bash would define it: a function of the daemon's environment may stand in the place of a command. */
const IS_FUNCTION = /^BASH_FUNC_/;

type Around = Readonly<Record<string, string | undefined>>;

/**
 * The environment of the daemon as the first script of a session gets it. `isOwn`: whether its user vouches for the working directory; elsewhere
 * a stranger's files tell commands what to do, and variables with names of credentials are withheld.
 */
export function shellEnvironment(env: Around, scrubber: Scrubber, isOwn: boolean): Environment {
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isGiven = ([name]: readonly [string, string]): boolean =>
    !IS_FUNCTION.test(name) && (isOwn || !namesCredential(name));
  return withoutSecrets(Object.fromEntries(given.filter(isGiven)), scrubber);
}

/** The variables that a shell would get if its user vouched for the working directory, sorted. */
export function withheldElsewhere(env: Around, scrubber: Scrubber): readonly string[] {
  const own = shellEnvironment(env, scrubber, true);
  const elsewhere = shellEnvironment(env, scrubber, false);
  return Object.keys(own)
    .filter((name) => !Object.hasOwn(elsewhere, name))
    .sort();
}

/** Without the variables whose value, or whose name, holds a credential. Its `PATH` may be one of them. */
export function withoutSecrets(env: Environment, scrubber: Scrubber): Environment {
  const isHarmless = ([name, value]: readonly [string, string]): boolean =>
    !WITHHELD.has(name) && scrubber.scrub(value) === value && scrubber.scrub(name) === name;
  return withUsualPath(Object.fromEntries(Object.entries(env).filter(isHarmless)));
}
