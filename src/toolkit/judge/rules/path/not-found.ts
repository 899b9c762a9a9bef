/** Looks up the file at a path, without opening it. */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Report, Rule } from "../rule.js";
import { projectPathProblem, projectPaths } from "./project-path.js";
import { type End, endOf, isPlain, looker } from "./way.js";

export const rule: Rule = {
  id: "path/not-found",
  severity: "warning",
  check(context, report) {
    const look = looker(context);
    for (const { path, text } of projectPaths(context)) {
      if (projectPathProblem(text) !== undefined || !isPlain(text)) continue;
      // A project may lack a file that its user has configured.
      const problem = context.scope(path) === "project" ? problemOf(endOf(text, look)) : undefined;
      if (problem !== undefined) {
        report({ ...problem, at: valueAt(...path), message: `${name(...path)} ${problem.message}` });
      }
    }
  },
};

/** The problem at the end of a path; undefined without one, if it is unknown, or if the path leaves the project (another rule). */
function problemOf({ place, kind }: End): Omit<Report, "at"> | undefined {
  if (kind === "file" || kind === "unknown" || kind === "outside") return undefined;
  if (kind === undefined || kind === "link") {
    return {
      message: "leads to nothing in this project",
      label: kind === undefined ? `there is no ${quote(place)}` : `${quote(place)} is a link that leads nowhere`,
      help: "create the file, or write the path of one from the project's root",
    };
  }
  return {
    message: kind === "directory" ? "names a directory" : "names something that is no regular file",
    label: "a file belongs here",
    help: "write the path of a file from the project's root",
  };
}
