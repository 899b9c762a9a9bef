/**
 * Spec 2.6, 2.13: a path in the project is relative and stays within it, checked as text and alike on every system; a link must not lead
 * out of the project either (S37).
 */
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { didYouMean, name, writing } from "../phrases.js";
import type { Rule } from "../rule.js";
import { projectPathProblem, projectPaths, shippedMeant } from "./project-path.js";
import { endOf, isPlain, looker } from "./way.js";

export const rule: Rule = {
  id: "path/escapes-project",
  severity: "error",
  check(context, report) {
    const look = looker(context);
    for (const { path, text, example, mayBeShipped } of projectPaths(context)) {
      const other = mayBeShipped ? ", or `agent://…` for a shipped one" : "";
      const help = `write its path from the project's root, such as ${quote(example)}${other}`;
      const meant = mayBeShipped ? shippedMeant(text) : undefined;
      if (meant !== undefined) {
        report({
          at: valueAt(...path),
          message: `${name(...path)} is neither a path nor a reference to a shipped file`,
          label: didYouMean([meant]),
          fixes: [writing(meant, { safe: true, changes: [{ kind: "replace", path, value: meant }] })],
        });
        continue;
      }
      const problem = projectPathProblem(text);
      if (problem === undefined) {
        const end = context.scope(path) === "project" && isPlain(text) ? endOf(text, look) : undefined;
        if (end?.kind !== "outside") continue;
        const label = `${quote(end.place)} is a symbolic link out of it`;
        report({ at: valueAt(...path), message: `${name(...path)} leads out of the project`, label, help });
        continue;
      }
      const slashed = text.replaceAll("\\", "/");
      const isEvident = projectPathProblem(slashed) === undefined;
      report({
        at: valueAt(...path),
        message: `${name(...path)} ${problem.message}`,
        notes: problem.note === undefined ? [] : [problem.note],
        help,
        fixes: isEvident
          ? [{ title: "write `/`", safe: true, changes: [{ kind: "replace", path, value: slashed }] }]
          : [],
      });
    }
  },
};
