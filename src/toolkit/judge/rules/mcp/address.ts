/** Addresses in the configuration of servers. */
import type { Path } from "../../../../text/path.js";
import { OPENER } from "../../../../text/scan.js";
import { spelledInAddress } from "../../../../text/variable.js";
import type { RuleContext } from "../rule.js";
import { type UrlProblem, urlProblem } from "../url.js";

export interface Address {
  readonly path: Path;
  readonly text: string;
  /** Without a problem, or with one that is a warning, the text can be parsed. */
  readonly problem: UrlProblem | undefined;
}

/**
 * What is known of the address at a path; undefined when that is nothing. Where a command stands that will not run, that has
 * been said: what is left is no address, but nobody meant it to be one.
 */
export function addressAt(context: RuleContext, ...path: Path): Address | undefined {
  const text = context.spelling(path);
  const problem = text === undefined ? undefined : urlProblem(text);
  if (text === undefined) return undefined;
  if (isUseless(problem) && (OPENER.test(text) || spelledInAddress(text) !== undefined)) return undefined;
  return { path, text, problem };
}

/** Whether nothing can be reached at an address. */
export function isUseless(problem: UrlProblem | undefined): problem is UrlProblem {
  return problem !== undefined && problem.severity !== "warning";
}
