/** S17: only `${NAME}` is substituted; programs are started and files opened without a shell, which would expand more. */
import { NONE } from "../../../../text/none.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { spelledHead, spelledInside, spelledVariable, withSubstitutions } from "../../../../text/variable.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import { name, writing } from "../phrases.js";
import { isPathOrList, isScript } from "../program-text.js";
import type { KnownPlace, Report, Rule, RuleContext } from "../rule.js";
import { projectPathProblem, projectPaths } from "./project-path.js";
import { unexpandedIn } from "./relative.js";

export const rule: Rule = {
  id: "path/not-expanded",
  severity: "warning",
  check(context, report) {
    for (const { path, text, example } of projectPaths(context)) {
      // A path that leads out of the project, or is not a project path, has its own finding.
      if (projectPathProblem(text) !== undefined) continue;
      const head = unexpandedIn(text);
      if (head === undefined) continue;
      report({
        ...unexpanded(path, text, { start: 0, end: head.length }),
        help: `write a path from the project's root, such as ${quote(example)}`,
      });
    }
    for (const { path, text } of absolutePaths(context)) {
      const head = unexpandedIn(text);
      const inside = head === undefined ? spelledInside(text) : undefined;
      const [start, end] = [inside?.start ?? 0, inside?.end ?? head?.length ?? 0];
      const written = inside === undefined ? variableFor(head ?? "") : `\${${inside.name}}`;
      report({
        ...unexpanded(path, text, { start, end }),
        help: written === undefined ? "write the whole path" : `write ${quote(written)}, which is substituted`,
        fixes:
          written === undefined
            ? NONE
            : [
                writing(written, {
                  safe: true,
                  changes: [{ kind: "replace", path, value: text.slice(0, start) + written + listed(text.slice(end)) }],
                }),
              ],
      });
    }
  },
};

/** The places whose paths may lead anywhere, and a part of them is not expanded. */
function absolutePaths(context: RuleContext): readonly { readonly path: Path; readonly text: string }[] {
  return context.placesWith("x-path").flatMap((known): readonly { readonly path: Path; readonly text: string }[] => {
    const { place } = known;
    const raw = place.kind === "scalar" ? place.value : undefined;
    if (typeof raw !== "string" || !/[~$%{]/.test(raw) || !mayBeExpanded(known, raw)) return NONE;
    const { path } = known;
    const text = context.spelling(path);
    return text === undefined ? NONE : [{ path, text }];
  });
}

/** Whether a shell would expand a part of the text, which is a path. */
function mayBeExpanded({ shape, step, around }: KnownPlace, text: string): boolean {
  const isInside = spelledInside(text) !== undefined;
  const isPart = isInside && isPathOrList(text, String(step));
  switch (shape.schema["x-path"]) {
    case "program":
    case "daemon":
      return unexpandedIn(text) !== undefined || isPart;
    case "argument":
      return isPath(text) && !isScript(text, { place: around.place, index: Number(step) }) && (isPart || isHead(text));
    case "variable":
      return isPath(text) && (isPart || (ENV_PATH.test(text) && isHead(text)));
    default:
      return false;
  }
}

/** Whether a path begins with what a shell expands: `$HOST:8080` is none. */
function isHead(text: string): boolean {
  return unexpandedIn(text) !== undefined && (/^~|[\\/]/.test(text) || spelledInside(text) === undefined);
}

/** Whether the text is a path. `substitution/not-substituted` reports a lone variable. */
function isPath(text: string): boolean {
  return spelledVariable(text) === undefined;
}

/** Stricter for `env` values: a password may begin with `$`, and a lone `~` may be a mark. */
const ENV_PATH = /^(?:~[\\/]|\$[A-Z_][A-Z0-9_]*[\\/:]|\$env:|[%{])/;

/** The rest of a list of paths, such as `$HOME/bin:$PATH`. */
function listed(rest: string): string {
  const heads = rest.replace(/([:;])([~$%][^:;\\/]*)/g, (all, mark: string, head: string) => {
    const written = unexpandedIn(head) === head ? variableFor(head) : undefined;
    return written === undefined ? all : mark + written;
  });
  return withSubstitutions(heads);
}

function unexpanded(path: Path, text: string, within: Span): Pick<Report, "at" | "message" | "label"> {
  return {
    at: { path, part: "value", within },
    message: `${quote(text.slice(within.start, within.end))} is not expanded in ${name(...path)}`,
    label: "stays as it is written",
  };
}

/** The substitution with the same meaning; undefined for the home of another user. */
function variableFor(head: string): string | undefined {
  const variable = head === "~" ? "HOME" : (spelledHead(head)?.name ?? "");
  return /^[A-Za-z_]\w*$/.test(variable) ? `\${${variable}}` : undefined;
}
