/**
 * How much work something is, counted instead of timed: how often each piece of the program and of its parsers ran, as V8 counts it.
 * The same on every machine. What the engine itself does, as to copy a string, is not counted.
 */
import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

const COUNTED = /\/src\/|\/node_modules\/(yaml|jsonc-parser)\//;

export async function stepsOf(work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  // Optimised code does not count.
  setFlagsFromString("--no-opt");
  try {
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    await work();
    let steps = 0;
    session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error) throw error;
      const functions = coverage.result.filter(({ url }) => COUNTED.test(url)).flatMap((script) => script.functions);
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    });
    return steps;
  } finally {
    setFlagsFromString("--opt");
    session.disconnect();
  }
}
