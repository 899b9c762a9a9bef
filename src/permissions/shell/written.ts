/** Runs of files that the same command writes: what they run is not read. */
import { isFree } from "./builtins.js";
import { programName, type Run } from "./run.js";
import type { Redirection } from "./script.js";

/** Programs whose last words are files that they write. */
const WRITING: ReadonlySet<string> = new Set([
  "cp",
  "mv",
  "ln",
  "tee",
  "install",
  "dd",
  "curl",
  "wget",
  "base64",
  "chmod",
]);

/** A run of a file that the same command writes runs code that is not read. */
export function withWritten(runs: readonly Run[], redirections: readonly Redirection[]): readonly Run[] {
  const targets = redirections.flatMap(({ operator, target }) =>
    operator.startsWith("<") ? [] : [target.literal ?? target.glob],
  );
  const others = runs.flatMap((run) =>
    WRITING.has(programName(run) ?? "") ? run.words.slice(1).map(({ literal, glob }) => literal ?? glob) : [],
  );
  const files = [...targets, ...others];
  const written = new Set(files.map(baseOf).filter((name) => name !== "" && name !== "null"));
  // Files in other directories may be found by their names alone.
  const elsewhere = new Set(files.filter((file) => file.includes("/")).map(baseOf));
  if (written.size === 0) return runs;
  return runs.map((run) => {
    const name = programName(run);
    if (run.code !== undefined || name === undefined || WRITING.has(name)) return run;
    const program = run.words[0]?.literal ?? "";
    const isPath = program.includes("/")
      ? written.has(baseOf(program))
      : elsewhere.has(program) && !isFree(name, run.words);
    const at = isPath
      ? 0
      : RUNNING.test(name)
        ? run.words.findIndex(({ literal }, index) => index > 0 && written.has(baseOf(literal ?? "")))
        : -1;
    return at === -1 ? run : { ...run, code: at };
  });
}

/** Programs that run a file whose name they are given. */
const RUNNING =
  /^(?:python|pypy|perl|ruby|php|lua|luajit)[\d.]*$|^(?:node|nodejs|bun|deno|tsx|make|gmake|ts-node|npx|bunx)$/;

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
