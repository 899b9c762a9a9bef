/** Looks at what the directory says of a name and never through a link: where it leads, the linter does not find out. */

import { valueAt } from "../../diagnostic/anchor.js";
import { quote } from "../../text/quote.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";
import { projectPathProblem, projectPaths } from "./project-path.js";
import { holdsCommand, unexpandedIn } from "./relative.js";

export const rule: Rule = {
  id: "path/not-found",
  severity: "warning",
  summary: "a path in the project that leads to no file",
  *check(context) {
    const look = looker(context);
    for (const { path, text } of projectPaths(context)) {
      if (projectPathProblem(text) !== undefined || unexpandedIn(text) !== undefined || holdsCommand(text)) continue;
      // Not every project has a file for what its user has set up.
      const problem = context.scope(path) === "project" ? problemOf(text, look) : undefined;
      if (problem !== undefined) {
        yield { ...problem, at: valueAt(...path), message: `${name(...path)} ${problem.message}` };
      }
    }
  },
};

type Look = RuleContext["kindOf"];

/** Paths share their directories: each is looked at once. */
function looker(context: RuleContext): Look {
  const seen = new Map<string, ReturnType<Look>>();
  return (path) => {
    if (!seen.has(path)) seen.set(path, context.kindOf(path));
    return seen.get(path);
  };
}

/** What is wrong at the end of a path, or on the way; undefined when nothing is, or when nobody can tell. */
function problemOf(text: string, look: Look): Omit<Report, "at"> | undefined {
  const taken: string[] = [];
  for (const step of text.split("/")) {
    if (step === "" || step === ".") continue;
    if (step === "..") taken.pop();
    else taken.push(step);
    const place = taken.join("/");
    const kind = step === ".." ? "directory" : look(place);
    if (kind === "link" || kind === "unknown") return undefined;
    if (kind === undefined) {
      return {
        message: "leads to nothing in this project",
        label: `there is no ${quote(place)}`,
        help: "create the file, or write the path of one from the project's root",
      };
    }
  }
  const kind = look(taken.join("/"));
  if (kind === "file") return undefined;
  return {
    message: kind === "directory" ? "names a directory" : "names something that is no regular file",
    label: "a file belongs here",
    help: "write the path of a file from the project's root",
  };
}
