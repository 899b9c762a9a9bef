/**
 * Spec 2.14: a built-in theme, or one in the themes directory of the configuration. `$USER_DIRECTORY` has no braces, so substitution leaves
 * it alone (S17), and only here does it mean the directory.
 */
import type { Path } from "../../../../text/path.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name, writing } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";
import { holdsUnseen, isShippedPath, stepsOf } from "./relative.js";

export const rule: Rule = {
  id: "path/theme-file",
  severity: "error",
  check(context, report) {
    for (const { path, shape } of context.placesWith("x-path")) {
      const text = shape.schema["x-path"] === "theme" ? context.spelling(path) : undefined;
      const problem = text === undefined ? undefined : problemOf(text, path, context);
      if (problem === undefined) continue;
      report({ help: HELP, ...problem, at: valueAt(...path), message: `${name(...path)} ${problem.message}` });
    }
  },
};

const HELP = "write `agent://themes/default.yaml`, or `$USER_DIRECTORY/themes/<file>.yaml`";
const USER_DIRECTORY = "$USER_DIRECTORY/";
const SHIPPED = "agent://";

/** The message completes a sentence that begins with the name of the place. */
type Problem = Omit<Report, "at">;

function problemOf(text: string, path: Path, context: RuleContext): Problem | undefined {
  // Another rule reports a command that does not run.
  if (/^\$[({]/.test(text) && stepsOf(text) !== undefined) return undefined;
  if (holdsUnseen(text) || text.includes("\\")) return { message: "contains a backslash or a control character" };
  if (text.startsWith(SHIPPED)) {
    const shipped = text.slice(SHIPPED.length);
    return /^themes\/[^/]+\.yaml$/.test(shipped) && isShippedPath(shipped)
      ? undefined
      : { message: "names no built-in theme" };
  }
  const isProject = context.scope(path) === "project";
  if (!text.startsWith(USER_DIRECTORY)) {
    return {
      // The value of a variable may be a file in that directory.
      ...(/^\/.+\/themes\/[^/]+\.yaml$/.test(text) && !isProject ? { severity: "warning" } : {}),
      message: "is neither a built-in theme nor one in your themes directory",
      fixes: isProject ? [] : belowUserDirectory(text, path),
    };
  }
  const [directory] = stepsOf(text.slice(USER_DIRECTORY.length)) ?? [];
  if (directory !== "themes") return { message: "leads out of `$USER_DIRECTORY/themes`" };
  if (!/[^/]\.yaml$/.test(text)) return { message: "does not end in the name of a `.yaml` file" };
  if (!isProject) return undefined;
  return {
    severity: "warning",
    message: "names a theme that only you have, for everybody in this project",
    help: "write `agent://themes/default.yaml`, or leave the theme to everybody's global config",
  };
}

/** A file of the same name in the themes directory, for a name alone or a path in the home directory. */
function byFileName(text: string, path: Path): NonNullable<Problem["fixes"]> {
  const [, file] = /^(?:~\/(?:.*\/)?)?([\w-]+)(?:\.ya?ml)?$/.exec(text) ?? [];
  if (file !== undefined && NOTHING.test(file))
    return [{ title: "delete the key, which is the same as `null`", safe: false, changes: [{ kind: "delete", path }] }];
  if (file === undefined || WORD.test(file)) return [];
  const value = `${USER_DIRECTORY}themes/${file}.yaml`;
  return [writing(value, { safe: false, changes: [{ kind: "replace", path, value }] })];
}

const NOTHING = /^(?:none|nil|null|undefined)$/i;
const WORD = /^(?:default|true|false)$/i;

/** The path below the user's directory, for a text that lacks only its start. */
function belowUserDirectory(text: string, path: Path): NonNullable<Problem["fixes"]> {
  const [, start] = /^((?:\.\/|~\/\.config\/agent\/)?)themes\/[^/]+\.yaml$/.exec(text) ?? [];
  if (start === undefined) return byFileName(text, path);
  const end = start.length + "themes".length;
  return [
    {
      title: "write `$USER_DIRECTORY/themes/…`",
      safe: true,
      changes: [{ kind: "replace-within", path, within: { start: 0, end }, text: `${USER_DIRECTORY}themes` }],
    },
  ];
}
