/** Paths as texts: this file never reads the disk. */
import { OPENER } from "../../../../text/scan.js";
import { spelledHead } from "../../../../text/variable.js";

/** Whether a path holds characters that are invisible, reorder its display, or end it early. */
export function holdsUnseen(text: string): boolean {
  return !/^[ -~]*$/.test(text) && /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

/** The names that a relative path leads through, `.` and `..` resolved; undefined if it leads above its start. */
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
 * Whether `agent://` and these names are a shipped file. A URL parser and a path parser must agree on it, so the names hold no user, query,
 * fragment or escape.
 */
export function isShippedPath(path: string): boolean {
  return path
    .split("/")
    .every((name) => !["", ".", ".."].includes(name) && !/[\s@?#%:\\]/.test(name) && !holdsUnseen(name));
}

/** The start of a path that a shell or another tool would expand, and this agent does not: `~`, `$NAME`, `%NAME%`. */
export function unexpandedIn(text: string): string | undefined {
  const home = /^(?:~[\w.-]*(?=[\\/])|~$)/.exec(text)?.[0];
  return home ?? (text.slice(0, spelledHead(text)?.end ?? 0) || undefined);
}

/**
 * Whether a text holds a command that will not run, or a name with the form of one. Another rule reports the command, and its text is not
 * checked as a path; the literal text of the whole is, because the agent uses it.
 */
export function holdsCommand(text: string): boolean {
  return OPENER.test(text);
}
