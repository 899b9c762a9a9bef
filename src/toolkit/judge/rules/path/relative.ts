/** Paths as texts: this file never looks at a disk. */
import { OPENER } from "../../../../text/scan.js";
import { spelledHead } from "../../../../text/variable.js";

/** Whether a path holds characters that are invisible, reorder its display, or end it early. */
export function holdsUnseen(text: string): boolean {
  return !/^[ -~]*$/.test(text) && /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

/** The names that a relative path leads through, `.` and `..` resolved; undefined where it leads above its start. */
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

/** The start of a path that a shell or another tool would expand, and no program does: `~`, `$NAME`, `%NAME%`. */
export function unexpandedIn(text: string): string | undefined {
  const home = /^(?:~[\w.-]*(?=[\\/])|~$)/.exec(text)?.[0];
  return home ?? (text.slice(0, spelledHead(text)?.end ?? 0) || undefined);
}

/**
 * Whether a text holds a command that will not run, or a name spelt like one. Another rule reports the command, so it is not judged
 * as a path; the place that the text leads to is judged, for the text is used as it stands.
 */
export function holdsCommand(text: string): boolean {
  return OPENER.test(text);
}
