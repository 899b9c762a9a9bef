/** Whether a command names files that the path of a rule means, and whether it may write a file. */
import { namesOf } from "../text/file-pattern.js";
import type { PermissionCall } from "./call.js";
import type { Meaning } from "./command-pattern.js";
import { pathIsAllowed } from "./paths.js";
import type { PlacedRule } from "./rule.js";
import { mentionsSecretFile } from "./secret-files.js";
import { isFree } from "./shell/builtins.js";
import { programName, type Reading, type Run } from "./shell/run.js";
import type { Redirection } from "./shell/script.js";
import type { Word } from "./shell/word.js";

/** Whether a rule that denies or asks means a file that the command names. */
export function commandNames(pattern: string, text: string, reading: Reading, cwd: string): Meaning {
  const mention = mentionsSecretFile(text, [pattern], cwd);
  if (mention?.pattern !== undefined) return "yes";
  if (mention !== undefined || reading.problem !== undefined) return "maybe";
  const targets = reading.redirections.map(({ target }) => target);
  return reading.runs.some(mayName) || targets.some(isHidden) ? "maybe" : "no";
}

/** Whether some word of a run may be any path. */
function mayName(run: Run): boolean {
  if (run.code !== undefined) return true;
  const name = programName(run);
  if (name === undefined || (isFree(name, run.words) && name !== "cd")) return name === undefined;
  return run.words.slice(1).some(isHidden);
}

/** Whether only the shell knows a word, or names of folders in it. Patterns of the last name of a path are compared by their characters. */
function isHidden({ literal, source, glob }: Word): boolean {
  if (literal !== undefined) return false;
  return (
    /[$`<>{}]|^…$/.test(source) ||
    glob
      .split("/")
      .slice(0, -1)
      .some((name) => /^[*?]+$/.test(name))
  );
}

/** What a redirection writes to without changing a file. */
const NOWHERE = /^\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)$/;

/** The first file that the command writes by a redirection and no rule allows, as it is written; undefined without one. */
export function unallowedWrite(
  { redirections, runs }: Reading,
  allowing: readonly PlacedRule[],
  call: PermissionCall,
): Redirection | undefined {
  const moves = runs.some((run) => /^(?:cd|pushd|popd|chdir)$/.test(programName(run) ?? "cd"));
  return redirections.find(({ operator, target }) => {
    if (/^<(?:<<|<-?)?$/.test(operator) || NOWHERE.test(target.literal ?? "")) return false;
    const path = target.literal;
    if (path === undefined || path.startsWith("~") || (moves && !path.startsWith("/"))) return true;
    const absolute = `/${namesOf(path.startsWith("/") ? path : `${call.cwd}/${path}`).join("/")}`;
    return !allowing.some(({ rule }) => rule.path !== undefined && pathIsAllowed(rule.path, absolute, call));
  });
}
