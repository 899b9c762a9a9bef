/** Addresses in the configuration of servers. */
import type { Path } from "../../../../text/path.js";
import { OPENER } from "../../../../text/scan.js";
import { spelledInAddress } from "../../../../text/variable.js";
import type { RuleContext } from "../rule.js";
import { isUseless, templateProblem, type UrlProblem, urlProblem } from "../url.js";

export interface Address {
  readonly path: Path;
  readonly text: string;
  /** `problem` is undefined for a valid address, and may be a warning. */
  readonly problem: UrlProblem | undefined;
}

/**
 * The text and problem of the address at a path; undefined if the text is unknown, unless no value of its substitutions makes it an
 * address. Also undefined for a command that does not run: another rule reports it.
 */
export function addressAt(context: RuleContext, ...path: Path): Address | undefined {
  const text = context.spelling(path);
  const problem = text === undefined ? templateProblem(context.template(path)) : urlProblem(text);
  if (text === undefined) return problem && { path, text: "", problem };
  if (isUseless(problem) && (OPENER.test(text) || spelledInAddress(text) !== undefined)) return undefined;
  return { path, text, problem };
}
