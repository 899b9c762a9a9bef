/** Paths as texts: nothing here looks at a disk. */
import { OPENER } from "../../../../text/scan.js";
import { spelledHead } from "../../../../text/variable.js";

/** Whether characters hide or reorder what a path says, or end it early. */
export function holdsUnseen(text: string): boolean {
  return !/^[ -~]*$/.test(text) && /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

/** The names that a relative path leads through, `.` and `..` taken; undefined where it leads above its start. */
export function stepsOf(text: string): readonly string[] | undefined {
  const steps: string[] = [];
  for (const step of text.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps;
}

/**
 * Whether `agent://` and these names are something shipped. A reader that takes it for a URL must find the same as one that takes it
 * for a path, so nothing in it is a user, a query, a fragment or an escape.
 */
export function isShippedPath(path: string): boolean {
  return path
    .split("/")
    .every((name) => !["", ".", ".."].includes(name) && !/[\s@?#%:\\]/.test(name) && !holdsUnseen(name));
}

/** What a shell, or another tool, would put something else for at the start of a path, and no program does: `~`, `$NAME`, `%NAME%`. */
export function unexpandedIn(text: string): string | undefined {
  const home = /^(?:~[\w.-]*(?=[\\/])|~$)/.exec(text)?.[0];
  return home ?? (text.slice(0, spelledHead(text)?.end ?? 0) || undefined);
}

/**
 * Whether a text holds a command that will not run, or a name spelt like one. That it does not run has been said, so the
 * command is not judged as a path; where the path leads is, for it is used as it stands.
 */
export function holdsCommand(text: string): boolean {
  return OPENER.test(text);
}
