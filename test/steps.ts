/**
 * How much work something is, counted instead of timed: how often each function and each block of the program and of its parsers ran, as V8
 * counts it. The same on every machine. What the engine itself does, as to copy a string, is not counted.
 *
 * V8 counts blocks, loops among them, only in functions that it compiles while it counts. `startCounting` therefore runs before any
 * module of the program is loaded: it is the setup file of the tests that count.
 */
import { type Profiler, Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

/** The program, from its source or built, and the packages that parse for it. */
const COUNTED = /^(?!.*\/node_modules\/).*\/(?:src|dist)\/|\/node_modules\/(?:yaml|jsonc-parser)\//;

let session: Session | undefined;

export function startCounting(): void {
  if (session !== undefined) return;
  // Optimised code does not count.
  setFlagsFromString("--no-opt");
  session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
}

/** The steps of some work. Throws when it counts none, so that no bound holds for work that was not seen. */
export async function stepsOf(work: () => unknown): Promise<number> {
  takeCounts();
  await work();
  let steps = 0;
  for (const { url, functions } of takeCounts()) {
    if (!COUNTED.test(url)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  if (steps === 0) throw new Error("no step of the program was counted");
  return steps;
}

/**
 * How often each of some functions was called during some work, by names such as `mean/configuration/merge:merge`: the end of the name of a
 * module without its ending, and a function or method in it.
 */
export async function callsOf<Name extends string>(
  names: readonly Name[],
  work: () => unknown,
): Promise<Readonly<Record<Name, number>>> {
  takeCounts();
  await work();
  const scripts = takeCounts().filter(({ url }) => COUNTED.test(url));
  const calls = names.map((name): readonly [Name, number] => {
    const [module = "", called = ""] = name.split(":");
    const isModule = new RegExp(`/${module}\\.[jt]s$`);
    const functions = scripts.filter(({ url }) => isModule.test(url)).flatMap(({ functions: found }) => found);
    const own = functions.filter(({ functionName }) => functionName === called);
    return [name, own.reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0)];
  });
  return Object.fromEntries(calls) as Record<Name, number>;
}

/** What ran since this was last asked. */
function takeCounts(): readonly Profiler.ScriptCoverage[] {
  if (session === undefined) throw new Error("counting has to start before the program is loaded");
  let taken: readonly Profiler.ScriptCoverage[] = [];
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error) throw error;
    taken = result;
  });
  return taken;
}
