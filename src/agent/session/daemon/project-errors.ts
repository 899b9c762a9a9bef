/** The errors in a project's configuration. Each costs a value or the whole file, and loading goes on (S5): so they are told (S46). */
import type { ProjectErrors } from "../../../generated/protocol/types.js";
import type { Diagnostic, LoadResult } from "../../../index.js";
import { enumerate, quote } from "../../../text/quote.js";

/** Places of one message. */
const MOST = 5;

/** Of a result that is in use; undefined where the project has no errors. */
export function projectErrorsOf({ diagnostics }: LoadResult): ProjectErrors | undefined {
  return errorsOf(diagnostics.filter(costsAValue));
}

/** Undefined without errors. */
export function errorsOf(errors: readonly Diagnostic[]): ProjectErrors | undefined {
  if (errors.length === 0) return undefined;
  const first = errors.slice(0, MOST).map(({ rule, file, range }) => {
    const { line, column } = range.start;
    return { rule, file, line, column };
  });
  return { count: errors.length, first };
}

/** `lint`: the command that explains them. */
export function projectErrorsMessage(errors: ProjectErrors, lint = "agentcfg lint"): string {
  const what = errors.count === 1 ? "an error" : "errors";
  return message(`the project's configuration has ${what}, and what is wrong does not count`, errors, lint);
}

/** The errors of the files of permissions. */
export function permissionErrorsMessage(errors: ProjectErrors, lint = "agentcfg lint"): string {
  const what = errors.count === 1 ? "an error" : "errors";
  return message(`the rules of permissions have ${what}, and a file with one allows nothing`, errors, lint);
}

function message(what: string, { count, first }: ProjectErrors, lint: string): string {
  const places = first.map(({ rule, file, line, column }) => `${quote(`${file}:${line}:${column}`)} (${rule})`);
  const more = count - places.length;
  const all = enumerate(more > 0 ? [...places, `${more} more`] : places, "and");
  return `${what}: ${all}; \`${lint}\` says what to write instead`;
}

/** Values with these errors count: `withheld` tells of the ones, and lint of the others. */
function costsAValue({ severity, rule }: Diagnostic): boolean {
  return severity === "error" && !/^(?:trust|secret)\//.test(rule);
}
