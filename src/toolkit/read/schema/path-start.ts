/** The start of a path in a value, as the schema gives it (`x-path`). Judges no path and does not read the disk. */

/**
 * `project`: at the project's root, and within it (spec 2.6, 2.13); `shipped`: there, or the name of a shipped file; `theme`: the name of a
 * shipped file, or in the directory of the global file (spec 2.14); `daemon`: in the daemon's directory, or anywhere (spec 2.11).
 * `program`: anywhere, or the name of a program. `pattern`: a glob. `argument`, `variable`: a path that leads anywhere, or any other text.
 */
export type PathStart = "project" | "shipped" | "theme" | "daemon" | "program" | "pattern" | "argument" | "variable";

export function startsAtProject(start: PathStart | undefined): boolean {
  return start === "project" || start === "shipped";
}

/** Whether a path of this kind may lead to any place of the machine. */
export function startsAnywhere(start: PathStart | undefined): boolean {
  return start !== undefined && !startsAtProject(start) && start !== "theme";
}
