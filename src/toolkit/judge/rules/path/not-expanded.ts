/** S17: only `${NAME}` is substituted; programs are started and files opened without a shell, which would expand more. */
import { NONE } from "../../../../text/none.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { spelledHead, spelledVariable } from "../../../../text/variable.js";
import { type Setting, settingAt } from "../../../mean/configuration/setting.js";
import { name, writing } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";
import { projectPathProblem, projectPaths } from "./project-path.js";
import { unexpandedIn } from "./relative.js";

export const rule: Rule = {
  id: "path/not-expanded",
  severity: "warning",
  check(context, report) {
    for (const { path, text, example } of projectPaths(context)) {
      // A path that leads out of the project, or is not a project path, has its own finding.
      if (projectPathProblem(text) !== undefined) continue;
      for (const finding of reportsOf(path, text, {
        help: `write a path from the project's root, such as ${quote(example)}`,
      }))
        report(finding);
    }
    for (const path of absolutePaths(context)) {
      const text = context.spelling(path);
      const head = text === undefined ? undefined : unexpandedIn(text);
      if (text === undefined || head === undefined) continue;
      const written = variableFor(head);
      if (written === undefined)
        for (const finding of reportsOf(path, text, { help: "write the whole path" })) report(finding);
      else
        for (const finding of reportsOf(path, text, {
          help: `write ${quote(written)}, which is substituted`,
          fixes: [
            writing(written, {
              safe: true,
              changes: [{ kind: "replace", path, value: written + listed(text.slice(head.length)) }],
            }),
          ],
        }))
          report(finding);
    }
  },
};

/** The first characters of every text that another tool would expand. */
const MAY_EXPAND = /^[~$%{]/;

/** The places whose paths may lead anywhere. */
function absolutePaths({ placesWith, settings }: RuleContext): readonly Path[] {
  return placesWith("x-path").flatMap((known): readonly Path[] => {
    const { place, shape } = known;
    const text = place.kind === "scalar" ? place.value : undefined;
    if (typeof text !== "string" || !MAY_EXPAND.test(text)) return NONE;
    switch (shape.schema["x-path"]) {
      case "program":
      case "daemon":
        return [known.path];
      case "argument":
        return isPath(text) && !isCode(textBefore(settings, known.path)) ? [known.path] : NONE;
      case "variable":
        return isPath(text) && ENV_PATH.test(text) ? [known.path] : NONE;
      default:
        return NONE;
    }
  });
}

/** Whether the text is a path. `substitution/not-substituted` reports a lone variable. */
function isPath(text: string): boolean {
  return spelledVariable(text) === undefined;
}

/** The item before one of a list. */
function textBefore(settings: Setting, path: Path): string | undefined {
  const before = settingAt(settings, [...path.slice(0, -1), Number(path.at(-1)) - 1]);
  return before?.kind === "scalar" && typeof before.value === "string" ? before.value : undefined;
}

/** Stricter for `env` values: a password may begin with `$`, and a lone `~` may be a mark. */
const ENV_PATH = /^(?:~[\\/]|\$[A-Z_][A-Z0-9_]*[\\/:]|\$env:|[%{])/;

/** Whether an argument makes the next one a command, which a shell expands. */
function isCode(before: string | undefined): boolean {
  return before !== undefined && /^(?:-\w*c|\/[ck]|-command)$/i.test(before);
}

/** The rest of a list of paths, such as `$HOME/bin:$PATH`. */
function listed(rest: string): string {
  return rest.replace(/([:;])([~$%][^:;\\/]*)/g, (all, mark: string, head: string) => {
    const written = unexpandedIn(head) === head ? variableFor(head) : undefined;
    return written === undefined ? all : mark + written;
  });
}

function* reportsOf(path: Path, text: string, report: Pick<Report, "help" | "fixes">): Iterable<Report> {
  const head = unexpandedIn(text);
  if (head === undefined) return;
  yield {
    ...report,
    at: { path, part: "value", within: { start: 0, end: head.length } },
    message: `${quote(head)} is not expanded in ${name(...path)}`,
    label: "stays as it is written",
  };
}

/** The substitution with the same meaning; undefined for the home of another user. */
function variableFor(head: string): string | undefined {
  const variable = head === "~" ? "HOME" : (spelledHead(head)?.name ?? "");
  return /^[A-Za-z_]\w*$/.test(variable) ? `\${${variable}}` : undefined;
}
