/**
 * Removes entries from search paths of programs that depend on the working directory: a repository could choose the programs (S21, P-S97).
 */

type Environment = Readonly<Record<string, string | undefined>>;

/** A search path without programs; an empty path would mean the working directory. */
const NOWHERE = "/dev/null";

/** The `PATH` of a shell that inherits none: the built-in one of many a bash ends with the working directory. */
const USUAL = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The environment with only the absolute entries of `PATH`. `delimiter`: the separator of entries, a semicolon on Windows. */
export function withSafePath<Env extends Environment>(env: Env, delimiter = ":"): Env {
  const safe = pathsIn(env, delimiter).map(([name, path]) => [name, safePath(path, delimiter)]);
  return safe.length === 0 ? env : { ...env, ...Object.fromEntries(safe) };
}

/** The environment of a shell, with a `PATH`: without one, the shell would choose its own. */
export function withUsualPath<Env extends Environment>(env: Env): Env {
  const hasPath = Object.entries(env).some(([name, path]) => /^path$/i.test(name) && path !== undefined);
  return hasPath ? env : { ...env, PATH: USUAL };
}

/** How many entries of `PATH` are empty or relative. */
export function unsafeEntries(env: Environment, delimiter = ":"): number {
  const entries = pathsIn(env, delimiter).flatMap(([, path]) => path.split(delimiter));
  return entries.filter((entry) => !isAbsolute(entry, delimiter)).length;
}

/** The environment without entries of `PATH` in a directory, the same object without any: a stranger's repository could choose the programs (P-S97). */
export function withoutPathIn<Env extends Environment>(env: Env, directory: string, delimiter = ":"): Env {
  const safe = pathsIn(env, delimiter).flatMap(([name, path]) => {
    const entries = path.split(delimiter);
    const others = entries.filter((entry) => !isIn(entry, directory));
    return others.length === entries.length ? [] : [[name, others.join(delimiter) || NOWHERE] as const];
  });
  return safe.length === 0 ? env : { ...env, ...Object.fromEntries(safe) };
}

/** Whether a path is a directory or lies in it, as they are written. */
export function isIn(path: string, directory: string): boolean {
  const [inner, outer] = [stepsOf(path), stepsOf(directory)];
  return outer.length > 0 && outer.every((step, index) => inner[index] === step);
}

/** The names of a path, `.` and `..` resolved. */
function stepsOf(path: string): readonly string[] {
  const steps: string[] = [];
  for (const step of path.split(/[\\/]/)) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps;
}

/** Windows accepts any case of the name. */
function pathsIn(env: Environment, delimiter: string): readonly (readonly [string, string])[] {
  const names = delimiter === ";" ? Object.keys(env).filter((name) => /^path$/i.test(name)) : ["PATH"];
  return names.flatMap((name) => {
    const path = Object.hasOwn(env, name) ? env[name] : undefined;
    return path === undefined ? [] : [[name, path] as const];
  });
}

function safePath(path: string, delimiter: string): string {
  const entries = path.split(delimiter).filter((entry) => isAbsolute(entry, delimiter));
  return entries.join(delimiter) || NOWHERE;
}

function isAbsolute(entry: string, delimiter: string): boolean {
  return delimiter === ";" ? /^"?(?:[a-z]:[\\/]|[\\/]{2})/i.test(entry) : entry.startsWith("/");
}
