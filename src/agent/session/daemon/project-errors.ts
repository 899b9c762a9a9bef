/** The errors in a project's configuration. Each costs a value or the whole file, and loading goes on (S5): so they are told (S46). */
import type { ProjectErrors } from "../../../generated/protocol/types.js";
import type { Diagnostic, LoadResult } from "../../../index.js";
import { enumerate, quote } from "../../../text/quote.js";

/** Places of one message. */
const MOST = 5;

/** Of a result that is in use; undefined where the project has no errors. */
export function projectErrorsOf({ diagnostics }: LoadResult): ProjectErrors | undefined {
  const errors = diagnostics.filter(costsAValue);
  if (errors.length === 0) return undefined;
  const first = errors.slice(0, MOST).map(({ rule, file, range }) => {
    const { line, column } = range.start;
    return { rule, file, line, column };
  });
  return { count: errors.length, first };
}

/** `lint`: the command that explains them. */
export function projectErrorsMessage({ count, first }: ProjectErrors, lint = "agentcfg lint"): string {
  const places = first.map(({ rule, file, line, column }) => `${quote(`${file}:${line}:${column}`)} (${rule})`);
  const more = count - places.length;
  const all = enumerate(more > 0 ? [...places, `${more} more`] : places, "and");
  const what = `the project's configuration has ${count === 1 ? "an error" : "errors"}, and what is wrong does not count`;
  return `${what}: ${all}; \`${lint}\` says what to write instead`;
}

/** Values with these errors count: `withheld` tells of the ones, and lint of the others. */
function costsAValue({ severity, rule }: Diagnostic): boolean {
  return severity === "error" && !/^(?:trust|secret)\//.test(rule);
}
