/** The environment of a tool server that is a child process (spec 2.10): nothing of the daemon's but the variables that are passed. */
import type { McpStdioServer } from "../../../generated/effective.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are passed where the configuration names none. */
const SAFE: readonly string[] = ["HOME", "PATH", "LANG", "TMPDIR"];

/** `around` is the environment of the daemon; a variable that it lacks is not set. */
export function childEnvironment(
  { env, pass_env: passed }: { readonly [Key in "env" | "pass_env"]?: McpStdioServer[Key] | null },
  around: Environment,
): Readonly<Record<string, string>> {
  const copied = (passed ?? SAFE).flatMap((name) => {
    const value = Object.hasOwn(around, name) ? around[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...copied, ...Object.entries(env ?? {})]);
}
